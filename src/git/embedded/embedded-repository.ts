/** The `Repository` answered without git: files read directly, history walked object by object. Never writes. */
import { throwIfAborted } from '../../base/errors.ts'
import { asRepoPath, type Oid, type RepoPath } from '../../base/ids.ts'
import { blameByWalking } from '../blame/blame-by-walking.ts'
import { detectRenames } from '../diff/detect-renames.ts'
import { diffTrees } from '../diff/diff-trees.ts'
import { combineChanges, listChanges } from '../diff/list-changes.ts'
import { patchIdOf } from '../diff/patch-id.ts'
import { changeAt } from '../objects/change-at.ts'
import { CommitGraph } from '../objects/commit-graph.ts'
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
import { diffStaged } from './diff-staged.ts'
import { listTree } from './list-tree.ts'
import { diffNotesOf, listNotesOf } from './notes-tree.ts'
import { type Env, ObjectStore } from './object-store.ts'
import { readConfig } from './read-config.ts'
import { readIndex, readTracked } from './read-index.ts'
import { resolveRevision } from './resolve-revision.ts'
import { findLastChange, findMergeBase, walkHistory } from './walk-history.ts'

const treeMode = '40000'

export class EmbeddedRepository implements Repository {
  readonly backend = 'embedded'
  readonly layout: Layout
  readonly writer = undefined
  readonly historyGraph = undefined
  readonly #env: Env
  readonly #store: ObjectStore
  readonly #view: ObjectView

  constructor(layout: Layout, env: Env) {
    this.layout = layout
    this.#env = env
    this.#store = new ObjectStore(layout, env)
    this.#view = new ObjectView(this)
  }

  head(): Promise<Head> {
    return readHead(this.layout)
  }

