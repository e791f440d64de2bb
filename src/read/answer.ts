/** The answer of `read`, `ultragit-read/v1`: the types the pipeline fills, and the JSON Schema we print. */
import * as v from 'valibot'

export const readSchemaId = 'ultragit-read/v1'

const lines = v.object({ start: v.number(), end: v.number() })

export const statuses = ['current', 'changed', 'moved', 'unknown', 'unmerged', 'gone'] as const
export const reaches = ['lines', 'anchor', 'content', 'file', 'commit'] as const

const AnchorSchema = v.looseObject({
  type: v.optional(v.string()),
  name: v.string(),
  signature: v.optional(v.string()),
})

/** Taken over from a region that this one superseded: whose it was. */
const fromCommit = { commit: v.optional(v.string()) }

const ConstraintSchema = v.looseObject({ text: v.string(), source: v.optional(v.string()), ...fromCommit })
const AlternativeSchema = v.looseObject({
  approach: v.string(),
  rejected_because: v.optional(v.string()),
  ...fromCommit,
})

const RelatedSchema = v.object({
  commit: v.string(),
  anchor: v.optional(v.string()),
  relationship: v.optional(v.string()),
  hops: v.number(),
  file: v.optional(v.string()),
  summary: v.optional(v.string()),
  intent: v.optional(v.string()),
})

export const AnswerRegionSchema = v.object({
  file: v.string(),
  file_then: v.optional(v.string()),
  ast_anchor: v.optional(AnchorSchema),
  /** Today's name of its unit, where it is another than the annotated one. */
  unit: v.optional(v.string()),
  lines: v.optional(lines),
  current_lines: v.optional(lines),
  status: v.picklist(statuses),
  intent: v.optional(v.string()),
  reasoning: v.optional(v.string()),
  alternatives: v.optional(v.array(AlternativeSchema)),
  constraints: v.optional(v.array(ConstraintSchema)),
  semantic_dependencies: v.optional(
    v.array(
      v.looseObject({ file: v.string(), anchor: v.optional(v.string()), nature: v.optional(v.string()) }),
    ),
  ),
  tags: v.optional(v.array(v.string())),
  risk_notes: v.optional(v.string()),
  corrections: v.optional(v.array(v.looseObject({}))),
  summary: v.optional(v.string()),
  commit: v.string(),
  timestamp: v.optional(v.string()),
  author: v.optional(v.string()),
  /** Absent only in a folded region. */
  origin: v.optional(v.string()),
  context_level: v.optional(v.string()),
  provenance: v.optional(v.looseObject({ operation: v.string() })),
  reach: v.picklist(reaches),
  survival: v.nullable(v.number()),
  superseded_by: v.optional(v.string()),
  earlier: v.optional(v.array(v.object({ commit: v.string(), intent: v.optional(v.string()) }))),
  confidence: v.number(),
  /** Absent only in a folded region. */
  confidence_factors: v.optional(
    v.object({
      recency: v.number(),
      context: v.number(),
      anchor: v.number(),
      provenance: v.number(),
      open_flags: v.number(),
    }),
  ),
  related: v.optional(v.array(RelatedSchema)),
  /** The region was shortened to fit the budget. */
  folded: v.optional(v.literal(true)),
})

/** What did not fit the budget. A count that is not there is zero. */
export const TrimmedSchema = v.object({
  budget: v.number(),
  estimate: v.number(),
  /** Texts beside the main fields that were made shorter. */
  shortened: v.optional(v.number()),
  folded: v.optional(v.number()),
  dropped: v.optional(v.number()),
  /** Alternatives, intents, constraints and names that lost text, each with a mark. */
  cut: v.optional(v.number()),
  /** Dependents, cross-cutting entries, notes, warnings and line ranges that are not shown. */
  left_out: v.optional(v.number()),
  /** Of dropped regions, up to ten, abbreviated. */
  commits: v.optional(v.array(v.string())),
})

const ResolvedSchema = v.object({
  path: v.string(),
  lines: v.optional(lines),
  unit: v.optional(v.string()),
  uncommitted: v.optional(v.array(lines)),
  unannotated: v.optional(v.array(lines)),
})

export const ReadAnswerSchema = v.object({
  $schema: v.literal(readSchemaId),
  query: v.object({
    paths: v.array(v.string()),
    anchor: v.optional(v.string()),
    lines: v.optional(lines),
    head: v.optional(v.string()),
    root: v.string(),
    ambiguous_anchor: v.optional(v.literal(true)),
    resolved: v.array(ResolvedSchema),
  }),
  regions: v.array(AnswerRegionSchema),
  dependencies_on_this: v.optional(
    v.array(
      v.object({
        file: v.string(),
        anchor: v.optional(v.string()),
        nature: v.optional(v.string()),
        commit: v.string(),
      }),
    ),
  ),
  cross_cutting: v.optional(
    v.array(
      v.object({
        description: v.string(),
        regions: v.optional(v.array(v.string())),
        nature: v.optional(v.string()),
        commit: v.string(),
      }),
    ),
  ),
  notes: v.optional(v.array(v.string())),
  warnings: v.optional(v.array(v.string())),
  stats: v.object({
    /** These four are absent only where the smallest budget has no room for them. */
    commits_examined: v.optional(v.number()),
    related_hops: v.optional(v.number()),
    malformed: v.optional(v.number()),
    repaired: v.optional(v.number()),
    annotations_found: v.number(),
    regions_returned: v.number(),
  }),
  trimmed: v.optional(TrimmedSchema),
})

export type ReadAnswer = v.InferOutput<typeof ReadAnswerSchema>
export type AnswerRegion = v.InferOutput<typeof AnswerRegionSchema>
export type Resolved = v.InferOutput<typeof ResolvedSchema>
export type Related = v.InferOutput<typeof RelatedSchema>
export type Trimmed = v.InferOutput<typeof TrimmedSchema>
