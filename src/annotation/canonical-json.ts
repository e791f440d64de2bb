import { isLongNumber } from './parse-json.ts'

/** JSON with sorted keys: equal texts mean equal values, whoever wrote them in whatever order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null || isLongNumber(value))
    return JSON.stringify(value) ?? 'null'
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    const member: unknown = (value as Record<string, unknown>)[key] // any object can be asked for its own keys
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}
