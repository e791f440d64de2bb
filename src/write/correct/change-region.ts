/** One region of a note changed in place, everything else left as it is. */
import { encodeAnnotation } from '../../annotation/encode-note.ts'
import { regionKey } from '../../annotation/region-identity.ts'
import type { Annotation, Correction, Region } from '../../annotation/schema.ts'
import { validateAnnotation } from '../../annotation/validate-annotation.ts'
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { Session } from '../../session.ts'
import { addMissingTraces } from '../add-missing-traces.ts'
import { Problems } from '../annotate/problems.ts'
import type { NotesChanged } from '../apply-changes.ts'
import { changeNotes } from '../change-notes.ts'
import { currentAnnotation } from '../current-annotation.ts'
import { refuseSecrets } from '../refuse-secrets.ts'

export interface RegionChange {
  readonly target: Oid
  /** Which region: asked again of the note as it is when it is written. */
  readonly find: (annotation: Annotation) => Region
  readonly correction: (region: Region) => Correction
  /** What to start from when the note is not here, but a remote's copy of it is. */
  readonly fallback?: Annotation
  readonly allowSecrets: boolean
  readonly message: string
}

/** Appends a correction. The original stays. */
export async function correctRegion(session: Session, change: RegionChange): Promise<NotesChanged<Region>> {
  const { target } = change
  return changeNotes(session, async (current) => {
    const hint = `git notes --ref=ultragit show ${target.slice(0, 12)}`
    const annotation = (await currentAnnotation(current, target, hint)) ?? change.fallback
    if (annotation === undefined)
      throw new UltragitError('not_found', `commit ${target.slice(0, 12)} has no annotation`, {
        hint: `ultragit annotate ${target.slice(0, 12)}`,
      })
    const region = change.find(annotation)
    const correction = change.correction(region)
    if (!change.allowSecrets) refuseSecrets({ correction })
    const corrected = { ...region, corrections: [...(region.corrections ?? []), correction] }
    const regions = annotation.regions.map((each) => (each === region ? corrected : each))
    const complete = await addMissingTraces(session.repository, { ...annotation, regions })
    const text = encodeAnnotation(checked(complete))
    return { changes: [{ target, text }], message: change.message, value: corrected }
  })
}

/** The region with this identity. */
export function regionByKey(key: string): RegionChange['find'] {
  return (annotation) => {
    const region = annotation.regions.find((each) => regionKey(annotation, each) === key)
    if (region !== undefined) return region
    throw new UltragitError('not_found', 'the region was removed meanwhile', { hint: 'read it again' })
  }
}

function checked(annotation: Annotation): Annotation {
  const validation = validateAnnotation(annotation)
  const problems = new Problems()
  for (const { path, message } of 'problems' in validation ? validation.problems : [])
    problems.add(path.replace(/^\$\.?/, ''), message)
  problems.throwIfAny()
  return annotation
}
