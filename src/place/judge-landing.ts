/** From the landing of a region to its placement: is it still there, changed, moved or gone? */
import type { Region } from '../annotation/schema.ts'
import { shareStanding } from '../annotation/trace/added-lines.ts'
import {
  compareFingerprints,
  fingerprintTokens,
  minimumTokens,
  sameFileThreshold,
} from '../annotation/trace/unit-fingerprint.ts'
import { enough, findByContent, printOf } from './find-by-content.ts'
import { judgeWithoutText } from './judge-without-text.ts'
import { type Landing, remainder } from './land-region.ts'
import type { Base } from './load-bases.ts'
import { printUnit, type UnitPrint } from './match-content.ts'
import { nowhere, type Placement, type Reachability, type TodayFile } from './placement.ts'
import { anchorStands, extent, hasName, linesOf, roundShare, unknownPlacement } from './unit-placement.ts'

export interface JudgedRegion {
  readonly region: Region
  readonly base: Base
  readonly reach: () => Promise<Reachability>
  /** Whether another file has it for certain; asked only when hardly anything of it is in its own. */
  readonly isElsewhere: () => Promise<boolean>
}

/** The placement of a region in the file it belongs to. */
export async function judgeLanding(
  judged: JudgedRegion,
  landing: Landing | undefined,
  today: TodayFile,
  prints: () => readonly UnitPrint[],
): Promise<Placement> {
  const { region, base } = judged
  if (base.isMissing) return unknownPlacement(region, today)
  if (landing === undefined || base.text === undefined) return judgeWithoutText(judged, today, prints)
  if (landing.own === undefined) return unknownPlacement(region, today)
  const lost = isLost(region, landing, today)
  if (lost || isFaint(judged, landing, today)) {
    const moved = await findByContent(judged, landing, today, { prints: prints(), isSameFile: true })
    if (moved !== undefined) return moved
    const isReplaced = !lost && landing.isFileReplaced
    if (lost || (isReplaced && (await judged.isElsewhere()))) return loseReachable(judged, landing)
  }
  const stands = ownStand(judged, landing, today)
  const isReachable = (await judged.reach()) === 'head'
  if (!isReachable && !(stands ?? base.text.key === today.text.key)) return loseReachable(judged, landing)
  const survival = landing.significant === 0 ? null : roundShare(landing.landed.length / landing.significant)
  const isOwnLost = landing.own?.inRegion === true && stands === false
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
  const { significant } = landing
  // One line of a few may be there by chance.
  return (
    significant === 0 || landing.landed.length < Math.max(significant * remainder, Math.min(2, significant))
  )
}

/** Less than half of it stands, in a unit that does not look like it: a clear match elsewhere is the better place. */
export function isFaint(
  { region, base }: Pick<JudgedRegion, 'region' | 'base'>,
  landing: Landing,
  today: TodayFile,
): boolean {
  if (landing.landed.length >= landing.significant * enough && landing.significant > 0) return false
  const unit = landing.unit === undefined ? undefined : today.units[landing.unit]
  const print = printOf(region, base, landing)
  if (print === undefined || (fingerprintTokens(print) ?? 0) < minimumTokens) return false
  if (unit === undefined) return true
  return (compareFingerprints(print, printUnit(today.text.lines, unit)) ?? 0) < sameFileThreshold
}

async function loseReachable({ reach }: JudgedRegion, landing: Landing): Promise<Placement> {
  return nowhere((await reach()) === 'other-ref' ? 'unmerged' : 'gone', landing.linesThen)
}

/** Undefined: there is nothing to compare. */
function ownStand({ region, base }: JudgedRegion, landing: Landing, today: TodayFile): boolean | undefined {
  if (base.added !== undefined) {
    const { total = 0, standing = 0 } = landing.own ?? {}
    return total === 0 ? undefined : standing >= total * enough
  }
  if (region.trace?.added === undefined) return undefined
  const unit = landing.unit === undefined ? undefined : today.units[landing.unit]
  const share = shareStanding(
    region.trace.added,
    unit === undefined ? today.text.lines.slice() : linesOf(today, unit.lines),
  )
  return share === undefined ? undefined : share >= enough
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
