/** The object a user means when they name an annotated commit: it need not be here any more. */
import { UltragitError } from '../base/errors.ts'
import { isOid, type Oid } from '../base/ids.ts'
import { notesRef, type Session } from '../session.ts'

export async function noteTarget(session: Session, revision: string): Promise<Oid> {
  const { repository } = session
  const oid = await repository.resolve(revision)
  if (oid !== undefined) return oid
  if (isOid(revision)) return revision
  const tip = /^[0-9a-f]{4,}$/.test(revision) ? await repository.resolve(notesRef(session)) : undefined
  const notes = tip === undefined ? [] : await repository.listNotes(tip)
  const [found, second] = notes.filter(({ target }) => target.startsWith(revision))
  if (found !== undefined && second === undefined) return found.target
  throw new UltragitError('not_found', `'${revision}' names no commit and no annotated object`, {
    hint: 'git notes --ref=ultragit list',
  })
}
