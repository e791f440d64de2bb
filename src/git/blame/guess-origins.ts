/**
 * Where the lines a commit changed stood in its parent, for a commit whose changes are to be looked through: within
 * each changed stretch by likeness and order, and for what is left anywhere in the parent's file.
 */
import type { LineHunk } from '../diff/diff-lines.ts'
import { countShared, type LinePrint, printLine } from './line-print.ts'
import { matchRewritten } from './match-rewritten.ts'

/** Fewer shared pairs than this are chance, when any line of the file may be the one. */
const leastShared = 10
/** Comparisons after which a guess is not worth the wait: a file written anew as a whole. */
const mostComparisons = 20_000_000

/** The parent's line of each line of the file, counted from 1; 0 for lines that did not change or came from nowhere. */
export function guessOrigins(
  parentLines: readonly string[],
  lines: readonly string[],
  hunks: readonly LineHunk[],
): Int32Array {
  const origins = new Int32Array(lines.length + 1)
  const parentPrints = parentLines.map(printLine)
  const prints: LinePrint[] = []
  let left = mostComparisons
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    left -= newCount * (newCount + parentLines.length)
    if (left < 0) break
    const end = newStart - 1 + newCount
    for (let at = newStart - 1; at < end; at++) prints[at] = printLine(lines[at] ?? '')
    const stretch = {
      oldStart: oldStart - 1,
      oldEnd: oldStart - 1 + oldCount,
      newStart: newStart - 1,
      newEnd: end,
    }
    const matches = matchRewritten(parentPrints, prints, stretch)
    for (let at = newStart - 1; at < end; at++) {
      const match = matches[at - stretch.newStart] ?? -1
      origins[at + 1] = 1 + (match >= 0 ? match : findAnywhere(parentPrints, prints[at], at))
    }
  }
  return origins
}

/** Of lines equally alike the nearest, and of two equally near the later. */
function findAnywhere(prints: readonly LinePrint[], print: LinePrint | undefined, place: number): number {
  if (print === undefined) return -1
  let best = -1
  let most = leastShared
  for (const [at, candidate] of prints.entries()) {
    const shared = countShared(candidate, print)
    if (shared < most) continue
    if (shared === most && best !== -1 && Math.abs(best - place) < Math.abs(at - place)) continue
    most = shared
    best = at
  }
  return best
}
