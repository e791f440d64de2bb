/** The annotation a command is about to change, or why it cannot. */
import type { Annotation } from '../annotation/schema.ts'
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { CurrentNote, CurrentNotes } from './current-notes.ts'

/** Undefined when the commit has none. What cannot be read would be lost by writing it anew, so that is refused. */
export async function currentAnnotation(
  current: CurrentNotes,
  target: Oid,
  hint: string,
): Promise<Annotation | undefined> {
  const note = await current.read(target)
  if (note === undefined) return undefined
  refuseMalformed(note, hint)
  return note.annotation
}

function refuseMalformed({ target, malformed }: CurrentNote, hint: string): void {
  const [first] = malformed
  if (first === undefined) return
  throw new UltragitError(
    'data_invalid',
    `the note on ${target.slice(0, 12)} has a part that cannot be read (${first.message}); writing it anew would drop it`,
    { hint },
  )
}

export async function requireAnnotation(current: CurrentNotes, target: Oid): Promise<Annotation> {
  const hint = `git notes --ref=ultragit show ${target.slice(0, 12)}`
  const annotation = await currentAnnotation(current, target, hint)
  if (annotation !== undefined) return annotation
  throw new UltragitError('not_found', `commit ${target.slice(0, 12)} has no annotation`, {
    hint: `ultragit annotate ${target.slice(0, 12)}`,
  })
}
