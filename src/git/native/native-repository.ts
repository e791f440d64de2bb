/** The `Repository` answered by the installed git. Each method is one git command and the parsing of its bytes. */
import { throwIfAborted } from '../../base/errors.ts'
import { asOid, asRepoPath, type Oid, type RepoPath } from '../../base/ids.ts'
import { encodePath, hasRawBytes } from '../../base/path-bytes.ts'
import { blameByWalking } from '../blame/blame-by-walking.ts'
import { blameOutside } from '../blame/blame-outside.ts'
import { diffNotesOf } from '../embedded/notes-tree.ts'
import { groupNotes } from '../notes/note-paths.ts'
import { changeAt } from '../objects/change-at.ts'
import { ObjectView } from '../objects/object-view.ts'
import { parseCommit } from '../objects/parse-commit.ts'
import { listRefFiles, readHead } from '../refs/read-refs.ts'
import type {
  BlameHunk,
  BlameRequest,
  Commit,
  ConfigEntry,
  FileChange,
  GitObject,
  Head,
  HistoryEntry,
  IndexEntry,
  Layout,
  NoteEntry,
  PathChange,
  Ref,
  Rename,
  Repository,
  TrackedFile,
  TreeEntry,
} from '../repository.ts'
import type { RepositoryWriter } from '../repository-writer.ts'
import { NativeHistoryGraph } from './history-graph.ts'
import { NativeObjects } from './native-objects.ts'
import { NativeWriter } from './native-writer.ts'
import { readBlame } from './read-blame.ts'
import { readChanges, readChangesBetween, readRenames } from './read-changes.ts'
import { readHistory } from './read-history.ts'
import { readChangesOfOne, readPatchIdOfOne } from './read-one-commit.ts'
import { readPatchIdBetween, readPatchIds } from './read-patch-ids.ts'
import { readPathChanges } from './read-path-changes.ts'
import { readSettings } from './read-settings.ts'
import { readTreeListing } from './read-tree-listing.ts'
import { type GitProgram, runGit } from './run-git.ts'
import { renamesNothing, shortChain } from './short-chain.ts'
import { StagedReader } from './staged-reader.ts'

/** From here on one process for all is cheaper than to walk the trees of each commit. */
const manyCommits = 16

export class NativeRepository implements Repository {
  readonly backend = 'native'
  readonly layout: Layout
  readonly writer: RepositoryWriter
  readonly historyGraph: NativeHistoryGraph
  readonly #git: GitProgram
  readonly #objects: NativeObjects
  readonly #view: ObjectView
  readonly #staged: StagedReader
  #settings: Promise<readonly ConfigEntry[]> | undefined // as last read: a writer need not read it again

