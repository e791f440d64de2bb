/** New JSON text in the manner of the file it goes into. */
import type { JsonValue } from './json-value.ts'

export interface Manner {
  /** One level of indentation. */
  readonly unit: string
  readonly eol: string
}

/** Over several lines, the first without indentation, the others below `indent`. Lists stay on one line. */
export function printJson(value: JsonValue, indent: string, manner: Manner): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = indent + manner.unit
  const members = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${printJson(item, inner, manner)}`,
  )
  return ['{', members.join(`,${manner.eol}`), `${indent}}`].join(manner.eol)
}
