/** How far to trust a region: a number and the parts it is made of. Pure; no clock but HEAD's. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import type { Placement } from '../place/placement.ts'
import type { AnswerRegion } from './answer.ts'

const day = 86_400
const weights = { recency: 0.4, context: 0.3, anchor: 0.2, provenance: 0.1 } as const
const flagPenalty = 0.15
const floor = 0.1

const anchorFactor: Readonly<Record<Placement['anchorStands'], number>> = {
  signature: 1,
  name: 0.7,
  lines: 0.4,
  gone: 0.3,
}

const provenanceFactor: Readonly<Record<string, number>> = {
  initial: 1,
  amend: 0.8,
  rebase: 0.8,
  squash: 0.7,
  import: 0.7,
}

export interface ScoreContext {
  /** When the region was written, in seconds; undefined when nobody knows. */
  readonly writtenAt: number | undefined
  readonly headTime: number
  /** In days. */
  readonly halfLife: number
}

export interface Score {
  readonly confidence: number
  readonly confidence_factors: NonNullable<AnswerRegion['confidence_factors']>
}

export function scoreRegion(
  { note, region, placement }: Pick<PlacedRegion, 'note' | 'region' | 'placement'>,
  context: ScoreContext,
): Score {
  const { annotation } = note
  const flags = effectiveRegion(region).openFlags.length
  const factors = {
    recency: round(recency(context)),
    context: annotation.context_level === 'inferred' ? 0.5 : 1,
    anchor: anchorFactor[placement.anchorStands],
    provenance: provenanceFactor[annotation.provenance?.operation ?? 'initial'] ?? 1,
  }
  const sum =
    weights.recency * recency(context) +
    weights.context * factors.context +
    weights.anchor * factors.anchor +
    weights.provenance * factors.provenance
  const confidence = round(Math.max(floor, sum - flagPenalty * flags))
  return { confidence, confidence_factors: { ...factors, open_flags: flags } }
}

function recency({ writtenAt, headTime, halfLife }: ScoreContext): number {
  if (writtenAt === undefined) return 0
  return Math.min(1, 0.5 ** ((headTime - writtenAt) / day / halfLife))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
