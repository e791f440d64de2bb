/** The answer of `history`, `ultragit-history/v1`. */
import * as v from 'valibot'
import { TrimmedListSchema } from './trimmed-list.ts'

export const historySchemaId = 'ultragit-history/v1'

export const HistoryRequestSchema = v.object({
  paths: v.pipe(v.array(v.string()), v.length(1)),
  anchor: v.optional(v.string()),
  lines: v.optional(v.object({ start: v.number(), end: v.number() })),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  related: v.optional(v.boolean(), true),
  maxTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 8000),
  rev: v.optional(v.string()),
})

const item = v.looseObject({})

const EntrySchema = v.object({
  commit: v.string(),
  timestamp: v.optional(v.string()),
  commit_message: v.optional(v.string()),
  author: v.optional(v.string()),
  context_level: v.optional(v.string()),
  provenance: v.optional(v.string()),
  /** `direct`: about the scope itself. */
  via: v.picklist(['direct', 'related']),
  reach: v.optional(v.string()),
  status: v.optional(v.string()),
  file: v.optional(v.string()),
  anchor: v.optional(v.string()),
  intent: v.optional(v.string()),
  reasoning: v.optional(v.string()),
  alternatives: v.optional(v.array(item)),
  constraints: v.optional(v.array(item)),
  risk_notes: v.optional(v.string()),
  corrections: v.optional(v.array(item)),
  related_context: v.optional(
    v.array(
      v.object({
        commit: v.string(),
        anchor: v.optional(v.string()),
        relationship: v.optional(v.string()),
      }),
    ),
  ),
})

export const HistoryAnswerSchema = v.object({
  $schema: v.literal(historySchemaId),
  query: v.object({
    path: v.string(),
    anchor: v.optional(v.string()),
    lines: v.optional(v.object({ start: v.number(), end: v.number() })),
    limit: v.number(),
    head: v.optional(v.string()),
    root: v.string(),
    ambiguous_anchor: v.optional(v.literal(true)),
  }),
  /** Oldest first. */
  timeline: v.array(EntrySchema),
  notes: v.optional(v.array(v.string())),
  warnings: v.optional(v.array(v.string())),
  stats: v.object({
    annotations_found: v.number(),
    entries_found: v.number(),
    entries_returned: v.number(),
    related: v.number(),
  }),
  trimmed: v.optional(TrimmedListSchema),
})

export type HistoryRequest = v.InferOutput<typeof HistoryRequestSchema>
export type HistoryAnswer = v.InferOutput<typeof HistoryAnswerSchema>
export type HistoryEntry = v.InferOutput<typeof EntrySchema>
