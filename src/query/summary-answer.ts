/** The answer of `summary`, `ultragit-summary/v1`. */
import * as v from 'valibot'
import { TrimmedListSchema } from './trimmed-list.ts'

export const summarySchemaId = 'ultragit-summary/v1'

export const SummaryRequestSchema = v.object({
  paths: v.pipe(v.array(v.string()), v.length(1)),
  anchor: v.optional(v.string()),
  maxTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 8000),
  rev: v.optional(v.string()),
})

const lines = v.object({ start: v.number(), end: v.number() })

const AboutSchema = v.object({
  /** The unit's name; absent for what belongs to no unit. */
  unit: v.optional(v.string()),
  kind: v.optional(v.string()),
  anchor: v.optional(v.string()),
  intent: v.optional(v.string()),
  constraints: v.optional(v.array(v.looseObject({ text: v.string() }))),
  risk_notes: v.optional(v.string()),
  current_lines: v.optional(lines),
  last_modified: v.optional(v.string()),
  confidence: v.number(),
  survival: v.nullable(v.number()),
  status: v.string(),
  commit: v.string(),
})

const countsSchema = v.object({ units: v.number(), annotated: v.number(), unannotated: v.number() })

const FileSummarySchema = v.object({
  path: v.string(),
  /** In the order of the file. */
  units: v.optional(v.array(AboutSchema)),
  /** Regions that belong to no unit. */
  other: v.optional(v.array(AboutSchema)),
  stats: countsSchema,
})

export const SummaryAnswerSchema = v.object({
  $schema: v.literal(summarySchemaId),
  query: v.object({
    path: v.string(),
    anchor: v.optional(v.string()),
    head: v.optional(v.string()),
    root: v.string(),
    ambiguous_anchor: v.optional(v.literal(true)),
  }),
  /** In path order. */
  files: v.array(FileSummarySchema),
  notes: v.optional(v.array(v.string())),
  warnings: v.optional(v.array(v.string())),
  stats: v.object({ files: v.number(), ...countsSchema.entries }),
  trimmed: v.optional(TrimmedListSchema),
})

export type SummaryRequest = v.InferOutput<typeof SummaryRequestSchema>
export type SummaryAnswer = v.InferOutput<typeof SummaryAnswerSchema>
export type FileSummary = v.InferOutput<typeof FileSummarySchema>
export type About = v.InferOutput<typeof AboutSchema>
