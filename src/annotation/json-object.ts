import { isLongNumber } from './parse-json.ts'

/** A JSON object of any content, read-only: annotations are rebuilt, never changed in place. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLongNumber(value)
}
