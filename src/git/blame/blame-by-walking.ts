/**
 * `git blame` without git: lines are passed from a commit to the parent that has them, newest commit first, until each
 * rests with the commit that brought it. Whole-file renames are followed.
 */
import { throwIfAborted, UltragitError } from '../../base/errors.ts'
import type { Oid, RepoPath } from '../../base/ids.ts'
import { cutLines, diffLines } from '../diff/diff-lines.ts'
import { CommitGraph } from '../objects/commit-graph.ts'
import { CommitQueue } from '../objects/commit-queue.ts'
import { type ObjectSource, ObjectView } from '../objects/object-view.ts'
import { reachableFrom } from '../objects/reachable-from.ts'
import { RecentMap } from '../objects/recent-map.ts'
import type { BlameHunk, BlameRequest, Commit } from '../repository.ts'
import { type BlamedFile, findRenamed, findSamePath, isBlamable } from './find-parent-file.ts'
import { guessOrigins } from './guess-origins.ts'
import { passByOrigin, passLines, type Suspicion } from './pass-lines.ts'
import { wantedLines } from './wanted-lines.ts'

/** A file of a commit and the lines that may come from there. */
interface Suspect {
  readonly file: BlamedFile
  readonly lines: Suspicion[]
}

interface ParentFile {
  readonly parent: Commit
  readonly file: BlamedFile
}

/** Takes a view to share what was read before, or any source of objects. */
export async function blameByWalking(
  access: ObjectSource | ObjectView,
  request: BlameRequest,
): Promise<BlameHunk[]> {
  throwIfAborted(request.signal)
  const view = access instanceof ObjectView ? access : new ObjectView(access)
  const graph = await CommitGraph.open(view)
  const outside = await reachableFrom(graph, request.not ?? [], request.signal)
  return new Walk({ view, graph, outside }, request).run(request)
}

class Walk {
  readonly #view: ObjectView
  readonly #graph: CommitGraph
  readonly #outside: ReadonlySet<Oid>
  readonly #ignored: ReadonlySet<Oid>
  readonly #signal: AbortSignal | undefined
  readonly #queue = new CommitQueue()
  readonly #suspects = new Map<Oid, Map<RepoPath, Suspect>>()
  readonly #lines = new RecentMap<Oid, string[]>(2_000_000, (lines) => lines.length + 1)
  readonly #hunks: BlameHunk[] = []

  constructor(
    { view, graph, outside }: { view: ObjectView; graph: CommitGraph; outside: ReadonlySet<Oid> },
    { ignoreRevs, signal }: BlameRequest,
  ) {
    this.#view = view
    this.#graph = graph
    this.#outside = outside
    this.#ignored = new Set(ignoreRevs)
    this.#signal = signal
  }

