/** From the landing of a region to its placement: is it still there, changed, moved or gone? Pure. */

import type { Region } from '../annotation/schema.ts'
import { shareStanding } from '../annotation/trace/added-lines.ts'
import {
  compareFingerprints,
  elsewhereThreshold,
  fingerprintUnit,
} from '../annotation/trace/unit-fingerprint.ts'
import type { LineRange } from '../base/lines.ts'
import { isQualifiedSuffix, sameAnchor } from '../outline/anchor-name.ts'
import type { Unit } from '../outline/unit.ts'
import { type Landing, landRegion, unitByName } from './land-region.ts'
import type { Base } from './load-bases.ts'
import { matchContent, printUnits, type UnitPrint } from './match-content.ts'
import { nowhere, type Placement, type Reachability, type TodayFile } from './placement.ts'

const enough = 0.5
const remainder = 0.2

export interface JudgedRegion {
  readonly region: Region
  readonly base: Base
  readonly reach: () => Promise<Reachability>
}

/** The placement of a region in the file it belongs to, and whether it has lost its place there. */
export async function judgeLanding(
  judged: JudgedRegion,
  landing: Landing | undefined,
  today: TodayFile,
  prints: () => readonly UnitPrint[],
): Promise<Placement> {
  const { region, base } = judged
  if (base.isMissing) return unknownPlacement(region, today)
  if (landing === undefined || base.text === undefined) return judgeWithoutText(judged, today, prints)
  if (isLost(region, landing, today)) {
    const moved = findByContent(judged, landing, today, { prints: prints(), isSameFile: true })
    return moved ?? loseReachable(judged, landing)
  }
  const stands = ownStand(judged, landing, today)
  const isReachable = (await judged.reach()) === 'head'
  if (!isReachable && !(stands ?? base.text.key === today.text.key)) return loseReachable(judged, landing)
  const survival = landing.significant === 0 ? null : round(landing.landed.length / landing.significant)
  const isOwnLost = landing.own.inRegion && stands === false
  const isWhole = survival === null ? base.text.key === today.text.key : survival >= enough
  return {
    ...placedAt(region, landing, today),
    survival,
    status: isWhole && !isOwnLost ? 'current' : 'changed',
  }
}

/** No unit of its name is left, and hardly a line of it. */
export function isLost(region: Region, landing: Landing, today: TodayFile): boolean {
  const unit = landing.unit === undefined ? undefined : today.units[landing.unit]
  if (unit !== undefined && hasName(region, landing, unit)) return false
  return landing.landed.length < landing.significant * remainder || landing.significant === 0
}

/** The region as a unit of this file that looks like it and has the lines its commit added. */
export function findByContent(
  { region, base }: Pick<JudgedRegion, 'region' | 'base'>,
  landing: Landing | undefined,
  today: TodayFile,
  { prints, isSameFile }: { readonly prints: readonly UnitPrint[]; readonly isSameFile: boolean },
): Placement | undefined {
  const print = printOf(region, base, landing)
  const match = print === undefined ? undefined : matchContent(print, prints, isSameFile)
  const unit = match === undefined ? undefined : today.units[match.unit]
  if (unit === undefined) return undefined
  const inside = linesOf(today, unit.lines)
  if (base.text === undefined || landing === undefined) {
    const share = region.trace?.added === undefined ? undefined : shareStanding(region.trace.added, inside)
    if (share === undefined || share < enough) return undefined
    return { ...atUnit(today, unit), survival: null, status: 'moved' }
  }
  const from = landing.unitThen?.lines ?? landing.linesThen
  const relanded = landRegion({
    past: { lines: base.text.lines.slice(from.start - 1, from.end), units: [] },
    today: { lines: inside, units: [] },
    lines: shift(landing.linesThen, 1 - from.start),
    anchor: undefined,
    added: base.added?.map((range) => shift(range, 1 - from.start)) ?? [],
  })
  const share =
    base.added !== undefined
      ? relanded.own.total === 0
        ? 1
        : relanded.own.standing / relanded.own.total
      : (shareStanding(region.trace?.added ?? '', inside) ?? 0)
  if (share < enough) return undefined
  const landed = relanded.landed.map((line) => line + unit.lines.start - 1)
  return {
    ...atUnit(today, unit),
    landed,
    currentLines: landing.isWholeUnit ? unit.lines : (extent(landed) ?? unit.lines),
    linesThen: landing.linesThen,
    survival: landing.significant === 0 ? null : round(landed.length / landing.significant),
    status: 'moved',
  }
}

export function printOf(region: Region, base: Base, landing: Landing | undefined): string | undefined {
  if (region.trace?.unit !== undefined) return region.trace.unit
  if (base.text === undefined || landing === undefined) return undefined
  const { start, end } = landing.unitThen?.lines ?? landing.linesThen
  const name = landing.unitThen?.name ?? region.ast_anchor?.name ?? ''
  return fingerprintUnit(base.text.lines.slice(start - 1, end).join('\n'), name)
}

