/** Everything that happens to annotated code in the life of a repository, one row each. */
import { addFn, type Change, changes, fnOf } from './changes.ts'
import { Unsuitable } from './code-maker.ts'
import { pathOf, withFile } from './code-tree.ts'
import type { Scene } from './scene.ts'

/** These are about all functions of a file at once. */
const wholeFile = new Set<string>(['rename file', 'split file', 'a → b, new a'])

/** Gives the functions it was about. */
export type Operation = (scene: Scene) => readonly number[]

export const operations: Readonly<Record<string, Operation>> = {
  ...Object.fromEntries(
    Object.entries(changes).map(([name, make]) => [
      name,
      (scene: Scene) => {
        const touched: number[] = []
        for (let left = wholeFile.has(name) ? 1 : 3; left > 0; left--) {
          const free = scene.annotatedFns().filter((id) => !touched.includes(id))
          touched.push(...commitChange(scene, make(scene, free)))
        }
        return touched
      },
    ]),
  ),
  'a → b, new a': (scene) => {
    if (scene.random.chance(0.5))
      return commitChange(scene, changes['a → b, new a'](scene, scene.annotatedFns()))
    // In two commits git sees the rename; what is annotated in the new file must stay there.
    const id = scene.random.pick(scene.annotatedFns())
    const path = pathOf(scene.treeOf(), id) ?? ''
    const { name, holder } = fnOf(scene.treeOf(), id)
    const moved = commitChange(scene, changes['rename file'](scene, [id]))
    const fresh = [{ ...scene.maker.fn({ holder }), name, holder }, scene.maker.fn()]
    const ids = fresh.map((fn) => fn.id)
    const filler = scene.maker.filler()
    scene.commit(
      withFile(scene.treeOf(), path, () => [filler, ...fresh]),
      ids,
    )
    return [...moved, ...ids]
  },
  amend: (scene) => {
    const ids = commitOn(scene, 'main', 1)
    scene.checkOut()
    const more = changes.edit(scene, scene.random.chance(0.5) ? ids : scene.annotatedFns())
    const tree = more.apply(scene.treeOf())
    scene.write(tree)
    scene.attempt({}, 'commit', '-q', '--amend', '-m', 'amended')
    scene.adopt(tree)
    return ids
  },
  'rebase over changes': (scene) => {
    const { ids, merged } = diverge(scene, 2)
    scene.checkOut('topic')
    scene.attempt({}, 'rebase', '-q', 'main')
    scene.adopt(merged)
    scene.deleteBranch('topic')
    return ids
  },
  'rebase with fixup': (scene) => {
    scene.startBranch('topic')
    const [id] = commitOn(scene, 'topic', 1)
    const subject = scene.subjectOf('topic')
    const others = commitOn(scene, 'topic', 1, [id ?? 0])
    const fixup = changes.edit(scene, [id ?? 0], scene.treeOf('topic')).apply(scene.treeOf('topic'))
    scene.checkOut('topic')
    scene.write(fixup)
    scene.attempt({}, 'commit', '-q', '-m', `fixup! ${subject}`)
    scene.attempt(
      { GIT_SEQUENCE_EDITOR: 'true', GIT_EDITOR: 'true' },
      'rebase',
      '-q',
      '-i',
      '--autosquash',
      'main',
    )
    scene.adopt(fixup)
    scene.deleteBranch('topic')
    return [id ?? 0, ...others]
  },
  'local squash': (scene) => {
    scene.startBranch('topic')
    const ids = commitOn(scene, 'topic', 3)
    const tree = scene.treeOf('topic')
    scene.checkOut('topic')
    const editor = "sed -i -e '2,$s/^pick/squash/'"
    scene.attempt({ GIT_SEQUENCE_EDITOR: editor, GIT_EDITOR: 'true' }, 'rebase', '-q', '-i', 'main')
    scene.adopt(tree)
    scene.deleteBranch('topic')
    return ids
  },
  'forge squash': forgeSquash,
  'cherry-pick': (scene) => {
    const { ids, merged, count } = diverge(scene, scene.random.int(1, 2))
    const range = `topic~${count}..topic`
    scene.checkOut()
    scene.attempt({}, 'cherry-pick', range)
    scene.adopt(merged)
    if (scene.random.chance(0.5)) scene.deleteBranch('topic')
    else scene.renameBranch('topic')
    return ids
  },
  revert: (scene) => {
    const before = scene.treeOf()
    const made = scene.annotations.length
    const ids = commitOn(scene, 'main', 1)
    const commit = scene.oidOf('main')
    const later = changes['insert above'](
      scene,
      scene.annotatedFns().filter((id) => !ids.includes(id)),
    )
    scene.commit(later.apply(scene.treeOf()))
    scene.checkOut()
    scene.attempt({}, 'revert', '--no-edit', commit)
    scene.adopt(later.apply(before))
    // A part that the commit did not touch is as it was, with or without it.
    for (const annotation of scene.annotations.slice(made))
      if (annotation.facts !== 'part') annotation.fate = 'reverted'
    return ids
  },
  'unmerged branch': (scene) => {
    scene.startBranch('topic')
    const made = scene.annotations.length
    const ids = commitOn(scene, 'topic', 3)
    scene.flush()
    scene.renameBranch('topic')
    for (const annotation of scene.annotations.slice(made)) annotation.fate = 'unmerged'
    return ids
  },
  'fresh clone': (scene) => {
    const ids = forgeSquash(scene)
    scene.cloneMain()
    return ids
  },
}

