/** Where each line of the old file stands in the new one. */
import type { LineHunk } from './diff-lines.ts'

/** Indexed by old line number from 1 (entry 0 is unused): the new line number, 0 when the line is gone. */
export function carryLines(hunks: readonly LineHunk[], oldLineCount: number): Int32Array {
  const carried = new Int32Array(oldLineCount + 1)
  let line = 1
  let shift = 0
  for (const hunk of hunks) {
    for (; line < hunk.oldStart; line++) carried[line] = line + shift
    line += hunk.oldCount
    shift += hunk.newCount - hunk.oldCount
  }
  for (; line <= oldLineCount; line++) carried[line] = line + shift
  return carried
}
