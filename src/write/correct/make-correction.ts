/** A correction of one field, checked against what the region says: one that would change nothing is a mistake. */
import { canonicalJson } from '../../annotation/canonical-json.ts'
import { effectiveRegion } from '../../annotation/effective-region.ts'
import type { Correction, Region } from '../../annotation/schema.ts'
import { UltragitError } from '../../base/errors.ts'

export const correctable = [
  'intent',
  'reasoning',
  'risk_notes',
  'constraints',
  'alternatives',
  'semantic_dependencies',
  'related_annotations',
  'tags',
] as const

export interface CorrectionRequest {
  readonly field: (typeof correctable)[number]
  /** The text that goes, or that is replaced; undefined: the whole prose, or a new item of a list. */
  readonly value: string | undefined
  /** Undefined: it is taken away. */
  readonly replacement: string | undefined
  readonly reason: string | undefined
  readonly timestamp: string
  readonly author: string
}

export function makeCorrection(region: Region, request: CorrectionRequest): Correction {
  const { field, value, replacement, reason, timestamp, author } = request
  const correction: Correction = {
    field,
    correction_type: replacement === undefined ? 'remove' : 'amend',
    ...(reason === undefined ? {} : { correction_text: reason }),
    target_value: value ?? null,
    replacement: replacement ?? null,
    timestamp,
    author,
  }
  const before = effectiveRegion(region).region
  const after = effectiveRegion({
    ...region,
    corrections: [...(region.corrections ?? []), correction],
  }).region
  if (canonicalJson(before[field]) !== canonicalJson(after[field])) return correction
  throw new UltragitError('not_found', `that would change nothing in '${field}' of this region`, {
    hint: describeField(before[field]),
  })
}

function describeField(value: unknown): string {
  if (value === undefined) return 'the field is empty'
  const texts = Array.isArray(value) ? value.map(firstText) : [String(value)]
  return `it says: ${texts.map((text) => `'${text}'`).join(', ')}`
}

function firstText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  return String(Object.values(item).find((member) => typeof member === 'string') ?? '')
}
