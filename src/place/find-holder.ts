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
  let start: number | undefined
  for (const [unit, count] of [...direct].sort(([a], [b]) => a - b))
    if (start === undefined || count > (direct.get(start) ?? 0)) start = unit
  const inner = start === undefined ? undefined : units[start]
  if (inner === undefined) return undefined
  let best: { readonly at: number; readonly share: number; readonly size: number } | undefined
  for (let at = 0; at < units.length; at++) {
    const outer = units[at]
    if (outer === undefined || outer.lines.start > inner.lines.start || outer.lines.end < inner.lines.end)
      continue
    const size = outer.lines.end - outer.lines.start
    const filled = share(lines, outer, landed)
    if (best === undefined || filled > best.share || (filled === best.share && size < best.size))
      best = { at, share: filled, size }
  }
  return best?.at
}

function innermost(units: readonly Unit[], line: number): number | undefined {
  let found: number | undefined
  let size = Number.POSITIVE_INFINITY
  for (let at = 0; at < units.length; at++) {
    const { start = 0, end = 0 } = units[at]?.lines ?? {}
    if (start > line) break // sorted by first line
    if (line <= end && end - start <= size) {
      found = at
      size = end - start
    }
  }
  return found
}

/** Common lines over all lines of both. */
function share(lines: Lines, unit: Unit, landed: readonly number[]): number {
  let inside = 0
  for (const line of landed) if (unit.lines.start <= line && line <= unit.lines.end) inside++
  const before = significantBefore(lines)
  const size = (before[unit.lines.end] ?? 0) - (before[unit.lines.start - 1] ?? 0)
  return inside / (size + landed.length - inside)
}

const counted = new WeakMap<Lines, Int32Array>()

/** How many significant lines there are up to each line, counted once: every region of a file asks. */
function significantBefore(lines: Lines): Int32Array {
  let before = counted.get(lines)
  if (before === undefined) {
    before = new Int32Array(lines.length + 1)
    for (let line = 1; line <= lines.length; line++)
      before[line] = (before[line - 1] ?? 0) + (isSignificant(lines.at(line - 1) ?? '') ? 1 : 0)
    counted.set(lines, before)
  }
  return before
}
