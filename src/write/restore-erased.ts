/** Brings back notes of ours that another program erased: at the start of every command that reads notes. */
import type { Oid } from '../base/ids.ts'
import { notesRef, type Session } from '../session.ts'
import { Outbox } from '../store/outbox.ts'
import { changeNotes } from './change-notes.ts'

/** The targets whose notes are back. Nearly always none, for the price of one question to a small file. */
export async function restoreErased(session: Session): Promise<readonly Oid[]> {
  if (session.repository.writer === undefined || !(await isStrangeTip(session))) return []
  const nothing = { changes: [], message: '', value: undefined }
  return (await changeNotes(session, async () => nothing)).restored
}

/** The notes ref stands on a commit that is not ours, although we wrote there before. */
async function isStrangeTip(session: Session): Promise<boolean> {
  const { repository } = session
  const ref = notesRef(session)
  const outbox = Outbox.openExisting(repository.layout)
  if (outbox === undefined) return false
  try {
    const tip = await repository.resolve(ref)
    return tip !== undefined && outbox.seen(ref) !== undefined && !outbox.isOwn(ref, tip)
  } finally {
    outbox.close()
  }
}
