/**
 * Realistic random histories, one `git fast-import` each: branches that merge and that do not, criss-cross,
 * octopus and evil merges, renames with and without edits, also inside merges, `a → b` plus a new `a`,
 * deletions and returns, clocks that run backwards. The same seed gives the same repository.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid, asRepoPath, type Oid, type RepoPath } from '../../src/base/ids.ts'
import { encodePath } from '../../src/base/path-bytes.ts'
import { Random } from '../support/random.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { editFile, fileBytes, type RandomFile, randomFile } from './random-code.ts'

export interface RandomHistoryOptions {
  readonly seed: number
  readonly commits?: number
  readonly files?: number
  /** Chance that a step merges two branches. */
  readonly mergeRate?: number
  /** Chance that a change renames a file. */
  readonly renameRate?: number
  /** Chance that a commit is annotated. */
  readonly annotateRate?: number
  /** Dates go backwards by up to a month, and equal dates are common. */
  readonly skewedClocks?: boolean
  /** Paths with spaces, quotes, control and non-ASCII characters among the plain ones. */
  readonly oddPaths?: boolean
  /** Writes a note for each annotated commit to `refs/notes/ultragit`. */
  readonly notes?: boolean
  /** Extra arguments of `git init`. */
  readonly init?: readonly string[]
}

export interface RandomHistory {
  readonly repo: TempRepo
  /** All commits in the order they were made: parents before children. */
  readonly commits: readonly Oid[]
  readonly parents: ReadonlyMap<Oid, readonly Oid[]>
  /** A random choice of commits, some of which `head` may not reach. */
  readonly annotated: readonly Oid[]
  /** The tip of `main`. */
  readonly head: Oid
  /** Paths of regular files at `head`. */
  readonly paths: readonly RepoPath[]
}

type Tree = ReadonlyMap<string, RandomFile>

interface Step {
  readonly mark: number
  readonly branch: string
  readonly parents: readonly Step[]
  readonly tree: Tree
  readonly seconds: number
}

export function randomHistory(options: RandomHistoryOptions): RandomHistory {
  const random = new Random(options.seed)
  const steps = new HistoryWriter(random, options).run()
  const annotated = steps.filter(() => random.chance(options.annotateRate ?? 0.2))
  const repo = TempRepo.init('--template=', ...(options.init ?? []))
  const marks = join(repo.dir, '.git', 'marks')
  const stream = [...importStream(random, steps), ...(options.notes ? noteStream(annotated) : [])]
  repo.gitWith({ input: Buffer.concat(stream) }, 'fast-import', '--quiet', `--export-marks=${marks}`)
  return describe(repo, steps, annotated, readMarks(marks))
}

class HistoryWriter {
  readonly #random: Random
  readonly #options: RandomHistoryOptions
  readonly #steps: Step[] = []
  readonly #tips = new Map<string, Step>()
  #fileCount = 0
  #branchCount = 0
  #clock = 1_700_000_000

  constructor(random: Random, options: RandomHistoryOptions) {
    this.#random = random
    this.#options = options
  }

  run(): readonly Step[] {
    const wanted = this.#options.commits ?? 40
    this.#add('main', [], this.#firstTree())
    while (this.#steps.length < wanted) {
      if (this.#random.chance(this.#options.mergeRate ?? 0.2)) this.#merge()
      else if (this.#random.chance(0.15)) this.#startBranch()
      else this.#change()
    }
    return this.#steps
  }

  #firstTree(): Tree {
    const tree = new Map<string, RandomFile>()
    for (let left = this.#options.files ?? 4; left > 0; left--) tree.set(this.#freshPath(), this.#freshFile())
    return tree
  }

  #startBranch(): void {
    const name = `topic-${++this.#branchCount}`
    // An unrelated root now and then: histories joined from two repositories.
    if (this.#random.chance(0.05)) this.#add(name, [], this.#firstTree())
    else {
      const from = this.#random.pick(this.#steps.slice(-12))
      this.#add(name, [from], this.#changedTree(from.tree))
    }
  }

  #change(): void {
    const tip = this.#random.chance(0.4) ? this.#tip('main') : this.#random.pick([...this.#tips.values()])
    this.#add(tip.branch, [tip], this.#random.chance(0.03) ? tip.tree : this.#changedTree(tip.tree))
  }

  #merge(): void {
    const ours = this.#random.chance(0.6) ? this.#tip('main') : this.#random.pick([...this.#tips.values()])
    const others = [...this.#tips.values()].filter((tip) => tip !== ours && !isAncestor(tip, ours))
    const theirs = others.length === 0 ? undefined : this.#random.pick(others)
    if (theirs === undefined) {
      this.#startBranch()
      return
    }
    const parents = [ours, theirs]
    const third = others.find((tip) => tip !== theirs && !isAncestor(tip, theirs) && !isAncestor(theirs, tip))
    if (third !== undefined && this.#random.chance(0.1)) parents.push(third)
    this.#add(ours.branch, parents, this.#mergedTree(parents))
    // The other branch merges this one as it was before: two best common ancestors from now on.
    if (this.#random.chance(0.2) && !isAncestor(ours, theirs)) {
      this.#add(theirs.branch, [theirs, ours], this.#mergedTree([theirs, ours]))
    }
  }

  #add(branch: string, parents: readonly Step[], tree: Tree): void {
    const step = { mark: this.#steps.length + 1, branch, parents, tree, seconds: this.#nextTime() }
    this.#steps.push(step)
    this.#tips.set(branch, step)
  }

  #nextTime(): number {
    this.#clock += this.#random.chance(0.3) ? 0 : this.#random.int(1, 90_000)
    const skewed = this.#options.skewedClocks === true && this.#random.chance(0.3)
    return skewed ? this.#clock - this.#random.int(1, 2_600_000) : this.#clock
  }

  #tip(branch: string): Step {
    const tip = this.#tips.get(branch)
    if (tip === undefined) throw new Error(`no branch ${branch}`)
    return tip
  }

