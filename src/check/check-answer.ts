/** The answer of `check`, `ultragit-check/v1`. */
import * as v from 'valibot'

export const checkSchemaId = 'ultragit-check/v1'

const rule = v.picklist([
  'missing',
  'invalid',
  'anchor',
  'dangling',
  'constraint',
  'dependent',
  'orphaned',
  'coverage',
])
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const FindingSchema = v.object({
  rule,
  severity: v.picklist(['warning', 'error']),
  /** In the new code. */
  file: v.optional(v.string()),
  line: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  anchor: v.optional(v.string()),
  commit: v.string(),
  message: v.string(),
  constraints: v.optional(
    v.array(
      v.object({
        text: v.string(),
        source: v.optional(v.picklist(['author', 'inferred'])),
        commit: v.string(),
      }),
    ),
  ),
  dependents: v.optional(
    v.array(
      v.object({
        file: v.string(),
        anchor: v.optional(v.string()),
        nature: v.optional(v.string()),
        commit: v.string(),
      }),
    ),
  ),
})

export const CheckAnswerSchema = v.object({
  $schema: v.literal(checkSchemaId),
  query: v.object({
    range: v.string(),
    base: v.optional(v.string()),
    head: v.string(),
    root: v.string(),
  }),
  /** The severity of each rule, by the policy of the merge base. */
  policy: v.record(v.string(), v.picklist(['off', 'warning', 'error'])),
  findings: v.array(FindingSchema),
  /** The commits of the range, children before their parents. */
  commits: v.array(v.object({ commit: v.string(), subject: v.string() })),
  notes: v.optional(v.array(v.string())),
  warnings: v.optional(v.array(v.string())),
  stats: v.object({ commits: count, annotated: count, errors: count, warnings: count }),
})

export type CheckAnswer = v.InferOutput<typeof CheckAnswerSchema>
export type CheckFinding = v.InferOutput<typeof FindingSchema>
