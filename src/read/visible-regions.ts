/** What an answer leaves out unless asked for everything: gone and unmerged code, annotations that another continues. */

import type { PlacedRegion } from '../place/place-regions.ts'
import type { HistoryAt } from '../store/history-states.ts'
import type { NoteRows } from '../store/note-rows.ts'

export function isVisible(
  { note, placement, isReachable }: PlacedRegion,
  { rows, history }: { readonly rows: NoteRows; readonly history: HistoryAt },
): boolean {
  if (placement.status === 'gone' || placement.status === 'unmerged') return false
  return isReachable || !isContinued(note.target, rows, history)
}

/**
 * A reachable annotation names this commit as the one it came from, or is the same document: git copies notes when it
 * rewrites commits and leaves the old ones behind.
 */
export function isContinued(
  target: PlacedRegion['note']['target'],
  rows: NoteRows,
  history: HistoryAt,
): boolean {
  const sources = rows.byTarget(target)?.sources
  const heirs = [...rows.continuing(target), ...(sources === undefined ? [] : rows.sameDocument(sources))]
  return heirs.some((heir) => heir !== target && history.commits.get(heir)?.annotated === true)
}
