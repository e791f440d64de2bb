/** Which placed regions a scope is about, and how each was reached. Pure. */

import type { Oid } from '../base/ids.ts'
import { rangeHolds, rangesOverlap } from '../base/lines.ts'
import type { Unit } from '../outline/unit.ts'
import type { LineOwners } from '../place/blame-lines.ts'
import type { GatheredFile } from '../place/gather-regions.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import { asksForAnchor, type Scope } from '../place/resolve-scope.ts'

type Reach = 'lines' | 'anchor' | 'content' | 'file' | 'commit'

export interface MatchedRegion extends PlacedRegion {
  readonly reach: Reach
}

export function matchRegions({ scope, regions }: GatheredFile): MatchedRegion[] {
  return regions.flatMap((region) => {
    const reach = reachOf(scope, region)
    return reach === undefined ? [] : [{ ...region, reach }]
  })
}

function reachOf(scope: Scope, { region, placement }: PlacedRegion): Reach | undefined {
  const { landed, unit, currentLines, status } = placement
  if (status === 'moved') {
    const isInScope =
      currentLines !== undefined && scope.ranges.some((range) => rangesOverlap(range, currentLines))
    return isInScope ? 'content' : undefined
  }
  if (landed.some((line) => scope.ranges.some((range) => rangeHolds(range, line)))) return 'lines'
  if (unit !== undefined && !scope.isWholeFile && scope.units.some((one) => isWithin(unit, one)))
    return 'anchor'
  const anchor = region.ast_anchor?.name
  // A name that no unit has today can only be an annotated one: wherever its lines are now, this is what was asked for.
  const isFree = unit === undefined || scope.units.length === 0
  if (isFree && anchor !== undefined && asksForAnchor(scope, anchor)) return 'anchor'
  return scope.isWholeFile ? 'file' : undefined
}

function isWithin(inner: Unit, outer: Unit): boolean {
  return outer.lines.start <= inner.lines.start && inner.lines.end <= outer.lines.end
}

/** Commits inside the horizon that own lines in scope, with the lines each owns. */
export function ownersInScope(scope: Scope, { owners }: LineOwners): Map<Oid, number[]> {
  const found = new Map<Oid, number[]>()
  for (const line of linesInScope(scope)) {
    const owner = owners[line]
    if (owner === undefined || owner === null) continue
    const lines = found.get(owner)
    if (lines === undefined) found.set(owner, [line])
    else lines.push(line)
  }
  return found
}

export function linesInScope({ ranges, file }: Scope): Set<number> {
  const lines = new Set<number>()
  const last = file.text.lines.length
  for (const { start, end } of ranges)
    for (let line = start; line <= Math.min(end, last); line++) lines.add(line)
  return lines
}
