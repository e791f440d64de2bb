/** The answer of `deps`, `ultragit-deps/v1`. */
import * as v from 'valibot'
import { TrimmedListSchema } from './trimmed-list.ts'

export const depsSchemaId = 'ultragit-deps/v1'

export const DepsRequestSchema = v.object({
  paths: v.pipe(v.array(v.string()), v.length(1)),
  anchor: v.optional(v.string()),
  direction: v.optional(v.picklist(['dependents', 'dependencies', 'both']), 'dependents'),
  depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), 1),
  maxResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 50),
  maxTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 8000),
  excludeTests: v.optional(v.boolean(), false),
  rev: v.optional(v.string()),
})

const EdgeSchema = v.object({
  file: v.string(),
  anchor: v.optional(v.string()),
  nature: v.optional(v.string()),
  /** Deeper than 1: what it was reached through, `file:anchor`. */
  via: v.optional(v.string()),
  commit: v.string(),
  timestamp: v.optional(v.string()),
  confidence: v.number(),
  context_level: v.optional(v.string()),
  status: v.string(),
  survival: v.nullable(v.number()),
  depth: v.number(),
})

export const DepsAnswerSchema = v.object({
  $schema: v.literal(depsSchemaId),
  query: v.object({
    path: v.string(),
    anchor: v.optional(v.string()),
    direction: v.string(),
    depth: v.number(),
    head: v.optional(v.string()),
    root: v.string(),
    ambiguous_anchor: v.optional(v.literal(true)),
  }),
  dependents: v.optional(v.array(EdgeSchema)),
  dependencies: v.optional(v.array(EdgeSchema)),
  cycles: v.optional(v.array(v.array(v.string()))),
  notes: v.optional(v.array(v.string())),
  warnings: v.optional(v.array(v.string())),
  stats: v.object({ annotations_known: v.number(), dependencies_found: v.number() }),
  trimmed: v.optional(TrimmedListSchema),
})

export type DepsRequest = v.InferOutput<typeof DepsRequestSchema>
export type DepsAnswer = v.InferOutput<typeof DepsAnswerSchema>
export type DepsEdge = v.InferOutput<typeof EdgeSchema>