  async run({ commit: start, path, ranges }: BlameRequest): Promise<BlameHunk[]> {
    const commit = await this.#graph.commit(start)
    const entry = await this.#view.entryAt(commit.tree, path)
    if (entry === undefined || !isBlamable(entry.mode)) {
      throw new UltragitError('not_found', `no such file '${path}' in commit '${start}'`)
    }
    const file = { path, mode: entry.mode, blob: entry.oid }
    const lineCount = (await this.#linesOf(entry.oid)).length
    this.#suspect(commit, file, wantedLines(ranges, lineCount, path))
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      throwIfAborted(this.#signal)
      const suspects = this.#suspects.get(next.oid)
      this.#suspects.delete(next.oid)
      for (const suspect of suspects?.values() ?? []) await this.#settle(next, suspect)
    }
    return joinHunks(this.#hunks)
  }

  #suspect(commit: Commit, file: BlamedFile, lines: readonly Suspicion[]): void {
    if (lines.length === 0) return
    let byPath = this.#suspects.get(commit.oid)
    if (byPath === undefined) {
      byPath = new Map()
      this.#suspects.set(commit.oid, byPath)
      this.#queue.push(commit)
    }
    const known = byPath.get(file.path)
    if (known === undefined) byPath.set(file.path, { file, lines: [...lines] })
    else known.lines.push(...lines)
  }

  async #settle(commit: Commit, { file, lines }: Suspect): Promise<void> {
    lines.sort((a, b) => a.original - b.original)
    const outside = this.#outside.has(commit.oid)
    const own = outside ? lines : await this.#passToParents(commit, file, lines)
    for (const { start, count, original } of own) {
      this.#hunks.push({
        commit: commit.oid,
        path: file.path,
        start,
        count,
        originalStart: original,
        outside,
      })
    }
  }

  /** Gives the lines no parent has. */
  async #passToParents(
    commit: Commit,
    file: BlamedFile,
    lines: readonly Suspicion[],
  ): Promise<readonly Suspicion[]> {
    const parents: Commit[] = []
    for (const oid of commit.parents) parents.push(await this.#graph.commit(oid))
    const found = await this.#parentFiles(commit, file, parents)
    let rest = lines
    for (const { parent, file: parentFile } of found) {
      if (parentFile.blob === file.blob) {
        this.#suspect(parent, parentFile, rest)
        return []
      }
      const hunks = diffLines(await this.#linesOf(parentFile.blob), await this.#linesOf(file.blob))
      const { passed, kept } = passLines(rest, hunks)
      this.#suspect(parent, parentFile, passed)
      rest = kept
      if (rest.length === 0) return rest
    }
    return this.#ignored.has(commit.oid) ? this.#passByGuess(file, found, rest) : rest
  }

  /** What an ignored commit changed goes to the lines it was most likely made from. */
  async #passByGuess(
    file: BlamedFile,
    parents: readonly ParentFile[],
    lines: readonly Suspicion[],
  ): Promise<readonly Suspicion[]> {
    let rest = lines
    const own = await this.#linesOf(file.blob)
    for (const { parent, file: parentFile } of parents) {
      const former = await this.#linesOf(parentFile.blob)
      const { passed, kept } = passByOrigin(rest, guessOrigins(former, own, diffLines(former, own)))
      this.#suspect(parent, parentFile, passed)
      rest = kept
    }
    return rest
  }

  /**
   * What the parents have of the file, in their order. A parent with the very same content takes everything, even
   * if another one stands before it; renames are sought only when no parent has that content at the same path.
   */
  async #parentFiles(commit: Commit, file: BlamedFile, parents: readonly Commit[]): Promise<ParentFile[]> {
    const found: (ParentFile | undefined)[] = []
    for (const finder of [findSamePath, undefined]) {
      for (const [at, parent] of parents.entries()) {
        if (found[at] !== undefined) continue
        const parentFile =
          finder === undefined
            ? await findRenamed(this.#view, { parent: parent.tree, child: commit.tree }, file)
            : await finder(this.#view, parent.tree, file)
        if (parentFile === undefined) continue
        if (parentFile.blob === file.blob) return [{ parent, file: parentFile }]
        // Two parents with equal content: what the first cannot take the second cannot either.
        if (found.slice(0, at).some((each) => each?.file.blob === parentFile.blob)) continue
        found[at] = { parent, file: parentFile }
      }
    }
    return found.filter((each) => each !== undefined)
  }

  async #linesOf(blob: Oid): Promise<string[]> {
    const known = this.#lines.get(blob)
    if (known !== undefined) return known
    const bytes = await this.#view.blob(blob)
    const lines = cutLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
    this.#lines.set(blob, lines)
    return lines
  }
}

/** In file order; neighbours of one origin as one hunk. */
function joinHunks(hunks: readonly BlameHunk[]): BlameHunk[] {
  const joined: BlameHunk[] = []
  for (const hunk of hunks.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    const continues =
      last !== undefined &&
      last.commit === hunk.commit &&
      last.path === hunk.path &&
      last.start + last.count === hunk.start &&
      last.originalStart + last.count === hunk.originalStart
    if (continues) joined[joined.length - 1] = { ...last, count: last.count + hunk.count }
    else joined.push(hunk)
  }
  return joined
}
