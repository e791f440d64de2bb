import { isJsonObject, type JsonObject } from '../json-object.ts'
import { fromChronicleProvenance } from './chronicle-provenance.ts'
import { RegionBuilder, type Saying } from './region-builder.ts'

/** `chronicle/v2`: a narrative about the commit, decisions about its design, markers on the code. */
export function fromChronicleV2(document: JsonObject): JsonObject {
  const { narrative, decisions, markers, provenance, ...rest } = document
  const story = isJsonObject(narrative) ? narrative : {}
  const { summary, motivation: _m, rejected_alternatives: _r, follow_up: _f, sentiments: _s, ...more } = story
  const entries = commitEntries(story)
  const crossCutting = items(decisions).map(decision)
  return {
    ...rest,
    ...more, // files_changed, and what later releases may tell
    ...fromChronicleProvenance(provenance),
    ...(isJsonObject(rest.effort) && rest.task === undefined ? { task: rest.effort.id } : {}),
    summary,
    regions: regionsOf(markers, summary),
    ...(crossCutting.length === 0 ? {} : { cross_cutting: crossCutting }),
    ...(entries.length === 0 ? {} : { commit_entries: entries }),
  }
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function commitEntries(story: JsonObject): JsonObject[] {
  const entries: JsonObject[] = []
  if (story.motivation !== undefined) entries.push({ field: 'reasoning', text: story.motivation })
  for (const rejected of items(story.rejected_alternatives)) {
    if (!isJsonObject(rejected)) entries.push({ field: 'alternatives', text: rejected })
    else {
      const { approach, reason, ...rest } = rejected
      const because = reason === undefined ? {} : { rejected_because: reason }
      entries.push({ ...rest, field: 'alternatives', text: approach, ...because })
    }
  }
  if (story.follow_up !== undefined) entries.push({ field: 'risk_notes', text: story.follow_up })
  for (const sentiment of items(story.sentiments)) {
    if (isJsonObject(sentiment))
      entries.push({ field: 'reasoning', text: sentence(sentiment.feeling, sentiment.detail) })
  }
  return entries.filter(({ text }) => text !== null)
}

/** A decision with its scope is what we call cross-cutting: what holds, why, and where. */
function decision(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { what, why, scope, ...rest } = value
  return {
    ...rest,
    description: what,
    ...(scope === undefined ? {} : { regions: scope }),
    ...(why === undefined ? {} : { nature: why }),
  }
}

function regionsOf(markers: unknown, summary: unknown): unknown[] {
  const builder = new RegionBuilder()
  const unread: unknown[] = []
  for (const marker of items(markers)) {
    if (!isJsonObject(marker) || !isJsonObject(marker.kind)) unread.push(marker)
    else {
      const { kind: _kind, ...place } = marker
      builder.add(place, sayings(marker.kind))
    }
  }
  return [...builder.regions(summary), ...unread] // the decoder names those it cannot read
}

/** What a marker says, by its kind. Kinds that only warn become risk notes, with the kind as a tag. */
function sayings(kind: JsonObject): Saying[] {
  if (kind.type === 'contract') {
    return [{ field: 'constraints', value: { text: kind.description, source: kind.source ?? 'author' } }]
  }
  if (kind.type === 'dependency') {
    const value = { file: kind.target_file, anchor: kind.target_anchor, nature: kind.assumption }
    return [{ field: 'semantic_dependencies', value }]
  }
  const risk: Saying = { field: 'risk_notes', value: withRemark(kind) }
  return kind.type === 'hazard' || typeof kind.type !== 'string'
    ? [risk]
    : [risk, { field: 'tags', value: kind.type }]
}

function withRemark(kind: JsonObject): unknown {
  if (typeof kind.revisit_when === 'string')
    return sentence(kind.description, `revisit when ${kind.revisit_when}`)
  if (typeof kind.replacement === 'string')
    return sentence(kind.description, `replaced by ${kind.replacement}`)
  return kind.description
}

function sentence(first: unknown, second: unknown): string {
  return [first, second].filter((part) => typeof part === 'string' && part !== '').join(': ')
}
