/** Takes an annotation back, or one region of it. */
import { encodeAnnotation } from '../annotation/encode-note.ts'
import type { Annotation } from '../annotation/schema.ts'
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Session } from '../session.ts'
import type { NotesChanged } from './apply-changes.ts'
import { changeNotes } from './change-notes.ts'
import { findRegion } from './correct/find-region.ts'
import { requireAnnotation } from './current-annotation.ts'

export interface RemoveRequest {
  readonly target: Oid
  readonly region: string | undefined
}

export async function removeAnnotation(
  session: Session,
  { target, region }: RemoveRequest,
): Promise<NotesChanged<undefined>> {
  return changeNotes(session, async (current) => {
    const message = 'Notes removed by ultragit remove'
    if ((await current.blobsOf(target)).length === 0)
      throw new UltragitError('not_found', `${target.slice(0, 12)} has no annotation`, {
        hint: 'git notes --ref=ultragit list',
      })
    // A note that cannot be read can be removed all the same, as a whole.
    const text =
      region === undefined ? undefined : withoutRegion(await requireAnnotation(current, target), region)
    return { changes: [{ target, text }], message, value: undefined }
  })
}

/** Undefined when nothing is left to say. */
export function withoutRegion(annotation: Annotation, name: string): string | undefined {
  const region = findRegion(annotation, name)
  const regions = annotation.regions.filter((each) => each !== region)
  const isEmpty =
    regions.length === 0 && (annotation.commit_entries ?? []).length === 0 && annotation.summary.trim() === ''
  return isEmpty ? undefined : encodeAnnotation({ ...annotation, regions })
}
