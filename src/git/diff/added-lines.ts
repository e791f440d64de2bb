/** The lines that a text has and the one before it had not: only what is between their common ends is compared. */
import { type LineRange, rangesOf } from '../../base/lines.ts'
import { diffIds, type LineIds } from './diff-ids.ts'
import type { LineNumbers } from './line-numbers.ts'
import { trimEnds } from './mark-changes.ts'
import { measureIndent } from './score-split.ts'
import type { Lines } from './text-lines.ts'

export function addedLines(before: Lines, after: Lines, numbers: LineNumbers): LineRange[] {
  const [old, fresh] = [numbers.of(before), numbers.of(after)]
  const { start, oldEnd, newEnd } = trimEnds(old, fresh)
  if (start === newEnd) return []
  if (start === oldEnd) return [{ start: start + 1, end: newEnd }]
  const part = (lines: Lines, ids: Int32Array, end: number): LineIds => ({
    ids: ids.subarray(start, end),
    indentAt: (at) => measureIndent(lines.at(start + at) ?? ''),
  })
  const stays = new Uint8Array(newEnd - start)
  for (const to of diffIds(part(before, old, oldEnd), part(after, fresh, newEnd))) if (to >= 0) stays[to] = 1
  const added: number[] = []
  for (let at = 0; at < stays.length; at++) if (stays[at] === 0) added.push(start + at + 1)
  return rangesOf(added)
}
