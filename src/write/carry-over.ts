/** Annotations of commits that became another one, merged there with where they came from. */
import { encodeAnnotation } from '../annotation/encode-note.ts'
import { mergeAnnotations } from '../annotation/merge-annotations.ts'
import { regionKey } from '../annotation/region-identity.ts'
import type { Annotation, Provenance } from '../annotation/schema.ts'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import type { NoteChange } from '../git/repository-writer.ts'
import { addMissingTraces } from './add-missing-traces.ts'
import type { CurrentNotes } from './current-notes.ts'

export interface Succession {
  readonly target: Oid
  readonly sources: readonly Oid[]
  readonly operation: Provenance['operation']
  /** How the successor was found, for whoever reads the note. */
  readonly reason?: string
  /** Sources of which only some regions belong here, by their identity. */
  readonly regions?: ReadonlyMap<Oid, ReadonlySet<string>>
}

export interface CarriedOver {
  readonly change: NoteChange
  readonly annotation: Annotation
  /** The sources that had an annotation. */
  readonly sources: readonly Oid[]
}

/** Undefined when none of the sources has an annotation, or all they say stands there already. */
export async function carryOver(
  repository: Repository,
  current: CurrentNotes,
  succession: Succession,
): Promise<CarriedOver | undefined> {
  const { target } = succession
  const note = await current.read(target)
  const own = note?.annotation
  const found: { source: Oid; annotation: Annotation }[] = []
  for (const source of new Set(succession.sources)) {
    const annotation = source === target ? undefined : (await current.read(source))?.annotation
    if (annotation === undefined) continue
    const part = onlyRegions(annotation, succession.regions?.get(source))
    found.push({ source, annotation: await addMissingTraces(repository, part) })
  }
  // What was carried over before is not carried again, so that a region removed since stays removed. Several documents
  // are git's own copies, just made: they become one.
  const isJoined = (note?.documents ?? 0) > 1
  const known = new Set(isJoined ? [] : own?.provenance?.derived_from)
  const news = found.filter(({ source }) => !known.has(source))
  const [first, ...others] = [
    ...(own === undefined ? [] : [own]),
    ...news.map(({ annotation }) => annotation),
  ]
  if (first === undefined || news.length === 0) return undefined
  const merged = others.reduce((all, next) => mergeAnnotations(all, next, target), onTarget(first, target))
  const annotation = withProvenance(
    merged,
    succession,
    found.map(({ source }) => source),
  )
  const text = encodeAnnotation(annotation)
  return { change: { target, text }, annotation, sources: found.map(({ source }) => source) }
}

function onlyRegions(annotation: Annotation, keys: ReadonlySet<string> | undefined): Annotation {
  if (keys === undefined) return annotation
  return {
    ...annotation,
    regions: annotation.regions.filter((region) => keys.has(regionKey(annotation, region))),
  }
}

/** Merging with an empty document of the target gives every region the commit its lines belong to. */
function onTarget(annotation: Annotation, target: Oid): Annotation {
  if (annotation.commit === target) return annotation
  return mergeAnnotations(
    annotation,
    { $schema: 'ultragit/v1', commit: target, summary: '', regions: [] },
    target,
  )
}

function withProvenance(
  annotation: Annotation,
  { operation, reason }: Succession,
  sources: readonly Oid[],
): Annotation {
  const before = annotation.provenance
  const derived = [...new Set([...(before?.derived_from ?? []), ...sources])].sort()
  return {
    ...annotation,
    provenance: {
      ...before,
      operation,
      derived_from: derived,
      original_annotations_preserved: true,
      synthesis_notes: reason ?? before?.synthesis_notes ?? null,
    },
  }
}
