/** What an answer leaves out unless asked for everything: gone and unmerged code, annotations that another continues. */

import { regionCommit } from '../annotation/region-identity.ts'
import type { Oid } from '../base/ids.ts'
import type { LocatedRegion } from '../place/place-regions.ts'
import type { HistoryAt } from '../store/history-states.ts'
import type { NoteRows } from '../store/note-rows.ts'

interface Known {
  readonly rows: NoteRows
  readonly history: HistoryAt
}

export function isVisible(one: LocatedRegion, known: Known): boolean {
  return !isLeftOut(one.placement) && (one.isReachable || !isContinued(one, known))
}

export function isLeftOut({ status }: LocatedRegion['placement']): boolean {
  return status === 'gone' || status === 'unmerged'
}

/**
 * A reachable annotation names this one's commit as where it came from, or is the same document: git copies notes when
 * it rewrites commits and leaves the old ones behind. The steps of a squash hold copies of the first document: what they
 * were copied from counts as well.
 */
export function isContinued(
  { note: { target, annotation }, region }: Pick<LocatedRegion, 'note' | 'region'>,
  { rows, history }: Known,
): boolean {
  const origins = new Set([target, regionCommit(annotation, region) as Oid]) // decoding leaves only full ids
  return [...origins].some((origin) => {
    const sources = rows.byTarget(origin)?.sources
    const heirs = [
      origin,
      ...rows.continuing(origin),
      ...(sources === undefined ? [] : rows.sameDocument(sources)),
    ]
    return heirs.some((heir) => heir !== target && history.commits.get(heir)?.annotated === true)
  })
}
