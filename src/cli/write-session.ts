/** The repository for a command that writes notes. */
import { messageOf } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Session } from '../session.ts'
import { requireWriter } from '../write/move-notes-ref.ts'
import { restoreErased } from '../write/restore-erased.ts'
import type { CommandData } from './command.ts'
import { openCommandSession } from './open-command-session.ts'

/** Refuses where notes cannot be written, before anything else is asked of the user. */
export async function withWriteSession<T>(
  data: CommandData,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await openCommandSession(data)
  try {
    requireWriter(session.repository)
    return await work(session)
  } finally {
    session.close()
  }
}

export function reportRestored(restored: readonly Oid[], { output }: CommandData): void {
  if (restored.length === 0) return
  const notes = restored.length === 1 ? 'a note' : `${restored.length} notes`
  output.note(`restored ${notes} that another program had erased`)
}

/** For a command that only reads: what cannot be restored here is no reason not to answer. */
export async function restoreBeforeReading(session: Session, data: CommandData): Promise<void> {
  try {
    reportRestored(await restoreErased(session), data)
  } catch (error) {
    data.output.warn(`notes that another program erased could not be restored: ${messageOf(error)}`)
  }
}