/** Neither the commit nor the text is here: the name and the traces are all there is. */
async function judgeWithoutText(
  judged: JudgedRegion,
  today: TodayFile,
  prints: () => readonly UnitPrint[],
): Promise<Placement> {
  const { region } = judged
  const { trace } = region
  const unit = unitByName(
    { past: { lines: [], units: [] }, today: sideOf(today), anchor: region.ast_anchor?.name },
    undefined,
  )
  if (unit === undefined) {
    const moved = findByContent(judged, undefined, today, { prints: prints(), isSameFile: true })
    if (moved !== undefined) return moved
    const canCompare = trace?.unit !== undefined || trace?.added !== undefined
    return canCompare ? nowhere('gone') : { ...nowhere('unknown'), path: today.path }
  }
  const inside = linesOf(today, unit.lines)
  const share = trace?.added === undefined ? undefined : shareStanding(trace.added, inside)
  const equal =
    trace?.unit === undefined
      ? undefined
      : compareFingerprints(trace.unit, fingerprintUnit(inside.join('\n'), unit.name))
  if (share === undefined && equal === undefined) return unknownPlacement(region, today)
  const stands = share === undefined ? (equal ?? 0) >= elsewhereThreshold : share >= enough
  if (!stands) return nowhere((await judged.reach()) === 'other-ref' ? 'unmerged' : 'gone')
  return {
    ...atUnit(today, unit),
    survival: null,
    status: equal === undefined || equal >= elsewhereThreshold ? 'current' : 'changed',
    anchorStands: anchorStands(region, undefined, unit),
  }
}

async function loseReachable({ reach }: JudgedRegion, landing: Landing): Promise<Placement> {
  return nowhere((await reach()) === 'other-ref' ? 'unmerged' : 'gone', landing.linesThen)
}

/** Undefined: there is nothing to compare. */
function ownStand({ region, base }: JudgedRegion, landing: Landing, today: TodayFile): boolean | undefined {
  if (base.added !== undefined) {
    const { total, standing } = landing.own
    return total === 0 ? undefined : standing >= total * enough
  }
  if (region.trace?.added === undefined) return undefined
  const unit = landing.unit === undefined ? undefined : today.units[landing.unit]
  const share = shareStanding(
    region.trace.added,
    unit === undefined ? today.text.lines : linesOf(today, unit.lines),
  )
  return share === undefined ? undefined : share >= enough
}

function unknownPlacement(region: Region, today: TodayFile): Placement {
  const unit = unitByName(
    { past: { lines: [], units: [] }, today: sideOf(today), anchor: region.ast_anchor?.name },
    undefined,
  )
  if (unit === undefined) return { ...nowhere('unknown'), path: today.path }
  return {
    ...atUnit(today, unit),
    survival: null,
    status: 'unknown',
    anchorStands: anchorStands(region, undefined, unit),
  }
}

function placedAt(
  region: Region,
  landing: Landing,
  today: TodayFile,
): Omit<Placement, 'survival' | 'status'> {
  const unit = landing.unit === undefined ? undefined : today.units[landing.unit]
  const inUnit =
    unit === undefined
      ? landing.landed
      : landing.landed.filter((line) => unit.lines.start <= line && line <= unit.lines.end)
  return {
    path: today.path,
    unit,
    landed: landing.landed,
    currentLines: unit !== undefined && landing.isWholeUnit ? unit.lines : (extent(inUnit) ?? unit?.lines),
    linesThen: landing.linesThen,
    anchorStands: unit === undefined ? 'lines' : anchorStands(region, landing, unit),
  }
}

function atUnit(today: TodayFile, unit: Unit): Placement {
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

function anchorStands(region: Region, landing: Landing | undefined, unit: Unit): Placement['anchorStands'] {
  if (!hasName(region, landing, unit)) return 'lines'
  const signature = region.ast_anchor?.signature ?? landing?.unitThen?.signature
  return signature !== undefined && bare(signature) === bare(unit.signature) ? 'signature' : 'name'
}

function hasName(region: Region, landing: Landing | undefined, unit: Unit): boolean {
  const name = region.ast_anchor?.name
  if (name === undefined) return false
  const then = landing?.unitThen?.name
  return (
    sameAnchor(unit.name, then !== undefined && isQualifiedSuffix(name, then) ? then : name) ||
    (then === undefined && isQualifiedSuffix(name, unit.name))
  )
}

function bare(signature: string): string {
  return signature.replace(/\s+/g, '')
}

function sideOf({ text, units }: TodayFile) {
  return { lines: text.lines, units }
}

function linesOf({ text }: TodayFile, { start, end }: LineRange): readonly string[] {
  return text.lines.slice(start - 1, end)
}

function extent(lines: readonly number[]): LineRange | undefined {
  const [start] = lines
  const end = lines.at(-1)
  return start === undefined || end === undefined ? undefined : { start, end }
}

function shift({ start, end }: LineRange, by: number): LineRange {
  return { start: start + by, end: end + by }
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000
}

export function unitPrints(today: TodayFile): UnitPrint[] {
  return printUnits(today.text.lines, today.units)
}
