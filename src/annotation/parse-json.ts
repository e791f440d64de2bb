/**
 * JSON text to values, numbers exactly. A number that a double cannot hold (a 64-bit id in a field we do not
 * know) stays its own source text and is written back digit by digit.
 */
export function parseJson(text: string): unknown {
  return mayHoldLongNumber.test(text) ? exactJson.parse(text, keepLongNumber) : JSON.parse(text)
}

/** True for a number that `parseJson` kept as text: an object to look at, a number when written. */
export function isLongNumber(value: object): boolean {
  return exactJson.isRawJSON(value)
}

/** In the language since ES2026, not yet in the compiler's library. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): object
  isRawJSON(value: object): boolean
}
const exactJson = JSON as unknown as ExactJson // the runtime has these three functions

// Only where a value can start, so that hexadecimal ids inside strings do not count.
const mayHoldLongNumber = /[:,[]\s*-?(?:\d[\d.]{15}|[\d.]+[eE])/

function keepLongNumber(_key: string, value: unknown, context: { source?: string }): unknown {
  const { source } = context
  if (typeof value !== 'number' || source === undefined) return value
  const digits = source.replace(/[eE].*|\D/g, '')
  const isInRange = Number.isFinite(value) && (Math.abs(value) > 1e-300 || /^0+$/.test(digits))
  return (isInRange && digits.length <= 15) || String(value) === source ? value : exactJson.rawJSON(source)
}
