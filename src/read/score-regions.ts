/** Matched regions with how far to trust each. */
import { RegionTimes } from '../place/gather-regions.ts'
import type { Places } from '../place/open-places.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import { numberSetting } from '../session.ts'
import type { MatchedRegion } from './match-regions.ts'
import { type Score, scoreRegion } from './score-region.ts'

export type Scored<T extends PlacedRegion> = T & {
  readonly score: Score
  /** Seconds since 1970; undefined when nobody knows. */
  readonly writtenAt: number | undefined
}

export type ScoredRegion = Scored<MatchedRegion>

export async function scoreRegions<T extends PlacedRegion>(
  { session, headTime }: Places,
  regions: readonly T[],
): Promise<Scored<T>[]> {
  const times = await RegionTimes.load(session.repository, regions)
  const halfLife = numberSetting(session, 'recencyHalfLife')
  return regions.map((one) => {
    const writtenAt = times.of(one)
    return { ...one, writtenAt, score: scoreRegion(one, { writtenAt, headTime, halfLife }) }
  })
}
