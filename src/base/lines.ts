/** Line ranges, 1-based and inclusive, and text as lines the way git counts them. */

export interface LineRange {
  readonly start: number
  readonly end: number
}

/** Lines as git sees them: split at LF only; a final LF ends the last line and starts no new one. */
export function splitLines(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const letterOrDigit = /[\p{L}\p{N}]/u

/** A significant line has a letter or a digit; braces and blank lines say nothing about where code went. */
export function isSignificant(line: string): boolean {
  return letterOrDigit.test(line)
}

export function rangesOverlap(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && b.start <= a.end
}

export function rangeHolds(range: LineRange, line: number): boolean {
  return range.start <= line && line <= range.end
}

/** Sorted line numbers as the fewest ranges that hold exactly them. */
export function rangesOf(sortedLines: Iterable<number>): LineRange[] {
  const ranges: { start: number; end: number }[] = []
  for (const line of sortedLines) {
    const last = ranges.at(-1)
    if (last !== undefined && line <= last.end + 1) last.end = line
    else ranges.push({ start: line, end: line })
  }
  return ranges
}
