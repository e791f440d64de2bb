/** One attempt to write a notes commit and move the ref to it. For whoever holds the write lock. */
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import type { NoteChange, RepositoryWriter } from '../git/repository-writer.ts'
import type { Outbox, OutboxEntry } from '../store/outbox.ts'
import type { CurrentNotes } from './current-notes.ts'

export interface WritePlace {
  readonly repository: Repository
  readonly ref: string
  readonly outbox: Outbox
}

/** Another program moved the ref first, or holds the named lock. */
export interface NotMoved {
  readonly lockedBy: string | undefined
}

export interface NotesMove {
  readonly changes: readonly NoteChange[]
  readonly merged?: readonly Oid[]
  readonly adopt?: Oid
  readonly message: string
}

/** The new notes commit (undefined when there is nothing to change), or why the ref did not move. */
export async function moveNotesRef(
  { repository, ref, outbox }: WritePlace,
  current: CurrentNotes,
  { changes, merged = [], adopt, message }: NotesMove,
): Promise<{ readonly commit: Oid | undefined } | NotMoved> {
  const writer = requireWriter(repository)
  const entries = await realChanges(current, changes)
  if (entries.length === 0 && merged.length === 0 && adopt === undefined) return { commit: undefined }
  const commit = adopt ?? (await writer.writeNotes(current.tip, entries, message, merged))
  outbox.begin(ref, commit, entries)
  const outcome = await writer.updateRefs([{ ref, to: commit, from: current.tip }])
  if (outcome === 'done') {
    outbox.finish(ref, commit)
    return { commit }
  }
  outbox.abandon(ref, commit)
  return { lockedBy: outcome === 'moved' ? undefined : outcome.lockedBy }
}

export function requireWriter(repository: Repository): RepositoryWriter {
  if (repository.writer !== undefined) return repository.writer
  throw new UltragitError('git_failed', 'writing notes needs an installed git', {
    hint: 'install git; if ultragit.git is set to embedded: git config ultragit.git auto',
  })
}

type PlannedEntry = OutboxEntry & Pick<NoteChange, 'text'>

/** The last word on each target, without what is there already. */
export async function realChanges(
  current: CurrentNotes,
  changes: readonly NoteChange[],
): Promise<PlannedEntry[]> {
  const entries: PlannedEntry[] = []
  for (const { target, text } of new Map(changes.map((change) => [change.target, change])).values()) {
    const blob = text === undefined ? undefined : current.hashOf(text)
    const before = (await current.blobsOf(target)).join()
    if (before !== (blob ?? '')) entries.push({ target, text, blob, previous: before || undefined })
  }
  return entries
}