  #changedTree(tree: Tree): Tree {
    const changed = new Map(tree)
    for (let left = this.#random.int(1, 3); left > 0; left--) this.#changeOnce(changed)
    return changed
  }

  #changeOnce(tree: Map<string, RandomFile>): void {
    const entry = tree.size === 0 ? undefined : this.#random.pick([...tree])
    if (entry === undefined || this.#random.chance(0.04)) this.#create(tree)
    else if (this.#random.chance(this.#options.renameRate ?? 0.12)) this.#rename(tree, ...entry)
    else if (this.#random.chance(0.03)) tree.delete(entry[0])
    else if (this.#random.chance(0.02)) tree.set(this.#freshPath(), { ...entry[1], id: ++this.#fileCount })
    else tree.set(entry[0], editFile(this.#random, entry[1]))
  }

  #create(tree: Map<string, RandomFile>): void {
    // Sometimes a path, or a whole file, that was there long ago comes back.
    const past = this.#random.chance(0.4) ? [...this.#random.pick(this.#steps).tree] : []
    const [path, file] = past.length === 0 ? [this.#freshPath(), this.#freshFile()] : this.#random.pick(past)
    if (!tree.has(path)) tree.set(path, this.#random.chance(0.5) ? file : this.#freshFile())
  }

  #rename(tree: Map<string, RandomFile>, path: string, file: RandomFile): void {
    tree.delete(path)
    tree.set(this.#freshPath(), this.#random.chance(0.5) ? file : editFile(this.#random, file))
    if (this.#random.chance(0.2)) tree.set(path, this.#freshFile())
  }

  #mergedTree(parents: readonly Step[]): Tree {
    const [first, ...rest] = parents
    if (first === undefined) throw new Error('a merge of nothing')
    let tree = first.tree
    for (const other of rest)
      tree = mergeTrees(this.#random, commonAncestor(first, other)?.tree, tree, other.tree)
    if (!this.#random.chance(0.2)) return tree
    // An evil merge: what neither side had, a rename among it.
    const evil = new Map(tree)
    this.#changeOnce(evil)
    return evil
  }

  #freshFile(): RandomFile {
    return randomFile(this.#random, ++this.#fileCount)
  }

  #freshPath(): string {
    const folder = this.#random.pick(['', '', 'src/', 'src/deep/', 'lib/'])
    const odd = this.#options.oddPaths === true && this.#random.chance(0.25)
    const name = odd
      ? this.#random.pick(['a b', 'q"uo\'te', 'ünï', 'tab\tin', 'back\\slash', '[x]*'])
      : 'file'
    return `${folder}${name}-${++this.#fileCount}.ts`
  }
}

/** Follows files by id, so that one side's rename and the other side's edit come together. */
function mergeTrees(random: Random, base: Tree | undefined, ours: Tree, theirs: Tree): Tree {
  const [inBase, inOurs, inTheirs] = [byId(base ?? new Map()), byId(ours), byId(theirs)]
  const merged = new Map<string, RandomFile>()
  for (const id of new Set([...inOurs.keys(), ...inTheirs.keys()])) {
    const [was, our, their] = [inBase.get(id), inOurs.get(id), inTheirs.get(id)]
    if (our === undefined || their === undefined) {
      const kept = our ?? their
      const deleted = was !== undefined && was.file === kept?.file
      if (kept !== undefined && !deleted && !merged.has(kept.path)) merged.set(kept.path, kept.file)
      continue
    }
    const path = our.path === was?.path ? their.path : our.path
    if (!merged.has(path)) merged.set(path, mergeFiles(random, was?.file, our.file, their.file))
  }
  return merged
}

function byId(tree: Tree): Map<number, { path: string; file: RandomFile }> {
  return new Map([...tree].map(([path, file]) => [file.id, { path, file }]))
}

function mergeFiles(
  random: Random,
  was: RandomFile | undefined,
  our: RandomFile,
  their: RandomFile,
): RandomFile {
  if (our === their || their === was) return our
  if (our === was) return their
  // Both changed: ours up to a line that both have, theirs after it.
  const shared = our.lines.flatMap((line, at) => (their.lines.includes(line) ? [at] : []))
  if (shared.length === 0) return random.chance(0.5) ? our : their
  const at = random.pick(shared)
  const rest = their.lines.slice(their.lines.lastIndexOf(our.lines[at] ?? '') + 1)
  return { ...our, lines: [...our.lines.slice(0, at + 1), ...rest] }
}

function ancestors(step: Step): Set<Step> {
  const seen = new Set([step])
  for (const each of seen) for (const parent of each.parents) seen.add(parent)
  return seen
}

function isAncestor(older: Step, newer: Step): boolean {
  return ancestors(newer).has(older)
}

/** The youngest common ancestor: nothing common descends from it. */
function commonAncestor(one: Step, other: Step): Step | undefined {
  const mine = ancestors(one)
  return [...ancestors(other)].filter((step) => mine.has(step)).sort((a, b) => b.mark - a.mark)[0]
}

function* importStream(random: Random, steps: readonly Step[]): Generator<Uint8Array> {
  for (const step of steps) {
    const author = `A U Thor ${random.int(1, 3)} <a${random.int(1, 3)}@example.com>`
    const [first, ...others] = step.parents
    yield Buffer.from(
      [
        ...(first === undefined ? [`reset refs/heads/${step.branch}`] : []),
        `commit refs/heads/${step.branch}`,
        `mark :${step.mark}`,
        `author ${author} ${step.seconds - random.int(0, 5000)} +0130`,
        `committer C <c@example.com> ${step.seconds} +0000`,
        data(`step ${step.mark} on ${step.branch}\n`),
        ...(first === undefined ? [] : [`from :${first.mark}`]),
        ...others.map((parent) => `merge :${parent.mark}`),
        '',
      ].join('\n'),
    )
    yield* treeStream(first?.tree ?? new Map(), step.tree)
    yield Buffer.from('\n')
  }
}

function* treeStream(from: Tree, to: Tree): Generator<Uint8Array> {
  for (const path of from.keys()) if (!to.has(path)) yield Buffer.from(`D ${quoted(path)}\n`)
  for (const [path, file] of to) {
    if (from.get(path) === file) continue
    const bytes = fileBytes(file)
    yield Buffer.from(`M ${file.mode} inline ${quoted(path)}\ndata ${bytes.length}\n`)
    yield bytes
    yield Buffer.from('\n')
  }
}

function* noteStream(annotated: readonly Step[]): Generator<Uint8Array> {
  yield Buffer.from(
    `commit refs/notes/ultragit\ncommitter C <c@example.com> 1700000000 +0000\n${data('notes\n')}\n`,
  )
  for (const step of annotated) yield Buffer.from(`N inline :${step.mark}\n${data(`{"n":${step.mark}}\n`)}\n`)
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`
}

function quoted(path: string): string {
  const bytes = [...encodePath(path)].map((byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`,
  )
  return `"${bytes.join('')}"`
}

function readMarks(file: string): ReadonlyMap<number, Oid> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return new Map(
    lines.map((line) => [Number(line.slice(1, line.indexOf(' '))), asOid(line.slice(line.indexOf(' ') + 1))]),
  )
}

function describe(
  repo: TempRepo,
  steps: readonly Step[],
  annotated: readonly Step[],
  marks: ReadonlyMap<number, Oid>,
): RandomHistory {
  const oidOf = (step: Step) => asOid(marks.get(step.mark) ?? '')
  const head = steps.findLast((step) => step.branch === 'main')
  if (head === undefined) throw new Error('a history without a head')
  return {
    repo,
    commits: steps.map(oidOf),
    parents: new Map(steps.map((step) => [oidOf(step), step.parents.map(oidOf)])),
    annotated: annotated.map(oidOf),
    head: oidOf(head),
    paths: [...head.tree].filter(([, file]) => file.mode !== '120000').map(([path]) => asRepoPath(path)),
  }
}
