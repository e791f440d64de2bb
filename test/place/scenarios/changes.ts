/** What a plain commit does to code. A change is chosen once and can be applied to any tree that has its functions. */

import { Unsuitable } from './code-maker.ts'
import { type CodeTree, type Filler, type Fn, fnsOf, isFn, pathOf, replaceFn, withFile } from './code-tree.ts'
import type { Scene } from './scene.ts'

export interface Change {
  apply(tree: CodeTree): CodeTree
  /** Functions it is about. */
  readonly touched: readonly number[]
  /** Functions whose code is gone and whose name is another's now. */
  readonly replaced?: readonly number[]
}

export type ChangeName =
  | 'edit'
  | 'insert above'
  | 'reformat'
  | 'rename function'
  | 'rename file'
  | 'move between files'
  | 'split file'
  | 'delete'
  | 'replace by unrelated code'
  | 'copy'
  | 'swap names'
  | 'a → b, new a'

/** `ids` are functions of the tree to choose from. */
type ChangeMaker = (scene: Scene, ids: readonly number[], tree?: CodeTree) => Change

export const changes: Readonly<Record<ChangeName, ChangeMaker>> = {
  edit: (scene, ids, tree) =>
    mapFn(scene, ids, (fn) => scene.maker.edit(fn, 0.05 + scene.random.next() * 0.3), tree),
  'insert above': (scene, ids) => {
    const id = pick(scene, ids)
    const fresh = scene.random.chance(0.5) ? [scene.maker.filler()] : [scene.maker.filler(), scene.maker.fn()]
    return { touched: [id], apply: (tree) => replaceFn(tree, id, (fn) => [...fresh, fn]) }
  },
  reformat: (scene, ids) => mapFn(scene, ids, (fn) => scene.maker.reformat(fn)),
  'rename function': (scene, ids) => mapFn(scene, ids, (fn) => ({ ...fn, name: scene.maker.freshName() })),
  'rename file': (scene, ids) => {
    const id = pick(scene, ids)
    const [to, editing] = [scene.maker.path(), scene.random.chance(0.5)]
    const edited = mapFn(scene, [id], (fn) => (editing ? scene.maker.edit(fn, 0.1) : fn))
    return inFile(scene, id, (tree, path) => renameFile(edited.apply(tree), path, to))
  },
  'move between files': (scene, ids) => {
    const id = pick(scene, ids)
    const from = pathOf(scene.treeOf(), id)
    const others = [...scene.treeOf().keys()].filter((path) => path !== from)
    const to = others.length === 0 ? scene.maker.path() : scene.random.pick(others)
    const luck = scene.random.next()
    return { touched: [id], apply: (tree) => moveFns(tree, [id], to, luck) }
  },
  'split file': (scene, ids) => {
    const id = pick(scene, ids)
    const file = fileOf(scene.treeOf(), id).filter(isFn)
    const half = scene.random.shuffle(file).slice(0, Math.ceil(file.length / 2))
    const moved = [...new Set([id, ...half.map((fn) => fn.id)])]
    const to = scene.maker.path()
    const filler = scene.maker.filler()
    return {
      touched: moved,
      apply: (tree) =>
        moveFns(
          withFile(tree, to, () => [filler]),
          moved,
          to,
          1,
        ),
    }
  },
  delete: (scene, ids) => {
    const id = pick(scene, ids)
    return { touched: [id], apply: (tree) => replaceFn(tree, id, () => []) }
  },
  'replace by unrelated code': (scene, ids) => {
    const id = pick(scene, ids)
    const other = scene.maker.fn(fnOf(scene.treeOf(), id))
    return {
      touched: [id],
      replaced: [id],
      apply: (tree) => replaceFn(tree, id, ({ name, holder }) => [{ ...other, name, holder }]),
    }
  },
  copy: (scene, ids) => {
    const id = pick(scene, ids)
    const twin = {
      ...scene.maker.edit(fnOf(scene.treeOf(), id), 0.1),
      id: scene.maker.freshId(),
      name: scene.maker.freshName(),
    }
    scene.copies.set(twin.id, id)
    const isAfter = scene.random.chance(0.5)
    return {
      touched: [id],
      apply: (tree) => replaceFn(tree, id, (fn) => (isAfter ? [fn, twin] : [twin, fn])),
    }
  },
  'swap names': (scene, ids) => {
    const one = pick(scene, ids)
    const a = fnOf(scene.treeOf(), one)
    const others = ids.filter((id) => {
      const isMethod = fnOf(scene.treeOf(), id).holder !== undefined
      return id !== one && isMethod === (a.holder !== undefined)
    })
    const other = pick(scene, others)
    const b = fnOf(scene.treeOf(), other)
    return {
      touched: [one, other],
      apply: (tree) =>
        replaceFn(
          replaceFn(tree, one, (fn) => [{ ...fn, name: b.name, holder: b.holder }]),
          other,
          (fn) => [{ ...fn, name: a.name, holder: a.holder }],
        ),
    }
  },
  'a → b, new a': (scene, ids) => {
    const to = scene.maker.path()
    const id = pick(scene, ids)
    const { name, holder } = fnOf(scene.treeOf(), id)
    // One of the new ones has the name of one that moved.
    const fresh = [scene.maker.filler(), { ...scene.maker.fn({ holder }), name, holder }, scene.maker.fn()]
    return inFile(scene, id, (tree, path) => withFile(renameFile(tree, path, to), path, () => fresh))
  },
}

/** A new function somewhere, as branches bring them. */
export function addFn(scene: Scene, near: number): Change {
  const fresh = scene.maker.fn()
  return { touched: [fresh.id], apply: (tree) => replaceFn(tree, near, (fn) => [fn, fresh]) }
}

function mapFn(scene: Scene, ids: readonly number[], change: (fn: Fn) => Fn, tree = scene.treeOf()): Change {
  const id = pick(scene, ids)
  const changed = change(fnOf(tree, id))
  return { touched: [id], apply: (given) => replaceFn(given, id, () => [changed]) }
}

function inFile(scene: Scene, id: number, apply: (tree: CodeTree, path: string) => CodeTree): Change {
  const touched = fileOf(scene.treeOf(), id).filter(isFn)
  return {
    touched: touched.map((fn) => fn.id),
    apply: (tree) => apply(tree, pathOf(tree, id) ?? ''),
  }
}

function renameFile(tree: CodeTree, from: string, to: string): CodeTree {
  return new Map([...tree].map(([path, file]) => [path === from ? to : path, file]))
}

function moveFns(tree: CodeTree, ids: readonly number[], to: string, luck: number): CodeTree {
  const moving = fnsOf(tree).filter(({ id }) => ids.includes(id))
  let moved = tree
  for (const id of ids) moved = replaceFn(moved, id, () => [])
  moved = withFile(moved, to, (file) => {
    const at = Math.max(1, Math.round(luck * file.length))
    return file.toSpliced(at, 0, ...moving)
  })
  return new Map([...moved].filter(([, file]) => file.some((piece: Fn | Filler) => isFn(piece))))
}

function fileOf(tree: CodeTree, id: number): readonly (Fn | Filler)[] {
  return tree.get(pathOf(tree, id) ?? '') ?? []
}

export function fnOf(tree: CodeTree, id: number): Fn {
  const fn = fnsOf(tree).find((one) => one.id === id)
  if (fn === undefined) throw new Unsuitable(`function ${id} is gone`)
  return fn
}

function pick(scene: Scene, ids: readonly number[]): number {
  if (ids.length === 0) throw new Unsuitable('no function left')
  return scene.random.pick(ids)
}
