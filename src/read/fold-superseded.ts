/**
 * A region none of whose lines stand, with a newer one about the same unit, is history: it is folded into the newer one.
 * Its constraints and alternatives move over: nothing an author warned about disappears by default. Pure.
 */
import type { ScoredRegion } from './score-regions.ts'

export interface FoldedRegion extends ScoredRegion {
  /** Superseded by it, newest first. */
  readonly earlier: readonly ScoredRegion[]
  readonly supersededBy: ScoredRegion | undefined
}

export function foldSuperseded(
  regions: readonly ScoredRegion[],
  newestFirst: (a: ScoredRegion, b: ScoredRegion) => number,
  unfold: boolean,
): FoldedRegion[] {
  const heirs = new Map<ScoredRegion, ScoredRegion>()
  const byUnit = new Map<string, ScoredRegion[]>()
  for (const one of regions) {
    const { path, unit } = one.placement
    if (path === undefined || unit === undefined) continue
    const key = `${path}\0${unit.name}\0${unit.lines.start}`
    const group = byUnit.get(key)
    if (group === undefined) byUnit.set(key, [one])
    else group.push(one)
  }
  for (const group of byUnit.values()) {
    const standing = group.toSorted(newestFirst)
    for (const [at, one] of standing.entries()) {
      if (one.placement.landed.length > 0 || one.placement.status !== 'changed') continue
      const newer = standing.slice(0, at).filter((other) => newestFirst(other, one) < 0)
      const heir = newer.find((other) => !heirs.has(other)) ?? newer[0]
      if (heir !== undefined) heirs.set(one, heirs.get(heir) ?? heir)
    }
  }
  const superseded = Map.groupBy(heirs.keys(), (one) => heirs.get(one))
  return regions
    .filter((one) => unfold || !heirs.has(one))
    .map((one) => ({
      ...one,
      supersededBy: heirs.get(one),
      earlier: (superseded.get(one) ?? []).toSorted(newestFirst),
    }))
}
