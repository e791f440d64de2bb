/** What an author gives: only what only they know. Checked as it came, with a JSON path for each mistake. */
import { isJsonObject, type JsonObject } from '../../annotation/json-object.ts'
import type { Annotation, Region } from '../../annotation/schema.ts'
import { normalisePath, type RepoPath } from '../../base/ids.ts'
import type { LineRange } from '../../base/lines.ts'
import { nearestNames } from '../../base/nearest-names.ts'
import type { Problems } from './problems.ts'

/** Prose and lists of a region, as the schema has them. */
type RegionProse = Pick<
  Region,
  | 'intent'
  | 'reasoning'
  | 'alternatives'
  | 'constraints'
  | 'semantic_dependencies'
  | 'related_annotations'
  | 'tags'
  | 'risk_notes'
>

export interface RegionInput {
  /** Where it stands in the input: `regions[0]`. */
  readonly at: string
  readonly file: RepoPath
  readonly anchor: string | undefined
  readonly lines: LineRange | undefined
  readonly prose: RegionProse
}

export interface AnnotationInput {
  readonly header: Pick<Annotation, 'summary' | 'author' | 'task' | 'context_level' | 'cross_cutting'>
  readonly regions: readonly RegionInput[]
}

const documentFields = ['summary', 'author', 'task', 'context_level', 'regions', 'cross_cutting']
const proseFields = [
  'intent',
  'reasoning',
  'alternatives',
  'constraints',
  'semantic_dependencies',
  'related_annotations',
  'tags',
  'risk_notes',
]
const regionFields = ['file', 'anchor', 'ast_anchor', 'lines', ...proseFields]
/** Ours to fill in: harmless when they come with a document that was written before, and not taken from it. */
const documentFacts = ['$schema', 'schema', 'commit', 'timestamp', 'trace', 'provenance']
const regionFacts = ['commit', 'timestamp', 'author', 'trace', 'corrections', 'field_origins', 'unit_type']

/** The shape only: whether files, anchors and lines exist is for the commit to say. */
export function parseInput(value: unknown, problems: Problems): AnnotationInput {
  if (!isJsonObject(value)) {
    problems.add('', 'it must be a JSON object with "summary" and "regions"')
    return { header: { summary: '' }, regions: [] }
  }
  checkFields(value, '', { known: documentFields, ours: documentFacts }, problems)
  const regions = value.regions ?? []
  if (!Array.isArray(regions)) problems.add('regions', 'must be a list')
  return {
    header: withoutBlanks({
      summary: value.summary,
      author: value.author,
      task: value.task,
      context_level: value.context_level ?? 'enhanced',
      cross_cutting: value.cross_cutting,
    }) as unknown as AnnotationInput['header'], // held against the schema when the whole is complete
    regions: (Array.isArray(regions) ? regions : []).flatMap((region: unknown, at) => {
      return parseRegion(region, `regions[${at}]`, problems) ?? []
    }),
  }
}

function parseRegion(value: unknown, at: string, problems: Problems): RegionInput | undefined {
  if (!isJsonObject(value)) {
    problems.add(at, 'must be an object with "file" and "intent"')
    return undefined
  }
  checkFields(value, at, { known: regionFields, ours: regionFacts }, problems)
  if (value.intent === undefined) problems.add(`${at}.intent`, 'is missing')
  const file = parseFile(value.file, `${at}.file`, problems)
  const anchor = parseAnchor(value, at, problems)
  const lines = parseLines(value.lines, `${at}.lines`, problems)
  const prose = withoutBlanks({
    ...Object.fromEntries(proseFields.map((field) => [field, value[field]])),
    constraints: eachAs(value.constraints, (text) => ({ text, source: 'author' })),
    alternatives: eachAs(value.alternatives, (approach) => ({ approach })),
  })
  if (file === undefined) return undefined
  return { at, file, anchor, lines, prose: prose as unknown as RegionProse } // the schema decides at the end
}

function parseFile(file: unknown, at: string, problems: Problems): RepoPath | undefined {
  if (file === undefined) problems.add(at, 'is missing')
  else if (typeof file !== 'string') problems.add(at, 'must be a path')
  else {
    const path = normalisePath(file)
    if (path === undefined) problems.add(at, `'${file}' is not a path inside the repository`)
    return path
  }
  return undefined
}

function parseAnchor(region: JsonObject, at: string, problems: Problems): string | undefined {
  const { anchor, ast_anchor: full } = region
  const given = anchor ?? (isJsonObject(full) ? full.name : full)
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given === 'string' && given.trim() !== '') return given
  problems.add(`${at}.anchor`, 'must be the name of a unit')
  return undefined
}

/** `{"start":1,"end":2}`, or as one writes it: `"1-2"`, `7`. */
function parseLines(lines: unknown, at: string, problems: Problems): LineRange | undefined {
  if (lines === undefined || lines === null || lines === '') return undefined
  const [, from, to] = /^(\d+)(?:[-,](\d+))?$/.exec(String(lines)) ?? []
  const { start, end } = isJsonObject(lines)
    ? lines
    : { start: Number(from ?? Number.NaN), end: Number(to ?? from ?? Number.NaN) }
  if (isLine(start) && isLine(end) && start <= end) return { start, end }
  problems.add(at, 'must be like {"start": 10, "end": 20}, counted from 1')
  return undefined
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

function checkFields(
  value: JsonObject,
  at: string,
  { known, ours }: { readonly known: readonly string[]; readonly ours: readonly string[] },
  problems: Problems,
): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key) || ours.includes(key)) continue
    const [nearest] = nearestNames(key, known, 1)
    const hint = nearest === undefined ? '' : `; did you mean '${nearest}'?`
    problems.add(at === '' ? key : `${at}.${key}`, `is not a field of an annotation${hint}`)
  }
}

function eachAs(list: unknown, make: (text: string) => JsonObject): unknown {
  if (typeof list === 'string') return list.trim() === '' ? undefined : [make(list)]
  if (!Array.isArray(list)) return list
  return list
    .filter((item) => typeof item !== 'string' || item.trim() !== '')
    .map((item: unknown) => (typeof item === 'string' ? make(item) : item))
}

/** A form not filled in says nothing; only what must be there stays blank, and is then complained about. */
function withoutBlanks(fields: JsonObject): JsonObject {
  const required = new Set(['summary', 'intent'])
  const said = Object.entries(fields).filter(([key, value]) => {
    if (value === undefined || value === null) return false
    if (typeof value === 'string') return value.trim() !== '' || required.has(key)
    return !Array.isArray(value) || value.length > 0
  })
  return Object.fromEntries(said)
}