  async resolve(revision: string): Promise<Oid | undefined> {
    return resolveRevision({ layout: this.layout, store: this.#store, graph: await this.#graph() }, revision)
  }

  listRefs(prefix: string): Promise<readonly Ref[]> {
    return listRefFiles(this.layout, prefix)
  }

  async readObjects(oids: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, GitObject>> {
    const objects = new Map<Oid, GitObject>()
    for (const oid of new Set(oids)) {
      throwIfAborted(signal)
      const object = await this.#store.read(oid)
      if (object !== undefined) objects.set(oid, object)
    }
    throwIfAborted(signal)
    return objects
  }

  async readBlob(oid: Oid, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array | 'too_large' | undefined> {
    const size = Number.isFinite(limit) ? await this.#store.looseSize(oid) : undefined
    if (size !== undefined && size > limit) return 'too_large'
    const object = await this.#store.read(oid)
    if (object?.type !== 'blob') return undefined
    return object.bytes.length > limit ? 'too_large' : object.bytes
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
    const changes = new Map<Oid, PathChange>()
    for (const commit of commits) {
      const change = await changeAt(this.#view, commit, path)
      if (change !== undefined) changes.set(commit, change)
    }
    return changes
  }

  async listFiles(commit: Oid, under?: RepoPath): Promise<readonly TreeEntry[]> {
    const { tree } = await this.#view.commit(commit)
    if (under === undefined) return listTree(this.#view, tree)
    const entry = await this.#view.entryAt(tree, under)
    return entry?.mode === treeMode ? listTree(this.#view, entry.oid, asRepoPath(`${under}/`)) : []
  }

  listNotes(tip: Oid): Promise<readonly NoteEntry[]> {
    return listNotesOf(this.#view, tip)
  }

  diffNotes(from: Oid, to: Oid): Promise<readonly NoteEntry[]> {
    return diffNotesOf(this.#view, from, to)
  }

  async *history(
    tips: readonly Oid[],
    signal?: AbortSignal,
    not: readonly Oid[] = [],
  ): AsyncIterable<readonly HistoryEntry[]> {
    yield* walkHistory(await this.#graph(), tips, signal, not)
  }

  async mergeBase(a: Oid, b: Oid): Promise<Oid | undefined> {
    return findMergeBase(await this.#graph(), a, b)
  }

  blame(request: BlameRequest): Promise<readonly BlameHunk[]> {
    return blameByWalking(this.#view, request)
  }

  async lastChange(from: Oid, path: RepoPath): Promise<Oid | undefined> {
    return findLastChange(this.#view, await this.#graph(), from, path)
  }

  async renames(head: Oid, not: readonly Oid[], signal?: AbortSignal): Promise<readonly Rename[]> {
    throwIfAborted(signal)
    const graph = await this.#graph()
    const renames: Rename[] = []
    for await (const batch of walkHistory(graph, [head], signal, not)) {
      for (const { oid: commit, parents } of batch) {
        throwIfAborted(signal)
        for (const parent of parents) {
          for (const [to, from] of await this.#renamesBetween(parent, commit)) {
            renames.push({ commit, parent, from, to })
          }
        }
      }
    }
    return renames
  }

  async changesOf(
    commits: readonly Oid[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<Oid, readonly FileChange[]>> {
    const changes = new Map<Oid, readonly FileChange[]>()
    for await (const { oid, parentTree, tree } of this.#steps(commits, signal)) {
      changes.set(oid, await listChanges(this.#view, parentTree, tree))
    }
    return changes
  }

  async changesBetween(from: Oid, to: Oid, signal?: AbortSignal): Promise<readonly FileChange[]> {
    throwIfAborted(signal)
    return listChanges(this.#view, await this.#treeOf(from), await this.#treeOf(to))
  }

  async patchIds(commits: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, string>> {
    const ids = new Map<Oid, string>()
    for await (const { oid, parentTree, tree, isMerge } of this.#steps(commits, signal)) {
      if (isMerge) continue
      const id = await patchIdOf(this.#view, await diffTrees(this.#view, parentTree, tree))
      if (id !== undefined) ids.set(oid, id)
    }
    return ids
  }

  async patchIdBetween(from: Oid, to: Oid): Promise<string | undefined> {
    return patchIdOf(
      this.#view,
      await diffTrees(this.#view, await this.#treeOf(from), await this.#treeOf(to)),
    )
  }

  config(): Promise<readonly ConfigEntry[]> {
    return readConfig(this.layout, this.#env)
  }

  async indexEntry(path: RepoPath): Promise<IndexEntry | undefined> {
    const [entry] = await readIndex(this.layout, path)
    return entry === undefined ? undefined : { path, mode: entry.mode, oid: entry.oid }
  }

  async stagedRenames(): Promise<readonly { readonly from: RepoPath; readonly to: RepoPath }[]> {
    const changes = await this.stagedChanges()
    return changes.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }]))
  }

  async stagedChanges(): Promise<readonly FileChange[]> {
    const { oid } = await this.head()
    const files = oid === undefined ? [] : await listTree(this.#view, await this.#treeOf(oid))
    return combineChanges(this.#view, diffStaged(files, await readIndex(this.layout)))
  }

  trackedFiles(): Promise<readonly TrackedFile[]> {
    return readTracked(this.layout)
  }

  close(): void {
    this.#view.clear()
    this.#store.close()
  }

  #graph(): Promise<CommitGraph> {
    return CommitGraph.open(this.#view)
  }

  async #treeOf(commit: Oid): Promise<Oid> {
    return (await this.#view.commit(commit)).tree
  }

  async #renamesBetween(parent: Oid, commit: Oid): Promise<ReadonlyMap<RepoPath, RepoPath>> {
    const pairs = await diffTrees(this.#view, await this.#treeOf(parent), await this.#treeOf(commit))
    return detectRenames(this.#view, pairs)
  }

  /** Each commit that is there with its tree and its first parent's. */
  async *#steps(commits: readonly Oid[], signal: AbortSignal | undefined) {
    throwIfAborted(signal)
    const graph = await this.#graph()
    for (const oid of commits) {
      throwIfAborted(signal)
      if ((await this.#view.findCommit(oid)) === undefined) continue
      const { tree, parents } = await graph.commit(oid)
      const [first] = parents
      const parentTree = first === undefined ? undefined : await this.#treeOf(first)
      yield { oid, tree, parentTree, isMerge: parents.length > 1 }
    }
  }
}
