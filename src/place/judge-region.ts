/** The placement of a region in a file that is taken as its own, with all that the judgement may ask for. */
import { isElsewhere } from './find-elsewhere.ts'
import { judgeLanding } from './judge-landing.ts'
import type { Base, NoteRegion } from './load-bases.ts'
import type { Placer } from './place-regions.ts'
import type { Placement, TodayFile } from './placement.ts'

export interface Judgement {
  readonly placement: Placement
  /** It follows from the two texts and from HEAD's having the commit, whatever else may come. */
  readonly isFinal: boolean
}

export async function judgeRegion(
  placer: Placer,
  one: NoteRegion,
  base: Base,
  today: TodayFile,
): Promise<Judgement> {
  const landing = await placer.landing(one, base, today)
  let isFinal = base.hasCommit && base.hasNumbers && landing?.own !== undefined
  const judged = {
    region: one.region,
    base,
    reach: async () => {
      const reach = await placer.reachOf(one.note.target)
      if (reach !== 'head') isFinal = false
      return reach
    },
    isElsewhere: async () => {
      isFinal = false
      return landing !== undefined && isElsewhere(placer, { one, base, landing }, today)
    },
  }
  const placement = await judgeLanding(judged, landing, today, () => placer.printsOf(today))
  return { placement, isFinal }
}
