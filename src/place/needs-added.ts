/** Whether it will be asked what a region's commit added, told before it is placed. */
import { isSignificant } from '../base/lines.ts'
import type { HistoryAt } from '../store/history-states.ts'
import type { LineCarries } from './line-carries.ts'
import type { Base, NoteRegion } from './load-bases.ts'
import type { TodayFile } from './placement.ts'

/** HEAD lacks its commit, or today's text some of its lines. */
export function needsAdded(
  { history, carries }: { readonly history: HistoryAt; readonly carries: LineCarries },
  [{ note, region }, { text, units }]: readonly [NoteRegion, Base],
  today: TodayFile | undefined,
): boolean {
  if (text === undefined) return false
  if (history.commits.get(note.target) === undefined) return true
  if (today === undefined) return false
  const { lines: carried, share } = carries.of(text.lines, today.text.lines)
  if (share === 1) return false
  const own = region.lines ?? (units.length === 1 ? units[0]?.lines : undefined)
  const { start, end } = own ?? { start: 1, end: text.lines.length }
  for (let line = start; line <= Math.min(end, text.lines.length); line++)
    if (carried[line] === 0 && isSignificant(text.lines.at(line - 1) ?? '')) return true
  return false
}
