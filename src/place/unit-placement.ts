/** Placements at a unit of today's outline, and what is left of an anchor there. Pure. */
import type { Region } from '../annotation/schema.ts'
import type { LineRange } from '../base/lines.ts'
import { isQualifiedSuffix, sameAnchor } from '../outline/anchor-name.ts'
import type { Unit } from '../outline/unit.ts'
import { type Landing, unitByName } from './land-region.ts'
import { nowhere, type Placement, type TodayFile } from './placement.ts'

export function atUnit(today: TodayFile, unit: Unit): Placement {
  return {
    status: 'moved',
    path: today.path,
    unit,
    landed: [],
    currentLines: unit.lines,
    linesThen: undefined,
    survival: null,
    anchorStands: 'lines',
  }
}

/** Nothing can be compared: the unit of its name is all there is. */
export function unknownPlacement(region: Region, today: TodayFile): Placement {
  const unit = namedUnit(region, today)
  if (unit === undefined) return { ...nowhere('unknown'), path: today.path }
  return {
    ...atUnit(today, unit),
    status: 'unknown',
    anchorStands: anchorStands(region, undefined, unit),
  }
}

/** Today's unit under the annotated name, for want of the text it was annotated in. */
export function namedUnit({ ast_anchor }: Region, { text, units }: TodayFile): Unit | undefined {
  const sides = { past: { lines: [], units: [] }, today: { lines: text.lines, units } }
  return unitByName({ ...sides, anchor: ast_anchor?.name }, undefined)
}

export function anchorStands(
  region: Region,
  landing: Landing | undefined,
  unit: Unit,
): Placement['anchorStands'] {
  if (region.ast_anchor === undefined || !hasName(region, landing, unit)) return 'lines'
  const signature = region.ast_anchor.signature ?? landing?.unitThen?.signature
  return signature !== undefined && bare(signature) === bare(unit.signature) ? 'signature' : 'name'
}

/** The unit is called what the region's was: by its anchor, or by the unit its lines lay in. */
export function hasName(region: Region, landing: Landing | undefined, unit: Unit): boolean {
  const then = landing?.unitThen?.name
  const name = region.ast_anchor?.name ?? then
  if (name === undefined) return false
  return (
    sameAnchor(unit.name, then !== undefined && isQualifiedSuffix(name, then) ? then : name) ||
    (then === undefined && isQualifiedSuffix(name, unit.name))
  )
}

function bare(signature: string): string {
  return signature.replace(/\s+/g, '')
}

export function linesOf({ text }: TodayFile, { start, end }: LineRange): readonly string[] {
  return text.lines.slice(start - 1, end)
}

export function extent(lines: readonly number[]): LineRange | undefined {
  const [start] = lines
  const end = lines.at(-1)
  return start === undefined || end === undefined ? undefined : { start, end }
}

export function roundShare(share: number): number {
  return Math.round(share * 1000) / 1000
}
