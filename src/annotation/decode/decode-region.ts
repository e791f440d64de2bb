import { isOid, normalisePath } from '../../base/ids.ts'
import { isJsonObject, type JsonObject } from '../json-object.ts'
import type { Region } from '../schema.ts'
import {
  aliased,
  type Decoder,
  decodeFields,
  type Fields,
  filledText,
  list,
  nullable,
  object,
  objectWith,
  oneOf,
  type Place,
  plainAs,
  record,
  text,
  timestamp,
} from './decoders.ts'
import { quoted } from './note-problems.ts'

/** What a region takes from its document when it lacks it. */
export interface RegionContext {
  readonly summary: string
  readonly constraintSource: 'author' | 'inferred'
}

/** A region of any shape a tool may have given it; undefined (and named as malformed) when it says nothing. */
export function decodeRegion(value: unknown, context: RegionContext, place: Place): Region | undefined {
  if (!isJsonObject(value)) return skip(place, 'not an object')
  const source = withoutVagueCommit(withAnchor(value))
  const file = typeof source.file === 'string' ? normalisePath(source.file) : undefined
  if (file === undefined) {
    return skip(
      place,
      typeof source.file === 'string' ? `no path in the repository: ${quoted(source.file)}` : 'no file',
    )
  }
  const decoded = decodeFields(source, regionFields(context.constraintSource), place)
  if (decoded.intent !== undefined) return asRegion(decoded.file === file ? decoded : { ...decoded, file })
  const intent = substituteIntent(decoded, context.summary)
  if (intent === undefined) return skip(place, 'no intent and no other text')
  place.problems.repaired(`${place.path} of ${quoted(file)} has no intent`)
  return asRegion({ ...decoded, file, intent })
}

function skip(place: Place, why: string): undefined {
  place.problems.malformed(`skipped ${place.path}: ${why}`)
}

function asRegion(decoded: JsonObject): Region {
  return decoded as Region // every known field went through its decoder; file and intent are set by the caller
}

/** The anchor under its other names: `anchor`, a plain string, `unit_type` beside it. */
function withAnchor(region: JsonObject): JsonObject {
  if (isJsonObject(region.ast_anchor) && !('anchor' in region) && !('unit_type' in region)) return region
  const alias = namesUnit(region.ast_anchor) ? undefined : region.anchor
  const given = alias ?? region.ast_anchor
  if (!namesUnit(given)) return region
  const named = typeof given === 'string' ? { name: given } : given
  const { anchor, unit_type: unitType, ...rest } = region
  const takesType = typeof unitType === 'string' && named.type === undefined && named.unit_type === undefined
  return {
    ...rest,
    ast_anchor: takesType ? { ...named, type: unitType } : named,
    ...(alias === undefined && anchor !== undefined ? { anchor } : {}),
    ...(takesType || unitType === undefined ? {} : { unit_type: unitType }),
  }
}

function namesUnit(value: unknown): value is string | JsonObject {
  return isJsonObject(value) || (typeof value === 'string' && value.trim() !== '')
}

/** A commit that is no full oid (an abbreviation, a ref name) means the document's. */
function withoutVagueCommit(region: JsonObject): JsonObject {
  if (!('commit' in region)) return region
  const { commit, ...rest } = region
  const oid = typeof commit === 'string' ? commit.toLowerCase() : ''
  return isOid(oid) ? { ...rest, commit: oid } : rest
}

/** The summary, which every region of a document shares, else the first thing the region does say. */
function substituteIntent(decoded: JsonObject, summary: string): string | undefined {
  const said = ['reasoning', 'risk_notes', 'constraints', 'alternatives', 'semantic_dependencies'].flatMap(
    (field) => firstText(decoded[field]),
  )
  return said.length === 0 ? undefined : [summary, ...said].find((candidate) => candidate.trim() !== '')
}

function firstText(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  if (!isJsonObject(first)) return []
  const found = first.text ?? first.approach ?? first.nature
  return typeof found === 'string' ? firstText(found) : []
}

const pathInRepository: Decoder = (value) => (typeof value === 'string' ? normalisePath(value) : undefined)

/** A name; an anchor object gives its own. */
const anchorName: Decoder = (value, place) => text(isJsonObject(value) ? value.name : value, place)

const lines: Decoder = (value, place) => {
  if (!isJsonObject(value)) return undefined
  const { start, end = start } = value
  if (!isLineNumber(start) || !isLineNumber(end)) return undefined
  if (start <= end) return { ...value, start, end }
  place.problems.repaired(`${place.path} ran backwards`)
  return { ...value, start: end, end: start }
}

function isLineNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1
}

const origin = object({ timestamp, author: text })
export const fieldOrigins = record(origin)

const correction = aliased(
  'correction_text',
  'reason',
  objectWith(['correction_type', 'field'], {
    field: text,
    correction_type: oneOf('flag', 'remove', 'amend', 'resolve'),
    correction_text: text,
    target_value: nullable(text),
    replacement: nullable(text),
    timestamp,
    author: text,
  }),
)

const commonFields: Fields = {
  file: pathInRepository,
  ast_anchor: aliased(
    'type',
    'unit_type',
    objectWith(['name'], { type: text, name: filledText, signature: text }),
  ),
  lines,
  intent: filledText,
  reasoning: text,
  alternatives: list(
    plainAs(
      'approach',
      aliased(
        'rejected_because',
        'reason',
        objectWith(['approach'], { approach: filledText, rejected_because: text }),
      ),
    ),
  ),
  semantic_dependencies: list(
    objectWith(['file'], { file: pathInRepository, anchor: anchorName, nature: text }),
  ),
  related_annotations: list(
    plainAs('commit', objectWith(['commit'], { commit: filledText, anchor: anchorName, relationship: text })),
  ),
  tags: list(text),
  risk_notes: text,
  commit: text,
  timestamp: nullable(timestamp),
  author: nullable(text),
  field_origins: fieldOrigins,
  trace: object({ blob: text, unit: text, added: text }),
  corrections: list(correction),
}

const constraint = objectWith(['text'], { text: filledText, source: oneOf('author', 'inferred') })

const fieldsBySource = {
  author: { ...commonFields, constraints: list(plainAs('text', constraint, { source: 'author' })) },
  inferred: { ...commonFields, constraints: list(plainAs('text', constraint, { source: 'inferred' })) },
} as const

function regionFields(source: 'author' | 'inferred'): Fields {
  return fieldsBySource[source]
}
