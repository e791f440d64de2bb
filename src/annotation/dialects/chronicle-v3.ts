import { isJsonObject, type JsonObject } from '../json-object.ts'
import { fromChronicleProvenance } from './chronicle-provenance.ts'
import { RegionBuilder, type Saying } from './region-builder.ts'

/** `chronicle/v3`: a summary and `wisdom`, entries with a category, some with a file and lines. */
export function fromChronicleV3(document: JsonObject): JsonObject {
  const { wisdom, provenance, ...rest } = document
  const origin = fromChronicleProvenance(provenance)
  const source = origin.context_level === 'inferred' ? 'inferred' : 'author'
  const builder = new RegionBuilder()
  const commitEntries: JsonObject[] = []
  const unread: unknown[] = []
  for (const entry of Array.isArray(wisdom) ? wisdom : []) {
    if (!isJsonObject(entry) || typeof entry.content !== 'string') unread.push(entry)
    else if (typeof entry.file !== 'string') commitEntries.push(commitEntry(entry, entry.content))
    else builder.add(placeOf(entry), [sayingOf(entry, entry.content, source)])
  }
  return {
    ...rest,
    ...origin,
    // An entry we cannot read goes where the decoder looks at it, finds it wanting and says so.
    regions: [...builder.regions(rest.summary), ...unread],
    ...(commitEntries.length === 0 ? {} : { commit_entries: commitEntries }),
  }
}

const fieldOfCategory = {
  dead_end: 'alternatives',
  gotcha: 'constraints',
  insight: 'reasoning',
  unfinished_thread: 'risk_notes',
} as const

/** A category from a later release is still something to know: reasoning. */
function fieldOf(category: unknown): 'alternatives' | 'constraints' | 'reasoning' | 'risk_notes' {
  const known = Object.entries(fieldOfCategory).find(([name]) => name === category)
  return known?.[1] ?? 'reasoning'
}

function commitEntry(entry: JsonObject, content: string): JsonObject {
  const { category, content: _content, file: _file, lines: _lines, ...rest } = entry
  return { ...rest, field: fieldOf(category), text: content }
}

function placeOf(entry: JsonObject): JsonObject {
  return entry.lines === undefined ? { file: entry.file } : { file: entry.file, lines: entry.lines }
}

function sayingOf(entry: JsonObject, content: string, source: string): Saying {
  const { category, content: _content, file: _file, lines: _lines, ...rest } = entry
  const field = fieldOf(category)
  if (field === 'alternatives') return { field, value: { ...rest, approach: content } }
  if (field === 'constraints') return { field, value: { ...rest, text: content, source } }
  return { field, value: content }
}
