/** The order of an answer: a total one, so that the same state always gives the same bytes. */
import { reaches, statuses } from './answer.ts'
import type { FoldedRegion } from './fold-superseded.ts'

export function compareRegions(a: FoldedRegion, b: FoldedRegion): number {
  return (
    Number(a.supersededBy !== undefined) - Number(b.supersededBy !== undefined) ||
    statuses.indexOf(a.placement.status) - statuses.indexOf(b.placement.status) ||
    reaches.indexOf(a.reach) - reaches.indexOf(b.reach) ||
    b.score.confidence - a.score.confidence ||
    (b.writtenAt ?? 0) - (a.writtenAt ?? 0) ||
    compareText(a.placement.path ?? a.region.file, b.placement.path ?? b.region.file) ||
    (a.placement.currentLines?.start ?? 0) - (b.placement.currentLines?.start ?? 0) ||
    compareText(a.note.target, b.note.target) ||
    a.position - b.position
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
