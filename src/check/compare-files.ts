/** What a change did to one file, unit by unit: the diff laid over the outlines of both texts. Pure. */
import type { LineRange } from '../base/lines.ts'
import { diffLines, type LineHunk } from '../git/diff/diff-lines.ts'
import type { Unit, UnitKind } from '../outline/unit.ts'
import { linesOf, pairUnits, type Side, type UnitPair } from './pair-units.ts'

export interface UnitChange {
  readonly kind: 'added' | 'changed' | 'deleted'
  /** Undefined: what stands outside of all units, or a file without an outline. */
  readonly unit: { readonly kind: UnitKind; readonly name: string } | undefined
  /** Its name before, where that was another one. */
  readonly nameBefore: string | undefined
  readonly linesBefore: LineRange | undefined
  readonly lines: LineRange | undefined
  /** Where to look in the new text; undefined when the file is gone. */
  readonly line: number | undefined
  /** Not only what it holds changed (a method of a class), but the unit itself. */
  readonly isOwn: boolean
}

const nothing: Side = { lines: [], units: [] }

export interface FileComparison {
  readonly hunks: readonly LineHunk[]
  /** In the order of the new text, a unit before what it holds. */
  readonly units: readonly UnitChange[]
}

/** Whitespace makes no difference. */
export function compareFiles(old: Side | undefined, fresh: Side | undefined): FileComparison {
  const [before, after] = [old ?? nothing, fresh ?? nothing]
  const hunks = diffLines(before.lines, after.lines, { ignoreWhitespace: 'all' })
  if (hunks.length === 0 && old !== undefined && fresh !== undefined) return { hunks, units: [] }
  const changes = pairUnits(before, after, hunks)
    .map((pair) => compareUnit(before, after, hunks, pair))
    .filter((change) => change !== undefined)
  const outside = compareOutside({ old, fresh }, hunks)
  return { hunks, units: [...(outside === undefined ? [] : [outside]), ...changes] }
}

function compareUnit(
  old: Side,
  fresh: Side,
  hunks: readonly LineHunk[],
  { before, after }: UnitPair,
): UnitChange | undefined {
  if (after === undefined) return before && deletedUnit(fresh, hunks, before)
  const unit = { kind: after.kind, name: after.name }
  const nameBefore = before === undefined || before.name === after.name ? undefined : before.name
  const lines = { lines: after.lines, linesBefore: before?.lines }
  if (before === undefined)
    return { kind: 'added', unit, nameBefore, ...lines, line: after.lines.start, isOwn: true }
  if (isCarried(hunks, before.lines, after.lines)) return undefined
  if (isSameText({ side: old, range: before.lines }, { side: fresh, range: after.lines })) return undefined
  const isOwn = !isSameText(ownPart(old, before), ownPart(fresh, after))
  const line = firstChanged(old, fresh, { before, after, isOwn })
  return { kind: 'changed', unit, nameBefore, ...lines, line, isOwn }
}

function deletedUnit(fresh: Side, hunks: readonly LineHunk[], before: Unit): UnitChange {
  return {
    kind: 'deleted',
    unit: { kind: before.kind, name: before.name },
    nameBefore: undefined,
    linesBefore: before.lines,
    lines: undefined,
    line: fresh.lines.length === 0 ? undefined : whereItWas(fresh, hunks, before.lines.start),
    isOwn: true,
  }
}

/** The new line that stands where an old one stood. */
function whereItWas(fresh: Side, hunks: readonly LineHunk[], oldLine: number): number {
  let shift = 0
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    if (oldLine < oldStart) break
    if (oldLine < oldStart + oldCount) return clamp(newStart, 1, fresh.lines.length)
    shift += newCount - oldCount
  }
  return clamp(oldLine + shift, 1, fresh.lines.length)
}

