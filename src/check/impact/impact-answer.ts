/** The answer of `impact`, `ultragit-impact/v1`. */
import * as v from 'valibot'

export const impactSchemaId = 'ultragit-impact/v1'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const ImpactUnitSchema = v.object({
  /** In the new code; for what is gone where it was. */
  file: v.string(),
  /** Absent: what stands outside of all units. */
  anchor: v.optional(v.string()),
  kind: v.optional(v.string()),
  change: v.picklist(['added', 'changed', 'deleted']),
  line: v.optional(v.number()),
  lines: v.optional(v.object({ start: v.number(), end: v.number() })),
  file_before: v.optional(v.string()),
  anchor_before: v.optional(v.string()),
  risk: v.number(),
  constraints: v.array(
    v.object({
      text: v.string(),
      source: v.optional(v.picklist(['author', 'inferred'])),
      commit: v.string(),
    }),
  ),
  risk_notes: v.array(v.object({ text: v.string(), commit: v.string() })),
  dependents: v.array(
    v.object({
      file: v.string(),
      anchor: v.optional(v.string()),
      nature: v.optional(v.string()),
      commit: v.string(),
      depth: v.picklist([1, 2]),
      /** Depth 2: what it relies on, `file#anchor`. */
      via: v.optional(v.string()),
    }),
  ),
  /** Test files that mention it. */
  tests: v.array(v.object({ file: v.string(), changed: v.boolean() })),
})

export const ImpactAnswerSchema = v.object({
  $schema: v.literal(impactSchemaId),
  query: v.object({
    source: v.picklist(['range', 'staged', 'worktree']),
    range: v.optional(v.string()),
    base: v.optional(v.string()),
    head: v.optional(v.string()),
    root: v.string(),
    paths: v.optional(v.array(v.string())),
  }),
  /** The riskiest first. */
  units: v.array(ImpactUnitSchema),
  notes: v.optional(v.array(v.string())),
  warnings: v.optional(v.array(v.string())),
  stats: v.object({ files: count, units: count, risk: v.number() }),
})

export type ImpactAnswer = v.InferOutput<typeof ImpactAnswerSchema>
export type ImpactUnit = v.InferOutput<typeof ImpactUnitSchema>
