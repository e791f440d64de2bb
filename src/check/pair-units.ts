/**
 * The units of two texts of one file, laid beside each other: which are the same, which changed, came or went. By name
 * first, so that functions that only changed places are no change; then by the lines that stand in both. Pure.
 */
import { isSignificant, type LineRange } from '../base/lines.ts'
import { carryLines } from '../git/diff/carry-lines.ts'
import type { LineHunk } from '../git/diff/diff-lines.ts'
import { anchorParts } from '../outline/anchor-name.ts'
import type { Unit } from '../outline/unit.ts'

export interface Side {
  readonly lines: readonly string[]
  readonly units: readonly Unit[]
}

export interface UnitPair {
  readonly before: Unit | undefined
  readonly after: Unit | undefined
}

const enough = 0.5

/** In the order of the new text; what went stands at the end. */
export function pairUnits(old: Side, fresh: Side, hunks: readonly LineHunk[]): UnitPair[] {
  const partners = new Map<Unit, Unit>()
  const taken = new Set<Unit>()
  const join = (before: Unit, after: Unit) => {
    partners.set(before, after)
    taken.add(after)
  }
  const newByName = Map.groupBy(fresh.units, nameKey)
  for (const [name, group] of Map.groupBy(old.units, nameKey))
    for (const [before, after] of pairOverloads(group, newByName.get(name) ?? [])) join(before, after)
  for (const [before, after] of pairByLines(old, fresh, hunks, { partners, taken })) join(before, after)
  const origins = new Map([...partners].map(([before, after]) => [after, before]))
  return [
    ...fresh.units.map((after) => ({ before: origins.get(after), after })),
    ...old.units.filter((before) => !partners.has(before)).map((before) => ({ before, after: undefined })),
  ]
}

/** `::`, `.` and `#` are the same separator. */
function nameKey({ name }: Unit): string {
  return anchorParts(name).join('\0')
}

/** Those with the same signature belong together, the others in their order. */
function pairOverloads(old: readonly Unit[], fresh: readonly Unit[]): [Unit, Unit][] {
  const pairs: [Unit, Unit][] = []
  const left = [...fresh]
  const open: Unit[] = []
  for (const before of old) {
    const at = left.findIndex(({ signature }) => signature === before.signature)
    const [after] = at === -1 ? [] : left.splice(at, 1)
    if (after === undefined) open.push(before)
    else pairs.push([before, after])
  }
  for (const before of open) {
    const after = left.shift()
    if (after !== undefined) pairs.push([before, after])
  }
  return pairs
}

/** A unit with another name that holds at least half of the lines. */
function* pairByLines(
  old: Side,
  fresh: Side,
  hunks: readonly LineHunk[],
  { partners, taken }: { readonly partners: ReadonlyMap<Unit, Unit>; readonly taken: ReadonlySet<Unit> },
): Generator<[Unit, Unit]> {
  const gone = old.units.filter((unit) => !partners.has(unit))
  const come = fresh.units.filter((unit) => !taken.has(unit))
  if (gone.length === 0 || come.length === 0) return
  const carried = carryLines(hunks, old.lines.length)
  for (const before of gone) {
    const significant = [...linesOf(before.lines)].filter((line) => isSignificant(old.lines[line - 1] ?? ''))
    const landed = significant.map((line) => carried[line] ?? 0).filter((line) => line > 0)
    let best: { unit: Unit; count: number } | undefined
    for (const unit of come) {
      if (taken.has(unit) || unit.kind !== before.kind) continue
      const count = landed.filter((line) => unit.lines.start <= line && line <= unit.lines.end).length
      if (count >= significant.length * enough && count > (best?.count ?? 0)) best = { unit, count }
    }
    if (best !== undefined) yield [before, best.unit]
  }
}

export function* linesOf({ start, end }: LineRange): Iterable<number> {
  for (let line = start; line <= end; line++) yield line
}
