/** The notes of another ref, in whatever dialect, as annotations of ours. */
import { decodeNote } from '../../annotation/decode-note.ts'
import { encodeAnnotation } from '../../annotation/encode-note.ts'
import type { Annotation } from '../../annotation/schema.ts'
import { validateAnnotation } from '../../annotation/validate-annotation.ts'
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { Session } from '../../session.ts'
import { addMissingTraces } from '../add-missing-traces.ts'
import { readTip } from '../read-tip.ts'
import type { ExchangedNote } from './exchange-line.ts'
import { readNotes } from './export-notes.ts'

export interface ConvertedRef {
  readonly notes: readonly ExchangedNote[]
  /** Each names its target. */
  readonly warnings: readonly string[]
}

const portion = 500

export async function convertRef({ repository }: Session, ref: string): Promise<ConvertedRef> {
  const tip = await readTip(repository, ref)
  if (tip === undefined)
    throw new UltragitError('not_found', `the notes ref '${ref}' does not exist`, {
      hint: 'git for-each-ref refs/notes/',
    })
  const listed = await repository.listNotes(tip)
  const notes: ExchangedNote[] = []
  const warnings: string[] = []
  for (let at = 0; at < listed.length; at += portion) {
    for (const { target, bytes } of await readNotes(repository, listed.slice(at, at + portion))) {
      const { annotation, malformed, repaired } = decodeNote(bytes, target)
      const short = target.slice(0, 12)
      for (const { message } of malformed) warnings.push(`${short}: skipped: ${message}`)
      for (const { message } of repaired) warnings.push(`${short}: repaired: ${message}`)
      if (annotation === undefined) continue
      const converted = await addMissingTraces(repository, imported(annotation, target, ref))
      const validation = validateAnnotation(converted)
      if ('annotation' in validation) notes.push({ target, bytes: Buffer.from(encodeAnnotation(converted)) })
      else
        warnings.push(
          `${short}: skipped: ${validation.problems.map(({ path, message }) => `${path} ${message}`)[0]}`,
        )
    }
  }
  return { notes, warnings }
}

function imported(annotation: Annotation, target: Oid, ref: string): Annotation {
  const { provenance } = annotation
  const isAbroad = annotation.commit !== target
  return {
    ...annotation,
    provenance: {
      ...provenance,
      operation: 'import',
      derived_from: [
        ...new Set([...(provenance?.derived_from ?? []), ...(isAbroad ? [annotation.commit] : [])]),
      ],
      original_annotations_preserved: true,
      synthesis_notes: `from ${ref}`,
    },
  }
}
