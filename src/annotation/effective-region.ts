/**
 * A region as its corrections leave it. Corrections are only ever appended and the original stays; this is the one
 * place that says what they come to.
 */
import { parseTimestamp } from './parse-timestamp.ts'
import type { Correction, Region } from './schema.ts'

export interface EffectiveRegion {
  /** The region with removals and amendments applied; everything else as it was written. */
  readonly region: Region
  /** Flags that nobody has resolved. */
  readonly openFlags: readonly Correction[]
}

export function effectiveRegion(original: Region): EffectiveRegion {
  const corrections = inOrder(original.corrections ?? [])
  const region = corrections.reduce(applyCorrection, original)
  const resolutions = corrections.filter((correction) => correction.correction_type === 'resolve')
  const flags = corrections.filter((correction) => correction.correction_type === 'flag')
  return {
    region,
    openFlags: flags.filter((flag) => !resolutions.some((resolution) => closes(resolution, flag))),
  }
}

/** As they were made; those without a time first, and otherwise as they are listed. */
function inOrder(corrections: readonly Correction[]): Correction[] {
  return corrections
    .map((correction) => ({ correction, at: timeOf(correction) ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ correction }) => correction)
}

function timeOf({ timestamp }: Correction): number | undefined {
  return timestamp === undefined ? undefined : parseTimestamp(timestamp)
}

/**
 * A resolution closes the flag it names: by `target_value`, the flag's own target or its text. One that names none
 * closes what was flagged in its field (or, with no field, in the region) up to its time. Counting would not do: two
 * people who resolve the same flag apart would also close the next one.
 */
function closes(resolution: Correction, flag: Correction): boolean {
  if (resolution.field !== '' && resolution.field !== flag.field) return false
  const named = resolution.target_value
  if (typeof named === 'string' && named !== '')
    return named === flag.target_value || named === flag.correction_text
  return (timeOf(flag) ?? 0) <= (timeOf(resolution) ?? Number.POSITIVE_INFINITY)
}

function applyCorrection(region: Region, correction: Correction): Region {
  if (correction.correction_type !== 'remove' && correction.correction_type !== 'amend') return region
  const { field } = correction
  switch (field) {
    case 'intent': {
      const intent = correctProse(region.intent, correction)
      return intent === undefined ? region : { ...region, intent } // a region always says what it is for
    }
    case 'reasoning':
    case 'risk_notes':
      return withField(region, field, correctProse(region[field], correction))
    case 'constraints': {
      const make = (text: string) => ({ text, source: 'author' as const })
      return withField(region, field, correctItems(region[field], correction, ['text'], make))
    }
    case 'alternatives': {
      const make = (approach: string) => ({ approach })
      return withField(
        region,
        field,
        correctItems(region[field], correction, ['approach', 'rejected_because'], make),
      )
    }
    case 'semantic_dependencies':
      return withField(
        region,
        field,
        correctItems(region[field], correction, ['nature', 'anchor', 'file'], undefined),
      )
    case 'related_annotations':
      return withField(
        region,
        field,
        correctItems(region[field], correction, ['relationship', 'anchor', 'commit'], undefined),
      )
    case 'tags':
      return withField(region, field, correctTags(region.tags, correction))
    default:
      return region
  }
}

function withField(region: Region, field: string, value: unknown): Region {
  const { [field]: _before, ...rest } = region
  return (value === undefined ? rest : { ...rest, [field]: value }) as Region // only optional fields come here
}

/** The whole text, or the passage the correction names. */
function correctProse(text: string | undefined, correction: Correction): string | undefined {
  const passage = correction.target_value?.trim() ?? ''
  const isWhole = passage === '' || passage === text?.trim()
  const replacement = correction.correction_type === 'amend' ? (correction.replacement ?? undefined) : ''
  if (replacement === undefined) return text
  if (isWhole) return replacement === '' ? undefined : replacement
  if (text === undefined || !text.includes(passage)) return text
  const corrected = text.replace(passage, () => replacement).trim()
  return corrected === '' ? undefined : corrected
}

/**
 * Items that have the target among their texts: taken out, or the first of those texts reworded. An amendment without
 * a target adds an item, where one text makes an item.
 */
function correctItems<T extends Readonly<Record<string, unknown>>>(
  items: readonly T[] | undefined,
  correction: Correction,
  texts: readonly [string, ...string[]],
  make: ((text: string) => T) | undefined,
): readonly T[] | undefined {
  const target = correction.target_value?.trim() ?? ''
  const replacement = correction.correction_type === 'amend' ? correction.replacement : undefined
  if (target === '') {
    return typeof replacement === 'string' && make !== undefined
      ? [...(items ?? []), make(replacement)]
      : items
  }
  const isTarget = (item: T) =>
    texts.some((key) => typeof item[key] === 'string' && item[key].trim() === target)
  if (correction.correction_type === 'remove') return items?.filter((item) => !isTarget(item))
  if (typeof replacement !== 'string') return items
  return items?.map((item) => (isTarget(item) ? { ...item, [texts[0]]: replacement } : item))
}

function correctTags(
  tags: readonly string[] | undefined,
  correction: Correction,
): readonly string[] | undefined {
  const asItems = tags?.map((tag) => ({ tag }))
  return correctItems(asItems, correction, ['tag'], (tag) => ({ tag }))?.map(({ tag }) => tag)
}
