/**
 * Everything ultragit asks of git, as one interface. `native/` answers with the installed git, `embedded/`
 * with isomorphic-git and own code, read-only. One contract suite (`test/git/contract/`) runs over both.
 */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { LineRange } from '../base/lines.ts'
import type { RepositoryWriter } from './repository-writer.ts'

/** Where the parts of a repository lie, found from its files alone. Absolute paths, symlinks resolved. */
export interface Layout {
  /** This worktree's git directory: HEAD and index. */
  readonly gitDir: string
  /** What all worktrees share: objects, refs, config, notes. Equal to `gitDir` in a plain clone. */
  readonly commonDir: string
  /** Undefined in a bare repository. */
  readonly workTree: string | undefined
  readonly objectFormat: 'sha1' | 'sha256'
  readonly refFormat: 'files' | 'reftable'
  /** The repository has a promisor remote: objects may be missing without being lost. */
  readonly partialClone: boolean
}

export interface Head {
  /** `refs/heads/main`; undefined when detached. */
  readonly ref: string | undefined
  /** Undefined before the first commit. */
  readonly oid: Oid | undefined
}

export interface Ref {
  readonly name: string
  readonly oid: Oid
}

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export interface GitObject {
  readonly type: ObjectType
  readonly bytes: Uint8Array
}

export interface Commit {
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly author: Signature
  readonly committer: Signature
  /** Decoded by the commit's own encoding header; bytes that do not fit become U+FFFD. */
  readonly message: string
}

export interface Signature {
  readonly name: string
  readonly email: string
  /** Seconds since 1970. */
  readonly seconds: number
  /** Minutes east of UTC. */
  readonly offset: number
}

/** File modes as git writes them: `100644`, `100755`, `120000` (symlink), `160000` (submodule), `40000` (tree). */
export interface TreeEntry {
  readonly mode: string
  readonly path: RepoPath
  readonly oid: Oid
}

/** What stands at a path in a commit, and in its first parent. */
export interface PathChange {
  readonly before: TreeEntry | undefined
  readonly after: TreeEntry | undefined
}

/** A note of a notes tree, whatever its fan-out. Several blobs when the same target stands at two depths. */
export interface NoteEntry {
  readonly target: Oid
  readonly blobs: readonly Oid[]
}

export interface HistoryEntry {
  readonly oid: Oid
  readonly parents: readonly Oid[]
  /** When it was committed, in seconds since 1970. */
  readonly seconds: number
}

export interface BlameRequest {
  readonly commit: Oid
  readonly path: RepoPath
  /** Do not look into the history reachable from these: lines that come from there are `outside`. */
  readonly not?: readonly Oid[]
  /** Only these lines; the whole file when absent. */
  readonly ranges?: readonly LineRange[]
  /** Commits whose changes are looked through, as `git blame --ignore-rev` does. */
  readonly ignoreRevs?: readonly Oid[]
  readonly signal?: AbortSignal | undefined
}

/** A run of lines and the commit that last changed them. Hunks come sorted by `start` and do not overlap. */
export interface BlameHunk {
  readonly commit: Oid
  /** The file's path at that commit. */
  readonly path: RepoPath
  readonly start: number
  readonly count: number
  /** First line of the run in that commit's file. */
  readonly originalStart: number
  /** The commit is reachable from `not`: the lines are as old as that or older, the true owner was not sought. */
  readonly outside: boolean
}

export interface FileChange {
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'type'
  /** Path after the change; for a deletion the path that went. */
  readonly path: RepoPath
  /** Path before the change, when renamed. */
  readonly from: RepoPath | undefined
  readonly oldOid: Oid | undefined
  readonly newOid: Oid | undefined
  readonly oldMode: string | undefined
  readonly newMode: string | undefined
}

/** A rename git sees between a commit and one of its parents. */
export interface Rename {
  readonly commit: Oid
  /** The parent it was compared with: matters in merges. */
  readonly parent: Oid
  readonly from: RepoPath
  readonly to: RepoPath
}

export interface ConfigEntry {
  /** Section and key in lower case, subsection as written: `remote.Origin.fetch`. */
  readonly key: string
  /** Undefined for a key without `=`, which git reads as true. */
  readonly value: string | undefined
  readonly scope: 'system' | 'global' | 'local' | 'worktree' | 'command'
  /** `file:.git/config`, `command line:`. */
  readonly origin: string
}

export interface IndexEntry {
  readonly path: RepoPath
  readonly mode: string
  readonly oid: Oid
}

export interface TrackedFile extends IndexEntry {
  /**
   * Size and time of change (nanoseconds since 1970) of the file when it was last compared: as long as it has them, it is
   * as the index has it. Undefined when that proves nothing.
   */
  readonly stamp: { readonly size: number; readonly changed: bigint } | undefined
  /** False: the file of the working tree does not count (a sparse checkout, or assumed unchanged). */
  readonly isChecked: boolean
}

