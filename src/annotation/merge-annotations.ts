/**
 * Merging annotations, without ever asking anyone. The merge of two is commutative, associative and idempotent, so
 * replicas that saw the same documents end with the same bytes, in whatever order they met them.
 *
 * - Regions are united by identity (`regionKey`); a document from another commit keeps that commit in its regions.
 * - Prose: the later text wins, a different earlier one stays as a flag. Other single values: the later one wins.
 * - Lists are united. Summary, task, author, time and context level go together with the later document; other
 *   documents' summaries stay in `other_summaries`.
 * - Removals count only against a common base.
 */
import type { Oid } from '../base/ids.ts'
import { encodeAnnotation } from './encode-note.ts'
import { assemble, mergeStates, takeApart } from './merge/annotation-state.ts'
import type { Annotation } from './schema.ts'

/** Two documents as one. `target` is the commit the note hangs on. */
export function mergeAnnotations(a: Annotation, b: Annotation, target: Oid): Annotation {
  return mergeWithBase(undefined, a, b, target)
}

/** Two documents that started from the same one. Commutative in `ours` and `theirs`. */
export function mergeWithBase(
  base: Annotation | undefined,
  ours: Annotation,
  theirs: Annotation,
  target: Oid,
): Annotation {
  // An untouched document stays as it was written, down to the order of its lists.
  const [ourText, theirText] = [encodeAnnotation(ours), encodeAnnotation(theirs)]
  if (ourText === theirText) return ours
  const baseText = base && encodeAnnotation(base)
  if (baseText === ourText) return theirs
  if (baseText === theirText) return ours
  const commit = ours.commit === theirs.commit ? ours.commit : target
  const baseState = base && takeApart(base, base.commit)
  return assemble(mergeStates(baseState, takeApart(ours, commit), takeApart(theirs, commit)))
}
