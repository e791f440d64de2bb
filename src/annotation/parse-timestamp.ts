/** RFC 3339 with the slack that real notes need: a blank for `T`, no seconds, no zone. */
export const timestampPattern =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(\.\d+)?)?(?:[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d))?$/

/**
 * Milliseconds since the epoch; undefined for anything else. Not `Date.parse`: that reads a time without a zone
 * as local time, and the same note would sort differently on two machines. Without a zone it is UTC here.
 */
export function parseTimestamp(timestamp: string): number | undefined {
  const parts = timestampPattern.exec(timestamp)
  if (parts === null) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  const fraction = Math.floor(Number(`0${parts[7] ?? ''}`) * 1000)
  const ahead = (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0)) * 60_000
  return local + fraction - (parts[8] === '-' ? -ahead : ahead)
}
