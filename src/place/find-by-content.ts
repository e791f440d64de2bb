/** The region as a unit of some file that looks like it and has the lines its commit added. */
import type { Region } from '../annotation/schema.ts'
import { shareStanding } from '../annotation/trace/added-lines.ts'
import { elsewhereThreshold, fingerprintUnit } from '../annotation/trace/unit-fingerprint.ts'
import type { LineRange } from '../base/lines.ts'
import type { Lines } from '../git/diff/text-lines.ts'
import { lastPart } from '../outline/anchor-name.ts'
import type { Unit } from '../outline/unit.ts'
import { type Landing, landRegion } from './land-region.ts'
import type { Base } from './load-bases.ts'
import { matchContent, type UnitPrint } from './match-content.ts'
import type { Placement, TodayFile } from './placement.ts'
import { atUnit, extent, linesOf, roundShare } from './unit-placement.ts'

/** From this share on, something still stands. */
export const enough = 0.5

export async function findByContent(
  { region, base }: { readonly region: Region; readonly base: Base },
  landing: Landing | undefined,
  today: TodayFile,
  { prints, isSameFile }: { readonly prints: readonly UnitPrint[]; readonly isSameFile: boolean },
): Promise<Placement | undefined> {
  const print = printOf(region, base, landing)
  if (print === undefined) return undefined
  const name = lastPart(region.ast_anchor?.name ?? landing?.unitThen?.name ?? '')
  const isNamesake = (at: number) => name !== '' && lastPart(today.units[at]?.name ?? '') === name
  const match = matchContent(print, prints, { isSameFile, isNamesake })
  const unit = match === undefined ? undefined : today.units[match.unit]
  if (match === undefined || unit === undefined) return undefined
  if (base.text === undefined || landing === undefined) {
    const isEqual = prints.some((one) => one.unit === match.unit && one.print === print)
    return tracedLinesStand(region, linesOf(today, unit.lines), isEqual) ? atUnit(today, unit) : undefined
  }
  const moved = await reland(base, base.text.lines, landing, { lines: linesOf(today, unit.lines), unit })
  const share =
    base.added !== undefined
      ? moved.share
      : (shareStanding(region.trace?.added ?? '', linesOf(today, unit.lines)) ?? 0)
  if (share < enough) return undefined
  const survival = landing.significant === 0 ? null : roundShare(moved.landed.length / landing.significant)
  // A namesake in another file that looks less like it must have its lines.
  if (!isSameFile && match.equal < elsewhereThreshold && (survival ?? 0) < enough) return undefined
  return {
    ...atUnit(today, unit),
    landed: moved.landed,
    currentLines: landing.isWholeUnit ? unit.lines : (extent(moved.landed) ?? unit.lines),
    linesThen: landing.linesThen,
    survival,
  }
}

/** Whether the lines its commit added are there; where it added none in the region, whether all is as it was. */
function tracedLinesStand(region: Region, today: readonly string[], isEqual: boolean): boolean {
  const { trace } = region
  const share = trace?.added === undefined ? undefined : shareStanding(trace.added, today)
  return share === undefined ? isEqual : share >= enough
}

/** The lines of its unit then, carried into the unit it was found as. */
async function reland(
  { added }: Base,
  then: Lines,
  landing: Landing,
  { lines, unit }: { readonly lines: readonly string[]; readonly unit: Unit },
): Promise<{ readonly landed: readonly number[]; readonly share: number }> {
  const from = landing.unitThen?.lines ?? landing.linesThen
  const { landed, own } = await landRegion({
    past: { lines: then.slice(from.start - 1, from.end), units: [] },
    today: { lines, units: [] },
    lines: shift(landing.linesThen, 1 - from.start),
    anchor: undefined,
    added: async () =>
      added === undefined ? [] : (await added())?.map((range) => shift(range, 1 - from.start)),
    isReachable: false,
  })
  return {
    landed: landed.map((line) => line + unit.lines.start - 1),
    share: own === undefined ? 0 : own.total === 0 ? 1 : own.standing / own.total,
  }
}

/** Its fingerprint as written, else as its text at the commit gives it. */
export function printOf(region: Region, base: Base, landing: Landing | undefined): string | undefined {
  if (region.trace?.unit !== undefined) return region.trace.unit
  if (base.text === undefined || landing === undefined) return undefined
  const { start, end } = landing.unitThen?.lines ?? landing.linesThen
  const name = landing.unitThen?.name ?? region.ast_anchor?.name ?? ''
  return fingerprintUnit(base.text.lines.slice(start - 1, end).join('\n'), name)
}

function shift({ start, end }: LineRange, by: number): LineRange {
  return { start: start + by, end: end + by }
}
