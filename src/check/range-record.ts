/** What git says about a range. Its ends name it for good, so it is asked once, unless there is very much of it. */
import type { Oid } from '../base/ids.ts'
import type { FileChange, HistoryEntry, Repository } from '../git/repository.ts'
import { type Index, keyOf } from '../store/index.ts'
import type { ChangeRange } from './change-range.ts'

export interface CommitDetails {
  readonly message: string
  /** Against its first parent. */
  readonly changes: readonly FileChange[]
}

export type ReadDetails = (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, CommitDetails>>

interface RangeRecord {
  readonly entries: readonly HistoryEntry[]
  readonly details: readonly (readonly [Oid, CommitDetails])[]
  readonly changes: readonly FileChange[]
}

/** A longer one is read in portions, which are not kept. */
const mostCommits = 500

export function findRecord({ cache }: Index, range: ChangeRange): RangeRecord | undefined {
  return cache.get<RangeRecord>('range', nameOf(range))
}

export function keepRecord({ cache }: Index, range: ChangeRange, record: RangeRecord): void {
  if (record.entries.length <= mostCommits) cache.put('range', nameOf(range), record)
}

/** From git, each noted in `details` as far as it may be kept. */
export function detailsFrom(
  repository: Repository,
  details: (readonly [Oid, CommitDetails])[],
  signal: AbortSignal | undefined,
): ReadDetails {
  return async (commits) => {
    const [read, changes] = await Promise.all([
      repository.readCommits(commits),
      repository.changesOf(commits, signal),
    ])
    const found = commits.map((oid) => {
      const one = { message: read.get(oid)?.message ?? '', changes: changes.get(oid) ?? [] }
      return [oid, one] as const
    })
    if (details.length < mostCommits) details.push(...found)
    return new Map(found)
  }
}

function nameOf({ head, base, not }: ChangeRange): string {
  return keyOf(head, base ?? '', ...not)
}
