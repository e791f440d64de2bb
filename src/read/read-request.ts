/** What `read` can be asked, whichever door it came through. */
import * as v from 'valibot'

export const ReadRequestSchema = v.object({
  paths: v.pipe(v.array(v.string()), v.minLength(1)),
  anchor: v.optional(v.string()),
  lines: v.optional(v.object({ start: v.number(), end: v.number() })),
  since: v.optional(v.string()),
  tags: v.optional(v.array(v.string()), []),
  contextLevel: v.optional(v.picklist(['enhanced', 'inferred'])),
  minConfidence: v.optional(v.number(), 0),
  depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5)), 1),
  maxRegions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  maxTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 8000),
  rev: v.optional(v.string()),
  all: v.optional(v.boolean(), false),
  keepEmpty: v.optional(v.boolean(), false),
})

export type ReadRequest = v.InferOutput<typeof ReadRequestSchema>
