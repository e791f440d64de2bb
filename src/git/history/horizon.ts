/**
 * The horizon: the part of history that can hold an annotated line. A root is an annotated commit without an annotated
 * ancestor; what its parents reach cannot matter, so blame need not go there. Bounded by topology, never by date:
 * with skewed clocks a date bound loses a fifth of the annotated lines.
 */
import type { Oid } from '../../base/ids.ts'
import type { HistoryEntry, Repository } from '../repository.ts'
import { type CommitAge, CommitAges } from './commit-ages.ts'

export interface Horizon {
  readonly head: Oid
  /** Parents of the roots, sorted: what `blame` is told not to look into. */
  readonly boundaries: readonly Oid[]
  /** The annotated commits that `head` reaches, and their descendants up to it. */
  readonly commits: CommitAges
}

export async function computeHorizon(
  repository: Repository,
  head: Oid,
  annotated: ReadonlySet<Oid>,
  signal?: AbortSignal,
): Promise<Horizon> {
  const seen: HistoryEntry[] = []
  let found = 0
  if (annotated.size > 0) {
    walk: for await (const batch of repository.history([head], signal)) {
      for (const entry of batch) {
        seen.push(entry)
        if (annotated.has(entry.oid)) found++
        if (found === annotated.size) break walk
      }
    }
  }
  const nothing = new CommitAges(new Uint8Array(), repository.layout.objectFormat)
  return addCommits({ head, boundaries: [], commits: nothing }, seen, annotated)
}

/**
 * The horizon of a commit that descends from the one an earlier horizon was made for, from the commits in between
 * alone; undefined when it does not descend from it. `annotated` may hold more commits than then, but only such as
 * stand in the earlier horizon or are newer.
 */
export async function extendHorizon(
  repository: Repository,
  earlier: Horizon,
  head: Oid,
  annotated: ReadonlySet<Oid> | { has(oid: Oid): boolean },
  signal?: AbortSignal,
): Promise<Horizon | undefined> {
  if (head === earlier.head) return earlier
  const seen: HistoryEntry[] = []
  let descends = false
  for await (const batch of repository.history([head], signal, [earlier.head])) {
    for (const entry of batch) {
      if (earlier.commits.get(entry.oid) !== undefined) continue
      seen.push(entry)
      // A path down to the earlier head ends at a child of it, which the earlier head cannot reach.
      descends ||= entry.parents.includes(earlier.head)
    }
  }
  return descends ? addCommits({ ...earlier, head }, seen, annotated) : undefined
}

/** `entries` come children first, as git lists them. */
function addCommits(
  { head, boundaries, commits }: Horizon,
  entries: readonly HistoryEntry[],
  annotated: { has(oid: Oid): boolean },
): Horizon {
  const added = new Map<Oid, CommitAge>()
  const edge = new Set(boundaries)
  for (const { oid, parents, seconds } of entries.toReversed()) {
    let parentAge = -1
    for (const parent of parents) {
      parentAge = Math.max(parentAge, (added.get(parent) ?? commits.get(parent))?.age ?? -1)
    }
    const isAnnotated = annotated.has(oid)
    if (parentAge < 0 && !isAnnotated) continue
    added.set(oid, { age: Math.max(seconds, parentAge + 1, 0), annotated: isAnnotated })
    if (parentAge < 0) for (const parent of parents) edge.add(parent)
  }
  return { head, boundaries: [...edge].sort(), commits: commits.with(added) }
}