/** What no unit holds: imports, statements between functions, or everything where there is no outline. */
function compareOutside(
  { old, fresh }: { readonly old: Side | undefined; readonly fresh: Side | undefined },
  hunks: readonly LineHunk[],
): UnitChange | undefined {
  const [before, after] = [old ?? nothing, fresh ?? nothing]
  const hasOutline = before.units.length > 0 || after.units.length > 0
  const whole = (side: Side) => ({ start: 1, end: side.lines.length })
  const own = (side: Side) => ({ side, range: whole(side), without: side.units })
  if (hasOutline && isSameText(own(before), own(after))) return undefined
  const kind = old === undefined ? 'added' : fresh === undefined ? 'deleted' : 'changed'
  const inNew = changedLines(after, hunks, 0)
  const line = inNew.find((one) => !after.units.some(({ lines }) => holds(lines, one))) ?? inNew[0]
  return {
    kind,
    unit: undefined,
    nameBefore: undefined,
    linesBefore: old === undefined ? undefined : whole(old),
    lines: fresh === undefined ? undefined : whole(fresh),
    line: fresh === undefined ? undefined : (line ?? 1),
    isOwn: true,
  }
}

/** The first line that differs, in the unit's own part if that is what changed. */
function firstChanged(
  old: Side,
  fresh: Side,
  { before, after, isOwn }: { readonly before: Unit; readonly after: Unit; readonly isOwn: boolean },
): number {
  const inside: Side = { lines: textOf(fresh, after), units: [] }
  const hunks = diffLines(textOf(old, before), inside.lines, { ignoreWhitespace: 'all' })
  const changed = changedLines(inside, hunks, after.lines.start - 1)
  const children = childrenOf(fresh, after)
  const own = isOwn ? changed.find((line) => !children.some(({ lines }) => holds(lines, line))) : undefined
  return own ?? changed[0] ?? after.lines.start
}

/** New lines, and for lines that only went the one that stands where they were. */
function changedLines({ lines }: Side, hunks: readonly LineHunk[], offset: number): number[] {
  return hunks.flatMap(({ newStart, newCount }) =>
    newCount === 0
      ? [offset + clamp(newStart, 1, Math.max(1, lines.length))]
      : [...linesOf({ start: offset + newStart, end: offset + newStart + newCount - 1 })],
  )
}

/** No hunk touches it, and it stands where the hunks before it have pushed it: it is as it was. */
function isCarried(hunks: readonly LineHunk[], before: LineRange, after: LineRange): boolean {
  let shift = 0
  for (const { oldStart, oldCount, newCount } of hunks) {
    if (oldStart > before.end) break
    if (oldStart + oldCount > before.start) return false
    shift += newCount - oldCount
  }
  return before.start + shift === after.start && before.end + shift === after.end
}

/** Lines of a text, but for those that some units hold. */
interface Part {
  readonly side: Side
  readonly range: LineRange
  readonly without?: readonly Unit[]
}

function ownPart(side: Side, unit: Unit): Part {
  return { side, range: unit.lines, without: childrenOf(side, unit) }
}

function childrenOf({ units }: Side, { lines }: Unit): readonly Unit[] {
  return units.filter(
    (other) =>
      other.lines.start >= lines.start &&
      other.lines.end <= lines.end &&
      other.lines.end - other.lines.start < lines.end - lines.start,
  )
}

function textOf({ lines }: Side, unit: Unit): readonly string[] {
  return lines.slice(unit.lines.start - 1, unit.lines.end)
}

/** But for white space and blank lines. */
function isSameText(a: Part, b: Part): boolean {
  const [left, right] = [filledLines(a), filledLines(b)]
  return (
    left.length === right.length &&
    left.every((line, at) => {
      const other = right[at] ?? ''
      return line === other || line.replace(/\s+/g, '') === other.replace(/\s+/g, '')
    })
  )
}

/** Marked first and picked then: a long file with many units is gone through twice, not once per unit. */
function filledLines({ side, range: { start, end }, without = [] }: Part): string[] {
  const isInside = without.length === 0 ? undefined : new Uint8Array(end + 2)
  for (const { lines } of without) isInside?.fill(1, lines.start, lines.end + 1)
  const filled: string[] = []
  for (let line = start; line <= end; line++) {
    const text = side.lines[line - 1] ?? ''
    if (isInside?.[line] !== 1 && /\S/.test(text)) filled.push(text)
  }
  return filled
}

function holds({ start, end }: LineRange, line: number): boolean {
  return start <= line && line <= end
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
