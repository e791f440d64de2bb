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
  if (units.length === 0) return undefined
  const inmost = innermostUnits(units, lines.length)
  const direct = new Map<number, number>()
  for (const line of landed) {
    const inner = inmost[line] ?? none
    if (inner !== none) direct.set(inner, (direct.get(inner) ?? 0) + 1)
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

const none = -1
const inmostOf = new WeakMap<readonly Unit[], Int32Array>()

/** By line: the smallest unit that holds it, of equal ones the last; told once for all regions of a file. */
function innermostUnits(units: readonly Unit[], lines: number): Int32Array {
  let inmost = inmostOf.get(units)
  if (inmost === undefined) {
    inmost = new Int32Array(lines + 1).fill(none)
    const sizeOf = (at: number) => (units[at]?.lines.end ?? 0) - (units[at]?.lines.start ?? 0)
    for (const [at, unit] of units.entries())
      for (let line = unit.lines.start; line <= Math.min(unit.lines.end, lines); line++) {
        const known = inmost[line] as number // no line is beyond the last
        if (known === none || sizeOf(at) <= sizeOf(known)) inmost[line] = at
      }
    inmostOf.set(units, inmost)
  }
  return inmost
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
