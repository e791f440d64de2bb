/** What an annotation says about several places at once, when one of them is in the answer. Pure. */
import { anchorParts, isQualifiedSuffix } from '../outline/anchor-name.ts'
import type { ReadAnswer } from './answer.ts'
import type { ScoredRegion } from './score-regions.ts'

type CrossCutting = NonNullable<ReadAnswer['cross_cutting']>[number]

export function crossCutting(regions: readonly ScoredRegion[]): CrossCutting[] {
  const found = new Map<string, CrossCutting>()
  for (const { note, region } of regions) {
    for (const { description, regions: named = [], nature } of note.annotation.cross_cutting ?? []) {
      if (named.length > 0 && !named.some((place) => names(place, region.file, region.ast_anchor?.name)))
        continue
      found.set(`${note.target} ${description}`, {
        description,
        ...(named.length === 0 ? {} : { regions: [...named] }),
        ...(nature === undefined ? {} : { nature }),
        commit: note.target,
      })
    }
  }
  return [...found.values()]
}

/** `file`, `file:anchor`, or an anchor alone. */
function names(place: string, file: string, anchor: string | undefined): boolean {
  if (place === file) return true
  if (place.startsWith(`${file}:`)) {
    const rest = place.slice(file.length + 1)
    return (
      anchor === undefined ||
      anchorParts(rest).length === 0 ||
      isQualifiedSuffix(rest, anchor) ||
      /^\d/.test(rest)
    )
  }
  return anchor !== undefined && isQualifiedSuffix(place, anchor)
}
