/** Puts back what another program erased, in a notes commit of its own. For whoever holds the write lock. */
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import type { NoteChange } from '../git/repository-writer.ts'
import { findErased } from '../store/find-erased.ts'
import { CurrentNotes } from './current-notes.ts'
import { moveNotesRef, type NotMoved, type WritePlace } from './move-notes-ref.ts'

type Mended = { readonly tip: Oid | undefined; readonly restored: readonly Oid[] } | NotMoved

export async function mendNotes(place: WritePlace, tip: Oid | undefined): Promise<Mended> {
  const { repository, ref, outbox } = place
  if (tip === undefined) {
    if (outbox.seen(ref) !== undefined) outbox.forget(ref) // somebody deleted the ref, and meant it
    return { tip, restored: [] }
  }
  const inspection = await findErased(repository, outbox, { ref, tip })
  // A write that was begun and not finished is at the tip, or on the way to it, or was never made.
  if (outbox.unfinished(ref).length > 0) outbox.settle(ref, inspection?.commits ?? new Set([tip]))
  if (inspection === undefined) return { tip, restored: [] }
  const changes = await changesBack(repository, inspection.erased)
  const current = new CurrentNotes(repository, tip)
  const moved = await moveNotesRef(place, current, { changes, message: 'Notes restored by ultragit' })
  if ('lockedBy' in moved) return moved
  if (moved.commit === undefined) outbox.setSeen(ref, tip)
  return { tip: moved.commit ?? tip, restored: changes.map(({ target }) => target) }
}

async function changesBack(
  repository: Repository,
  erased: readonly { readonly target: Oid; readonly blob: Oid | undefined }[],
): Promise<NoteChange[]> {
  const texts = await repository.readObjects(erased.flatMap(({ blob }) => blob ?? []))
  return erased.flatMap(({ target, blob }): NoteChange[] => {
    if (blob === undefined) return [{ target, text: undefined }]
    const bytes = texts.get(blob)?.bytes
    return bytes === undefined ? [] : [{ target, text: bytes }]
  })
}
