/** Walks over the commit graph: everything in topological order, best common ancestors, the last change of a path. */
import { throwIfAborted } from '../../base/errors.ts'
import type { Oid, RepoPath } from '../../base/ids.ts'
import type { CommitGraph } from '../objects/commit-graph.ts'
import { CommitQueue } from '../objects/commit-queue.ts'
import type { ObjectView } from '../objects/object-view.ts'
import { reachableFrom } from '../objects/reachable-from.ts'
import type { HistoryEntry } from '../repository.ts'

const batchSize = 1000

/**
 * Every child before its parents. That needs the whole graph first: only then it is known that no further child of a
 * commit will turn up.
 */
export async function* walkHistory(
  graph: CommitGraph,
  tips: readonly Oid[],
  signal: AbortSignal | undefined,
  not: readonly Oid[],
): AsyncGenerator<readonly HistoryEntry[]> {
  const excluded = await reachableFrom(graph, not, signal)
  const entries = new Map<Oid, HistoryEntry>()
  const openChildren = new Map<Oid, number>()
  const seen = new Set<Oid>(tips)
  for (const oid of seen) {
    throwIfAborted(signal)
    if (excluded.has(oid)) continue
    const { parents, committer } = await graph.commit(oid)
    entries.set(oid, { oid, parents, seconds: committer.seconds })
    for (const parent of parents) {
      seen.add(parent)
      openChildren.set(parent, (openChildren.get(parent) ?? 0) + 1)
    }
  }
  let batch: HistoryEntry[] = []
  // A stack stays on one line of history as long as it can, like `git log --topo-order`.
  const ready = [...new Set(tips)].filter((tip) => !openChildren.has(tip)).reverse()
  for (let oid = ready.pop(); oid !== undefined; oid = ready.pop()) {
    const entry = entries.get(oid)
    if (entry === undefined) continue
    batch.push(entry)
    for (const parent of entry.parents.toReversed()) {
      const left = (openChildren.get(parent) ?? 0) - 1
      openChildren.set(parent, left)
      if (left === 0) ready.push(parent)
    }
    if (batch.length < batchSize) continue
    yield batch
    throwIfAborted(signal)
    batch = []
  }
  if (batch.length > 0) yield batch
}

const left = 1
const right = 2
const both = left | right
/** An ancestor of a common ancestor: not a best one. */
const stale = 4

/** A best common ancestor; of several the newest. */
export async function findMergeBase(graph: CommitGraph, a: Oid, b: Oid): Promise<Oid | undefined> {
  if (a === b) return a
  const flags = new Map<Oid, number>([
    [a, left],
    [b, right],
  ])
  const queue = new CommitQueue()
  queue.push(await graph.commit(a))
  queue.push(await graph.commit(b))
  const common: Oid[] = []
  /** Queued commits that are not stale: when none is left nothing better can come. */
  const fresh = new Set([a, b])
  for (let commit = queue.pop(); commit !== undefined && fresh.size > 0; commit = queue.pop()) {
    let passed = flags.get(commit.oid) ?? 0
    fresh.delete(commit.oid)
    if (passed === both) {
      common.push(commit.oid)
      passed |= stale
    }
    for (const parent of commit.parents) {
      const known = flags.get(parent) ?? 0
      if ((known & passed) === passed) continue
      flags.set(parent, known | passed)
      queue.push(await graph.commit(parent))
      if (((known | passed) & stale) === 0) fresh.add(parent)
      else fresh.delete(parent)
    }
  }
  return firstBest(graph, common)
}

/** With skewed clocks a commit is found before its descendant is, so what another one reaches is dropped. */
async function firstBest(graph: CommitGraph, common: readonly Oid[]): Promise<Oid | undefined> {
  const queue = new CommitQueue()
  for (const oid of new Set(common)) queue.push(await graph.commit(oid))
  if (queue.size < 2) return queue.pop()?.oid
  const beaten = new Set<Oid>()
  for (const oid of common) {
    if (beaten.has(oid)) continue
    const reached = await reachableFrom(graph, (await graph.commit(oid)).parents, undefined)
    for (const other of common) if (reached.has(other)) beaten.add(other)
  }
  for (let commit = queue.pop(); commit !== undefined; commit = queue.pop()) {
    if (!beaten.has(commit.oid)) return commit.oid
  }
  return undefined
}

/**
 * What `git rev-list -1 from -- path` names. A commit that leaves the path as one of its parents has it is skipped,
 * and only that parent is followed, so this is a walk without branches.
 */
export async function findLastChange(
  view: ObjectView,
  graph: CommitGraph,
  from: Oid,
  path: RepoPath,
): Promise<Oid | undefined> {
  let commit = await graph.commit(from)
  let state = await stateAt(view, commit.tree, path)
  for (;;) {
    if (commit.parents.length === 0) return state === undefined ? undefined : commit.oid
    let same: Oid | undefined
    for (const oid of commit.parents) {
      if ((await stateAt(view, (await graph.commit(oid)).tree, path)) !== state) continue
      same = oid
      break
    }
    if (same === undefined) return commit.oid
    commit = await graph.commit(same)
    state = await stateAt(view, commit.tree, path)
  }
}

async function stateAt(view: ObjectView, tree: Oid, path: RepoPath): Promise<string | undefined> {
  const entry = await view.entryAt(tree, path)
  return entry === undefined ? undefined : `${entry.mode} ${entry.oid}`
}
