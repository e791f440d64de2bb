import { normalisePath } from '../../base/ids.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { JsonObject } from '../json-object.ts'

/** What one entry of another dialect says about a place. */
export interface Saying {
  readonly field:
    | 'reasoning'
    | 'risk_notes'
    | 'alternatives'
    | 'constraints'
    | 'semantic_dependencies'
    | 'tags'
  readonly value: unknown
}

/**
 * Gathers entries that are about the same place into one region. Entry by entry they would be regions with the same
 * file and lines and the same intent, which our model takes for the same region.
 */
export class RegionBuilder {
  readonly #regions = new Map<string, { place: JsonObject; sayings: Saying[] }>()

  add(place: JsonObject, sayings: readonly Saying[]): void {
    const file = typeof place.file === 'string' ? (normalisePath(place.file) ?? place.file) : place.file
    const key = canonicalJson({ ...place, file })
    const region = this.#regions.get(key) ?? { place, sayings: [] }
    region.sayings.push(...sayings)
    this.#regions.set(key, region)
  }

  regions(intent: unknown): JsonObject[] {
    return [...this.#regions.values()].map(({ place, sayings }) => {
      const fields: Record<string, unknown> = {}
      for (const { field, value } of sayings) fields[field] = joined(fields[field], field, value)
      return { ...place, intent, ...fields }
    })
  }
}

/** Prose is set side by side as paragraphs, lists grow. */
function joined(before: unknown, field: Saying['field'], value: unknown): unknown {
  if (field === 'reasoning' || field === 'risk_notes') {
    return typeof before === 'string' && typeof value === 'string' ? `${before}\n\n${value}` : value
  }
  const items: readonly unknown[] = Array.isArray(before) ? before : []
  return field === 'tags' && items.includes(value) ? items : [...items, value]
}
