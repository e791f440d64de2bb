/** All commits that some commits reach, themselves included. By topology alone: dates lie. */
import { throwIfAborted } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { CommitGraph } from './commit-graph.ts'

export async function reachableFrom(
  graph: CommitGraph,
  tips: readonly Oid[],
  signal: AbortSignal | undefined,
): Promise<Set<Oid>> {
  const seen = new Set<Oid>(tips)
  // A set can be iterated while it grows.
  for (const oid of seen) {
    throwIfAborted(signal)
    for (const parent of (await graph.commit(oid)).parents) seen.add(parent)
  }
  return seen
}
