/**
 * Notes of ours that another program erased. A notes commit that changes one note only is somebody's decision, and
 * respected; one that also undoes a note of ours was made by a `git notes` that had not seen it. Reads only: readers
 * lay the found ones over the notes, writers put them back.
 */
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import type { OutboxEntry, RecordedEntry } from './outbox.ts'

/** A note as it should be. */
export type ErasedNote = Pick<OutboxEntry, 'target' | 'blob'>

export interface Inspection {
  readonly erased: readonly ErasedNote[]
  /** Commits of the tip's history back to where all was in order, newest first. */
  readonly commits: ReadonlySet<Oid>
}

export interface OutboxView {
  isOwn(ref: string, tip: Oid): boolean
  seen(ref: string): Oid | undefined
  entries(ref: string): RecordedEntry[]
}

const longestWalk = 5_000

/** Undefined when the tip is one of ours, as it nearly always is: there is nothing to look for. */
export async function findErased(
  repository: Repository,
  outbox: OutboxView,
  { ref, tip }: { readonly ref: string; readonly tip: Oid },
): Promise<Inspection | undefined> {
  if (outbox.isOwn(ref, tip)) return undefined
  const seen = outbox.seen(ref)
  const steps = await firstParents(repository, tip, seen)
  const commits = new Set(steps)
  const isReadable = seen !== undefined && (await repository.readCommits([seen])).has(seen)
  if (!isReadable) return { erased: [], commits }
  const changed = new Map(
    (await repository.diffNotes(seen, tip)).map(({ target, blobs }) => [target, blobs.join()]),
  )
  const suspects = lastWrites(outbox.entries(ref), commits).filter(({ target, blob, previous = '' }) => {
    const now = changed.get(target)
    return now !== undefined && now !== (blob ?? '') && (now === '' || now === previous)
  })
  const isOneStep = steps.at(-1) !== seen // the ref was put elsewhere: nobody knows by which steps
  const erased: ErasedNote[] = []
  for (const { target, blob } of suspects) {
    const together = isOneStep ? changed.size : await changedTogether(repository, steps, target)
    if (together > 1) erased.push({ target, blob })
  }
  return { erased, commits }
}

/** From the tip down to `until`, both included if it is met. */
async function firstParents(repository: Repository, tip: Oid, until: Oid | undefined): Promise<Oid[]> {
  const steps: Oid[] = []
  let next: Oid | undefined = tip
  while (next !== undefined && steps.length < longestWalk) {
    steps.push(next)
    if (next === until) break
    next = (await repository.readCommits([next])).get(next)?.parents[0]
  }
  return steps
}

/** What we last wrote on each target. A write whose process died before the ref moved was never made. */
function lastWrites(entries: readonly RecordedEntry[], commits: ReadonlySet<Oid>): RecordedEntry[] {
  const last = new Map<Oid, RecordedEntry>()
  for (const entry of entries) if (entry.done || commits.has(entry.commit)) last.set(entry.target, entry)
  return [...last.values()]
}

/** How many notes the commit changed that brought this one to where it is. */
async function changedTogether(repository: Repository, steps: readonly Oid[], target: Oid): Promise<number> {
  for (const [at, commit] of steps.entries()) {
    const parent = steps[at + 1]
    if (parent === undefined) break
    const changes = await repository.diffNotes(parent, commit)
    if (changes.some((change) => change.target === target)) return changes.length
  }
  return 0
}