function forgeSquash(scene: Scene): readonly number[] {
  const { ids, merged } = diverge(scene, scene.random.int(2, 3))
  scene.deleteBranch('topic')
  scene.commit(merged)
  return ids
}

function commitChange(scene: Scene, change: Change): readonly number[] {
  const before = scene.treeOf()
  const after = change.apply(before)
  scene.commit(after)
  for (const annotation of scene.annotations)
    if (change.replaced?.includes(annotation.fn) && annotation.fate !== 'unmerged')
      annotation.fate = 'replaced'
  return change.touched
}

/** Commits that each edit or add a function of a branch, and annotate it. */
function commitOn(scene: Scene, branch: string, count: number, not: readonly number[] = []): number[] {
  const ids: number[] = []
  for (let left = count; left > 0; left--) {
    const free = scene.annotatedFns().filter((id) => !ids.includes(id) && !not.includes(id))
    const change = branchChange(scene, free)
    scene.commit(change.apply(scene.treeOf(branch)), change.touched, branch)
    ids.push(...change.touched)
  }
  return ids
}

function branchChange(scene: Scene, free: readonly number[]): Change {
  if (free.length === 0) throw new Unsuitable('no function left')
  return scene.random.chance(0.3) ? addFn(scene, scene.random.pick(free)) : changes.edit(scene, free)
}

/** A branch with annotated commits while main moves on elsewhere. `merged` is what both come to. */
function diverge(scene: Scene, count: number) {
  scene.startBranch('topic')
  const steps: Change[] = []
  const ids: number[] = []
  for (let left = count; left > 0; left--) {
    const change = branchChange(
      scene,
      scene.annotatedFns().filter((id) => !ids.includes(id)),
    )
    steps.push(change)
    ids.push(...change.touched)
    scene.commit(change.apply(scene.treeOf('topic')), change.touched, 'topic')
  }
  const free = scene.annotatedFns().filter((id) => !ids.includes(id))
  const kinds = ['edit', 'insert above', 'rename file', 'reformat'] as const
  const change = changes[scene.random.pick(kinds)](scene, free)
  scene.commit(change.apply(scene.treeOf()))
  const merged = steps.reduce((tree, step) => step.apply(tree), scene.treeOf())
  return { ids, merged, count }
}
