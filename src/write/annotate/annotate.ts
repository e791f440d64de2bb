/** Annotates a commit: the author's input, completed from the commit, put to what is there. */
import { encodeAnnotation } from '../../annotation/encode-note.ts'
import type { Annotation } from '../../annotation/schema.ts'
import { validateAnnotation } from '../../annotation/validate-annotation.ts'
import type { Oid } from '../../base/ids.ts'
import { notesRef, type Session } from '../../session.ts'
import { addMissingTraces } from '../add-missing-traces.ts'
import { changeNotes } from '../change-notes.ts'
import type { CommitFacts } from '../commit-facts.ts'
import { currentAnnotation } from '../current-annotation.ts'
import { CurrentNotes } from '../current-notes.ts'
import { readTip } from '../read-tip.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { type Conflict, checkDistinct, combineAnnotations } from './combine-annotations.ts'
import { completeAnnotation, type Stamp } from './complete-annotation.ts'
import type { AnnotationInput } from './parse-input.ts'
import { Problems } from './problems.ts'

export interface AnnotateRequest {
  readonly facts: CommitFacts
  readonly input: AnnotationInput
  /** What was found wrong while the input was read. */
  readonly problems: Problems
  readonly stamp: Stamp
  readonly conflict: Conflict
  readonly allowSecrets: boolean
  readonly dryRun: boolean
}

export interface Annotated {
  readonly target: Oid
  readonly annotation: Annotation
  readonly warnings: readonly string[]
  /** Undefined when it was written already, or not to be written. */
  readonly commit: Oid | undefined
  readonly restored: readonly Oid[]
}

export async function annotate(session: Session, request: AnnotateRequest): Promise<Annotated> {
  const { facts, input, problems, stamp } = request
  const target = facts.commit.oid
  const { annotation: fresh, warnings } = await completeAnnotation(facts, input, { stamp, problems })
  checkDistinct(fresh.regions, problems)
  problems.throwIfAny()
  const { commit: _commit, provenance: _provenance, ...said } = fresh
  if (!request.allowSecrets) refuseSecrets(said)
  const decide = async (current: CurrentNotes) => {
    const annotation = await decideAnnotation(session, current, fresh, request)
    const changes = [{ target, text: encodeAnnotation(annotation) }]
    return { changes, message: 'Notes added by ultragit annotate', value: annotation }
  }
  if (request.dryRun) {
    const tip = await readTip(session.repository, notesRef(session))
    const { value } = await decide(new CurrentNotes(session.repository, tip))
    return { target, annotation: value, warnings, commit: undefined, restored: [] }
  }
  const { value, commit, restored } = await changeNotes(session, decide)
  return { target, annotation: value, warnings, commit, restored }
}

async function decideAnnotation(
  { repository }: Session,
  current: CurrentNotes,
  fresh: Annotation,
  { facts, conflict }: AnnotateRequest,
): Promise<Annotation> {
  const target = facts.commit.oid
  const existing =
    conflict === 'replace'
      ? (await current.read(target))?.annotation
      : await currentAnnotation(current, target, 'ultragit annotate --replace writes it anew')
  if (existing === undefined) return fresh
  const problems = new Problems()
  const combined = combineAnnotations(existing, fresh, { target, conflict, problems })
  problems.throwIfAny()
  const annotation = await addMissingTraces(repository, combined)
  const validation = validateAnnotation(annotation)
  for (const { path, message } of 'problems' in validation ? validation.problems : [])
    problems.add(path.replace(/^\$\.?/, ''), `${message} (together with what is there)`)
  problems.throwIfAny()
  return annotation
}
