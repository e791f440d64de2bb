/**
 * The annotation, `ultragit/v1`: the only source of its types and of the JSON Schema we print. Every object is
 * loose, because what a newer release or another tool wrote must survive a rewrite. Rules between fields (line
 * order, clean paths, strings in unknown fields) are in `validate-annotation.ts`: JSON Schema cannot say them.
 */
import * as v from 'valibot'
import { timestampPattern } from './parse-timestamp.ts'

export const schemaId = 'ultragit/v1'

/** What may be written. Reading has no such limits. */
export const limits = { noteBytes: 1024 * 1024, regions: 500, characters: 20_000 } as const

const text = v.pipe(v.string(), v.maxLength(limits.characters))
const filledText = v.pipe(v.string(), v.maxLength(limits.characters), v.regex(/\S/))
const timestamp = v.pipe(v.string(), v.regex(timestampPattern))
const oid = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))
const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))
const contextLevel = v.picklist(['enhanced', 'inferred'])

const AstAnchorSchema = v.looseObject({
  type: v.optional(text),
  name: filledText,
  signature: v.optional(text),
})

const LinesSchema = v.looseObject({ start: lineNumber, end: lineNumber })

const AlternativeSchema = v.looseObject({ approach: filledText, rejected_because: v.optional(text) })

const ConstraintSchema = v.looseObject({
  text: filledText,
  source: v.optional(v.picklist(['author', 'inferred'])),
})

const SemanticDependencySchema = v.looseObject({
  file: filledText,
  anchor: v.optional(text),
  nature: v.optional(text),
})

const RelatedAnnotationSchema = v.looseObject({
  commit: filledText,
  anchor: v.optional(text),
  relationship: v.optional(text),
})

const CorrectionSchema = v.looseObject({
  field: text,
  correction_type: v.picklist(['flag', 'remove', 'amend', 'resolve']),
  correction_text: v.optional(text),
  target_value: v.optional(v.nullable(text)),
  replacement: v.optional(v.nullable(text)),
  timestamp: v.optional(timestamp),
  author: v.optional(text),
})

/**
 * Who wrote single fields, and when, where that is not the region's (or the document's) own author and time.
 * Only merges write it: without it the outcome of a merge would depend on the order of merging.
 */
const FieldOriginsSchema = v.record(
  v.string(),
  v.looseObject({ timestamp: v.optional(timestamp), author: v.optional(text) }),
)

const RegionSchema = v.looseObject({
  file: filledText,
  ast_anchor: v.optional(AstAnchorSchema),
  lines: v.optional(LinesSchema),
  intent: filledText,
  reasoning: v.optional(text),
  alternatives: v.optional(v.array(AlternativeSchema)),
  constraints: v.optional(v.array(ConstraintSchema)),
  semantic_dependencies: v.optional(v.array(SemanticDependencySchema)),
  related_annotations: v.optional(v.array(RelatedAnnotationSchema)),
  tags: v.optional(v.array(text)),
  risk_notes: v.optional(text),
  commit: v.optional(oid),
  timestamp: v.optional(v.nullable(timestamp)), // null: unknown, although the document has one
  author: v.optional(v.nullable(text)),
  field_origins: v.optional(FieldOriginsSchema),
  trace: v.optional(
    v.looseObject({ blob: v.optional(text), unit: v.optional(text), added: v.optional(text) }),
  ),
  corrections: v.optional(v.array(CorrectionSchema)),
})

const CrossCuttingSchema = v.looseObject({
  description: filledText,
  regions: v.optional(v.array(text)),
  nature: v.optional(text),
})

/** What was said about the commit as a whole, filed under the region field it would have been in. */
const CommitEntrySchema = v.looseObject({
  field: v.picklist(['reasoning', 'alternatives', 'constraints', 'risk_notes']),
  text: filledText,
  rejected_because: v.optional(text),
})

/** The summary of another document that was merged into this one. */
const OtherSummarySchema = v.looseObject({
  timestamp: v.optional(timestamp),
  author: v.optional(text),
  task: v.optional(text),
  summary: filledText,
  context_level: v.optional(contextLevel),
})

const ProvenanceSchema = v.looseObject({
  operation: v.picklist(['initial', 'amend', 'rebase', 'squash', 'import']),
  derived_from: v.optional(v.array(text)),
  original_annotations_preserved: v.optional(v.boolean()),
  synthesis_notes: v.optional(v.nullable(text)),
})

export const AnnotationSchema = v.looseObject({
  $schema: v.literal(schemaId),
  commit: oid,
  timestamp: v.optional(timestamp),
  author: v.optional(text),
  task: v.optional(text),
  summary: text,
  context_level: v.optional(contextLevel),
  regions: v.pipe(v.array(RegionSchema), v.maxLength(limits.regions)),
  cross_cutting: v.optional(v.array(CrossCuttingSchema)),
  commit_entries: v.optional(v.array(CommitEntrySchema)),
  other_summaries: v.optional(v.array(OtherSummarySchema)),
  field_origins: v.optional(FieldOriginsSchema),
  trace: v.optional(v.looseObject({ patch_id: v.optional(text), tree: v.optional(text) })),
  provenance: v.optional(ProvenanceSchema),
})

export type Annotation = v.InferOutput<typeof AnnotationSchema>
export type Region = v.InferOutput<typeof RegionSchema>
export type AstAnchor = v.InferOutput<typeof AstAnchorSchema>
export type Alternative = v.InferOutput<typeof AlternativeSchema>
export type Constraint = v.InferOutput<typeof ConstraintSchema>
export type SemanticDependency = v.InferOutput<typeof SemanticDependencySchema>
export type RelatedAnnotation = v.InferOutput<typeof RelatedAnnotationSchema>
export type Correction = v.InferOutput<typeof CorrectionSchema>
export type CrossCutting = v.InferOutput<typeof CrossCuttingSchema>
export type CommitEntry = v.InferOutput<typeof CommitEntrySchema>
export type Provenance = v.InferOutput<typeof ProvenanceSchema>
