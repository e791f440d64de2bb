/** The whole document from what the author gave and what the commit says. Writes nothing. */
import { type Annotation, type Provenance, schemaId } from '../../annotation/schema.ts'
import { validateAnnotation } from '../../annotation/validate-annotation.ts'
import type { CommitFacts } from '../commit-facts.ts'
import { completeRegion } from './complete-region.ts'
import type { AnnotationInput } from './parse-input.ts'
import type { Problems } from './problems.ts'

export interface Stamp {
  /** ISO, in seconds. */
  readonly timestamp: string
  readonly author: string
}

export interface Completed {
  readonly annotation: Annotation
  readonly warnings: readonly string[]
}

const initial: Provenance = {
  operation: 'initial',
  derived_from: [],
  original_annotations_preserved: true,
  synthesis_notes: null,
}

/** Throws one error with all problems, those found in `problems` before included. */
export async function completeAnnotation(
  facts: CommitFacts,
  input: AnnotationInput,
  { stamp, problems }: { readonly stamp: Stamp; readonly problems: Problems },
): Promise<Completed> {
  const regions = []
  for (const region of input.regions) {
    const complete = await completeRegion(facts, region, problems)
    // One that could not be completed keeps its place, so that the paths of later problems stay right.
    regions.push(complete ?? { file: region.file, ...region.prose })
  }
  const document = {
    $schema: schemaId,
    commit: facts.commit.oid,
    timestamp: stamp.timestamp,
    author: stamp.author,
    ...input.header,
    regions,
    trace: await documentTrace(facts),
    provenance: initial,
  }
  const validation = validateAnnotation(document)
  for (const { path, message } of 'problems' in validation ? validation.problems : [])
    problems.add(path.replace(/^\$\.?/, ''), message)
  problems.throwIfAny()
  if ('problems' in validation) throw new TypeError('its problems were thrown')
  return { annotation: validation.annotation, warnings: problems.warnings }
}

/** What finds the commit's successor after it was rewritten. */
export async function documentTrace(facts: CommitFacts): Promise<NonNullable<Annotation['trace']>> {
  const { repository, commit } = facts
  const patchId = (await repository.patchIds([commit.oid])).get(commit.oid)
  return { ...(patchId === undefined ? {} : { patch_id: patchId }), tree: commit.tree }
}