  private constructor(layout: Layout, git: GitProgram) {
    this.layout = layout
    this.#git = git
    this.#objects = new NativeObjects(layout, git)
    this.#view = new ObjectView(this)
    this.historyGraph = new NativeHistoryGraph(layout, git)
    this.#staged = new StagedReader(layout, git)
    this.writer = new NativeWriter(git, this, () => this.#settings ?? this.config())
  }

  /** Starts the one process that stays; it is also the first to say when git refuses this repository. */
  static async open(
    layout: Layout,
    git: GitProgram,
    meanwhile?: (repository: Repository) => Promise<unknown>,
  ): Promise<NativeRepository> {
    const repository = new NativeRepository(layout, git)
    const opening = repository.#objects.open()
    meanwhile?.(repository).catch(() => {}) // whoever gave it the work knows
    await opening
    return repository
  }

  async head(): Promise<Head> {
    if (this.layout.refFormat === 'files') return readHead(this.layout)
    const symbolic = await runGit(this.#git, ['symbolic-ref', '-q', 'HEAD'], { expect: [1] })
    const ref = Buffer.from(symbolic.stdout).toString().trimEnd()
    return { ref: ref === '' ? undefined : ref, oid: await this.resolve('HEAD') }
  }

  async resolve(revision: string): Promise<Oid | undefined> {
    if (/[\0\n]/.test(revision) || revision === '') return undefined
    return this.#objects.resolve(`${revision}^{commit}`)
  }

  async listRefs(prefix: string): Promise<readonly Ref[]> {
    if (this.layout.refFormat === 'files') return listRefFiles(this.layout, prefix)
    const run = await runGit(this.#git, ['for-each-ref', '--format=%(objectname) %(refname)'])
    return Buffer.from(run.stdout)
      .toString()
      .split('\n')
      .filter((line) => line.includes(' '))
      .map((line) => ({
        oid: asOid(line.slice(0, line.indexOf(' '))),
        name: line.slice(line.indexOf(' ') + 1),
      }))
      .filter(({ name }) => name.startsWith(prefix))
  }

  readObjects(oids: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, GitObject>> {
    return this.#objects.read(oids, signal)
  }

  readBlob(oid: Oid, limit?: number): Promise<Uint8Array | 'too_large' | undefined> {
    return this.#objects.readBlob(oid, limit)
  }

  async readCommits(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Commit>> {
    const commits = new Map<Oid, Commit>()
    for (const [oid, { type, bytes }] of await this.readObjects(oids)) {
      if (type === 'commit') commits.set(oid, parseCommit(oid, bytes))
    }
    return commits
  }

  async entryAt(commit: Oid, path: RepoPath): Promise<TreeEntry | undefined> {
    const found = await this.#view.findCommit(commit)
    const entry = found === undefined ? undefined : await this.#view.entryAt(found.tree, path)
    return entry === undefined ? undefined : { mode: entry.mode, path, oid: entry.oid }
  }

  async changesAt(commits: readonly Oid[], path: RepoPath): Promise<ReadonlyMap<Oid, PathChange>> {
    const isFew = commits.length < manyCommits || hasRawBytes(path) || this.layout.partialClone
    const changes = isFew ? new Map<Oid, PathChange>() : await readPathChanges(this.#git, commits, path)
    // A commit that left the path alone has it from its parent.
    const rest = commits.filter((commit) => !changes.has(commit))
    const found = await Promise.all(rest.map((commit) => changeAt(this.#view, commit, path)))
    for (const [at, commit] of rest.entries()) {
      const change = found[at]
      if (change !== undefined) changes.set(commit, change)
    }
    return changes
  }

  async listFiles(commit: Oid, under?: RepoPath): Promise<readonly TreeEntry[]> {
    const root = under === undefined ? undefined : await this.entryAt(commit, under)
    if (under !== undefined && root?.mode !== '40000') return []
    const files = await readTreeListing(this.#git, root?.oid ?? commit)
    if (under === undefined) return files
    return files.map((file) => ({ ...file, path: asRepoPath(`${under}/${file.path}`) }))
  }

  async listNotes(tip: Oid): Promise<readonly NoteEntry[]> {
    return groupNotes(await readTreeListing(this.#git, tip))
  }

  diffNotes(from: Oid, to: Oid): Promise<readonly NoteEntry[]> {
    return diffNotesOf(this.#view, from, to)
  }

  async *history(
    tips: readonly Oid[],
    signal?: AbortSignal,
    not: readonly Oid[] = [],
  ): AsyncIterable<readonly HistoryEntry[]> {
    const [tip] = tips
    if (tip === undefined) return
    throwIfAborted(signal)
    const chain = tips.length === 1 && not.length === 1 ? await shortChain(this.#view, tip, not) : undefined
    if (chain !== undefined) {
      yield chain.map(({ oid, parents, committer }) => ({ oid, parents, seconds: committer.seconds }))
      return
    }
    yield* readHistory(this.#git, { tips, not }, signal)
  }

  async mergeBase(a: Oid, b: Oid): Promise<Oid | undefined> {
    const { stdout } = await runGit(this.#git, ['merge-base', a, b], { expect: [1] })
    return stdout.length === 0 ? undefined : asOid(Buffer.from(stdout).toString().trim())
  }

  async blame(request: BlameRequest): Promise<readonly BlameHunk[]> {
    // A process argument cannot hold bytes that are not UTF-8.
    if (hasRawBytes(request.path)) return blameByWalking(this.#view, request)
    // Told to leave out the very commit it starts from, git would blame the working tree and run its filters.
    if (request.not?.includes(request.commit)) return blameOutside(this.#view, request)
    return readBlame({ layout: this.layout, git: this.#git, graph: this.historyGraph }, request)
  }

  async lastChange(from: Oid, path: RepoPath): Promise<Oid | undefined> {
    const run = hasRawBytes(path)
      ? await runGit(this.#git, ['rev-list', '-1', '--stdin'], {
          input: Buffer.concat([Buffer.from(`${from}\n--\n`), encodePath(path), Buffer.from('\n')]),
        })
      : await runGit(this.#git, ['rev-list', '-1', from, '--', path])
    const oid = Buffer.from(run.stdout).toString().trim()
    return oid === '' ? undefined : asOid(oid)
  }

  async renames(head: Oid, not: readonly Oid[], signal?: AbortSignal): Promise<readonly Rename[]> {
    throwIfAborted(signal)
    const chain = await shortChain(this.#view, head, not)
    if (chain !== undefined && (await renamesNothing(this.#view, chain))) return []
    return readRenames(this.#git, { head, not }, signal)
  }

  async changesOf(commits: readonly Oid[], signal?: AbortSignal) {
    return (await readChangesOfOne(this.#view, commits, signal)) ?? readChanges(this.#git, commits, signal)
  }

  changesBetween(from: Oid, to: Oid, signal?: AbortSignal): Promise<readonly FileChange[]> {
    return readChangesBetween(this.#git, [from, to], signal)
  }

  async patchIds(commits: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, string>> {
    return (await readPatchIdOfOne(this.#view, commits, signal)) ?? readPatchIds(this.#git, commits, signal)
  }

  patchIdBetween(from: Oid, to: Oid): Promise<string | undefined> {
    return readPatchIdBetween(this.#git, from, to)
  }

  config(): Promise<readonly ConfigEntry[]> {
    this.#settings = readSettings(this.layout, this.#git)
    return this.#settings
  }

  indexEntry(path: RepoPath): Promise<IndexEntry | undefined> {
    return this.#staged.entry(path)
  }

  async stagedRenames(): Promise<readonly { readonly from: RepoPath; readonly to: RepoPath }[]> {
    const { oid } = await this.head()
    return oid === undefined ? [] : this.#staged.renames(oid)
  }

  async stagedChanges(): Promise<readonly FileChange[]> {
    return this.#staged.changes((await this.head()).oid)
  }

  trackedFiles(): Promise<readonly TrackedFile[]> {
    return this.#staged.tracked()
  }

  close(): void {
    this.#objects.close()
    this.#view.clear()
  }
}
