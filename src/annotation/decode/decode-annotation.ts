import { isOid, type Oid } from '../../base/ids.ts'
import { isJsonObject, type JsonObject } from '../json-object.ts'
import { type Annotation, type Region, schemaId } from '../schema.ts'
import { decodeRegion, fieldOrigins } from './decode-region.ts'
import {
  boolean,
  type Decoder,
  decodeFields,
  type Fields,
  filledText,
  list,
  nullable,
  object,
  objectWith,
  oneOf,
  Place,
  plainAs,
  text,
  timestamp,
} from './decoders.ts'
import type { NoteProblems } from './note-problems.ts'

/** One document of our own shape (other dialects are mapped onto it first), whatever is wrong with its parts. */
export function decodeAnnotation(document: JsonObject, target: Oid, problems: NoteProblems): Annotation {
  const { $schema: _id, commit, regions, ...rest } = document
  const head = decodeFields(rest, documentFields, Place.start(problems))
  const summary = typeof head.summary === 'string' ? head.summary : ''
  if (head.summary === undefined) problems.repaired('the document has no summary')
  const annotation = {
    ...head,
    $schema: schemaId,
    commit: commitOf(commit, target),
    summary,
    regions: decodeRegions(regions, summary, head.context_level, problems),
  }
  return annotation as Annotation // every known field went through its decoder
}

/** Only another full oid is another commit: people write abbreviations, `HEAD` and branch names here. */
function commitOf(commit: unknown, target: Oid): Oid {
  const oid = typeof commit === 'string' ? commit.toLowerCase() : ''
  return isOid(oid) ? oid : target
}

function decodeRegions(regions: unknown, summary: string, level: unknown, problems: NoteProblems): Region[] {
  if (regions !== undefined && regions !== null && !Array.isArray(regions))
    problems.repaired('regions is no list')
  const context = { summary, constraintSource: level === 'inferred' ? 'inferred' : 'author' } as const
  const place = Place.start(problems).at('regions')
  const decoded: Region[] = []
  for (const [index, region] of (Array.isArray(regions) ? regions : []).entries()) {
    const one = decodeRegion(region, context, place.at(index))
    if (one !== undefined) decoded.push(one)
  }
  return decoded
}

/** `path:anchor`, also when it was given as an object. */
const regionReference: Decoder = (value, place) => {
  if (!isJsonObject(value)) return text(value, place)
  if (typeof value.file !== 'string') return undefined
  return typeof value.anchor === 'string' ? `${value.file}:${value.anchor}` : value.file
}

const contextLevel = oneOf('enhanced', 'inferred')

const operation: Decoder = (value, place) => {
  const known = oneOf('initial', 'amend', 'rebase', 'squash', 'import')(value, place)
  if (known === undefined) place.problems.repaired(`${place.path} is unknown, read as initial`)
  return known ?? 'initial'
}

const provenance: Decoder = (value, place) => {
  if (!isJsonObject(value)) return undefined
  const fields = {
    operation,
    derived_from: list(text),
    original_annotations_preserved: boolean,
    synthesis_notes: nullable(text),
  }
  return { operation: 'initial', ...decodeFields(value, fields, place) }
}

const documentFields: Fields = {
  timestamp,
  author: text,
  task: text,
  summary: text,
  context_level: contextLevel,
  cross_cutting: list(
    plainAs(
      'description',
      objectWith(['description'], { description: filledText, regions: list(regionReference), nature: text }),
    ),
  ),
  commit_entries: list(
    objectWith(['field', 'text'], {
      field: oneOf('reasoning', 'alternatives', 'constraints', 'risk_notes'),
      text: filledText,
      rejected_because: text,
    }),
  ),
  other_summaries: list(
    objectWith(['summary'], {
      timestamp,
      author: text,
      task: text,
      summary: filledText,
      context_level: contextLevel,
    }),
  ),
  field_origins: fieldOrigins,
  trace: object({ patch_id: text, tree: text }),
  provenance,
}
