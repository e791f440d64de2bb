/** The placement of a region when neither its commit nor its text is here: the name and the traces are all there is. */
import { shareStanding } from '../annotation/trace/added-lines.ts'
import { compareFingerprints, elsewhereThreshold } from '../annotation/trace/unit-fingerprint.ts'
import type { Unit } from '../outline/unit.ts'
import { enough, findByContent } from './find-by-content.ts'
import type { JudgedRegion } from './judge-landing.ts'
import { printUnit, type UnitPrint } from './match-content.ts'
import { nowhere, type Placement, type TodayFile } from './placement.ts'
import { anchorStands, atUnit, linesOf, namedUnit, unknownPlacement } from './unit-placement.ts'

export async function judgeWithoutText(
  judged: JudgedRegion,
  today: TodayFile,
  prints: () => readonly UnitPrint[],
): Promise<Placement> {
  const { region } = judged
  const { trace } = region
  if (trace?.unit === undefined && trace?.added === undefined) return unknownPlacement(region, today)
  const named = namedUnit(region, today)
  const traces = named === undefined ? undefined : compareTraces(judged, today, named)
  if (named !== undefined && traces?.stands === true)
    return {
      ...atUnit(today, named),
      status: traces.isAlike ? 'current' : 'changed',
      anchorStands: anchorStands(region, undefined, named),
    }
  const moved = await findByContent(judged, undefined, today, { prints: prints(), isSameFile: true })
  if (moved !== undefined) return moved
  // Its commit added nothing there that could be looked for: the name is not enough to call it current.
  if (named !== undefined && traces?.stands === undefined) return unknownPlacement(region, today)
  return nowhere((await judged.reach()) === 'other-ref' ? 'unmerged' : 'gone')
}

/** `stands` is undefined when there is nothing to tell it by. */
function compareTraces(
  { region: { trace } }: JudgedRegion,
  today: TodayFile,
  unit: Unit,
): { readonly stands: boolean | undefined; readonly isAlike: boolean } {
  const inside = linesOf(today, unit.lines)
  const share = trace?.added === undefined ? undefined : shareStanding(trace.added, inside)
  const print = printUnit(today.text.lines, unit)
  const equal = trace?.unit === undefined ? undefined : compareFingerprints(trace.unit, print)
  const isAlike = equal === undefined || equal >= elsewhereThreshold
  if (share !== undefined) return { stands: share >= enough, isAlike }
  if (trace?.unit === print) return { stands: true, isAlike }
  return { stands: isAlike ? undefined : false, isAlike }
}
