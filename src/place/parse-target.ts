/** `path`, `path:42`, `path:42-67` and `path#anchor`, as people paste them. */
import type { LineRange } from '../base/lines.ts'

export interface Target {
  readonly path: string
  readonly anchor?: string
  readonly lines?: LineRange
}

/** A file may have such a name itself: what exists as typed is taken as typed. */
export async function parseTarget(
  typed: string,
  exists: (path: string) => Promise<boolean>,
): Promise<Target> {
  // A colon before the second number is a column, as compilers and grep print it.
  const lined = /^(.+?):(\d{1,9})(?:-(\d{1,9}))?(?::\d*)?$/s.exec(typed)
  const hash = typed.indexOf('#', 1)
  if ((lined === null && hash < 0) || (await exists(typed))) return { path: typed }
  if (lined !== null) {
    const [, path = typed, start, end] = lined
    return { path, lines: { start: Number(start), end: Number(end ?? start) } }
  }
  const anchor = typed.slice(hash + 1)
  return anchor === '' ? { path: typed.slice(0, hash) } : { path: typed.slice(0, hash), anchor }
}

const rangePattern = /^\s*(\d{1,9})\s*(?:[:,-]\s*(\d{1,9})\s*)?$/

/** `A:B`; undefined for anything else. */
export function parseLines(text: string): LineRange | undefined {
  const found = rangePattern.exec(text)
  return found === null ? undefined : { start: Number(found[1]), end: Number(found[2] ?? found[1]) }
}
