/** The unit that holds most of the given lines. */
import { isSignificant } from '../base/lines.ts'
import type { Lines } from '../git/diff/text-lines.ts'
import type { Unit } from '../outline/unit.ts'

/**
 * Units nest, and an outer one holds whatever its inner ones hold. So: the inner unit with most of the lines, then
 * outwards for as long as the lines fill the outer unit better than the inner one.
 */
export function findHolder(
  { lines, units }: { readonly lines: Lines; readonly units: readonly Unit[] },
  landed: readonly number[],
): number | undefined {
  const direct = new Map<number, number>()
  for (const line of landed) {
    const inner = innermost(units, line)
    if (inner !== undefined) direct.set(inner, (direct.get(inner) ?? 0) + 1)
  }
  let best: number | undefined
  for (const [unit, count] of [...direct].sort(([a], [b]) => a - b))
    if (best === undefined || count > (direct.get(best) ?? 0)) best = unit
  if (best === undefined) return undefined
  const start = units[best]
  if (start === undefined) return undefined
  const chain = units
    .map((unit, at) => ({ unit, at }))
    .filter(({ unit }) => unit.lines.start <= start.lines.start && start.lines.end <= unit.lines.end)
    .map(({ unit, at }) => ({
      at,
      share: share(lines, unit, landed),
      size: unit.lines.end - unit.lines.start,
    }))
    .sort((a, b) => b.share - a.share || a.size - b.size)
  return chain[0]?.at
}

function innermost(units: readonly Unit[], line: number): number | undefined {
  let found: number | undefined
  let size = Number.POSITIVE_INFINITY
  for (const [at, { lines }] of units.entries()) {
    if (lines.start > line) break // sorted by first line
    const length = lines.end - lines.start
    if (line <= lines.end && length <= size) {
      found = at
      size = length
    }
  }
  return found
}

/** Common lines over all lines of both. */
function share(lines: Lines, unit: Unit, landed: readonly number[]): number {
  let inside = 0
  for (const line of landed) if (unit.lines.start <= line && line <= unit.lines.end) inside++
  let size = 0
  for (let line = unit.lines.start; line <= unit.lines.end; line++)
    if (isSignificant(lines.at(line - 1) ?? '')) size++
  return inside / (size + landed.length - inside)
}