/** What lets git walk history faster, kept beside the index. No answer depends on it. */
export interface HistoryGraph {
  /** It knows the whole history of this commit. */
  isOf(head: Oid): boolean
  /** It was written not long ago. */
  isRecent(): boolean
  /** Commits that come later are walked without it. False when it cannot be written. */
  write(head: Oid, signal?: AbortSignal): Promise<boolean>
}

export interface Repository {
  readonly backend: 'native' | 'embedded'
  readonly layout: Layout

  // Revisions and refs: read anew on every call, a commit made a second ago is seen.
  head(): Promise<Head>
  /** The commit a revision names (`HEAD~2`, a tag, an abbreviation); undefined when it names none. */
  resolve(revision: string): Promise<Oid | undefined>
  /** All refs under a prefix (`refs/heads/`), sorted by name, not peeled. */
  listRefs(prefix: string): Promise<readonly Ref[]>

  // Objects. What is missing is left out of the map: a shallow, partial or damaged repository is normal.
  readObjects(oids: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, GitObject>>
  /** Undefined when missing; `too_large` above the limit, without loading it. */
  readBlob(oid: Oid, limit?: number): Promise<Uint8Array | 'too_large' | undefined>
  readCommits(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Commit>>
  /** What stands at a path in a commit's tree: file, symlink, submodule or directory. */
  entryAt(commit: Oid, path: RepoPath): Promise<TreeEntry | undefined>
  /** What each commit made of a path; commits that are missing are left out. */
  changesAt(commits: readonly Oid[], path: RepoPath): Promise<ReadonlyMap<Oid, PathChange>>
  /** All files, symlinks and submodules under a directory (all when absent), sorted by path bytes. */
  listFiles(commit: Oid, under?: RepoPath): Promise<readonly TreeEntry[]>

  // Notes. `tip` is a commit of a notes ref.
  listNotes(tip: Oid): Promise<readonly NoteEntry[]>
  /** Targets whose note differs between two tips, as they stand in `to`; no blobs: removed. */
  diffNotes(from: Oid, to: Oid): Promise<readonly NoteEntry[]>

  // History.
  /**
   * Commits reachable from the tips, every child before its parents, in batches. Stop iterating to stop git. What `not`
   * reaches is left out, though with skewed clocks a few of those may appear all the same.
   */
  history(
    tips: readonly Oid[],
    signal?: AbortSignal,
    not?: readonly Oid[],
  ): AsyncIterable<readonly HistoryEntry[]>
  mergeBase(a: Oid, b: Oid): Promise<Oid | undefined>
  blame(request: BlameRequest): Promise<readonly BlameHunk[]>
  /** The newest commit that git's history simplification names for a path (`git rev-list -1 from -- path`). */
  lastChange(from: Oid, path: RepoPath): Promise<Oid | undefined>
  /**
   * Renames in the history of `head` outside the history of `not`, merges compared with every parent. With skewed
   * clocks git goes too far into `not` at times, so a rename from in there may be among them.
   */
  renames(head: Oid, not: readonly Oid[], signal?: AbortSignal): Promise<readonly Rename[]>
  /** What each commit changed against its first parent (a root: against nothing), renames detected. */
  changesOf(commits: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, readonly FileChange[]>>
  /** What differs between two commits, renames detected. */
  changesBetween(from: Oid, to: Oid, signal?: AbortSignal): Promise<readonly FileChange[]>
  /** `git patch-id --stable` over `-U0` of each commit against its first parent; merges and empty ones have none. */
  patchIds(commits: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, string>>
  /** The same id for the whole change between two commits. */
  patchIdBetween(from: Oid, to: Oid): Promise<string | undefined>

  // Configuration and working tree.
  config(): Promise<readonly ConfigEntry[]>
  indexEntry(path: RepoPath): Promise<IndexEntry | undefined>
  /** Renames that stand only in the index, from HEAD's path to the staged one. */
  stagedRenames(): Promise<readonly { readonly from: RepoPath; readonly to: RepoPath }[]>

  /** What the index has against HEAD (before the first commit: against nothing), renames detected. Conflicts are left out. */
  stagedChanges(): Promise<readonly FileChange[]>
  /** All that the index tracks, in path order; of a conflict nothing. */
  trackedFiles(): Promise<readonly TrackedFile[]>

  /** Undefined where it is not git that walks. */
  readonly historyGraph: HistoryGraph | undefined

  /** Undefined in the embedded backend, which never writes. */
  readonly writer: RepositoryWriter | undefined
  close(): void
}
