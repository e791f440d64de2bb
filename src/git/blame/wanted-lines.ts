/** Which lines of a file are to be blamed. */
import { UltragitError } from '../../base/errors.ts'
import type { RepoPath } from '../../base/ids.ts'
import type { BlameRequest } from '../repository.ts'
import type { Suspicion } from './pass-lines.ts'

/** All lines when no ranges are given. A range may go past the end, but not start there. */
export function wantedLines(ranges: BlameRequest['ranges'], lineCount: number, path: RepoPath): Suspicion[] {
  if (lineCount === 0) return []
  if (ranges === undefined) return [{ start: 1, count: lineCount, original: 1 }]
  const wanted = new Uint8Array(lineCount + 2)
  for (const { start, end } of ranges) {
    if (start > lineCount) {
      throw new UltragitError('not_found', `file '${path}' has only ${lineCount} lines`)
    }
    wanted.fill(1, Math.max(start, 1), Math.min(end, lineCount) + 1)
  }
  const lines: Suspicion[] = []
  for (let start = wanted.indexOf(1); start > 0; start = wanted.indexOf(1, start)) {
    const end = wanted.indexOf(0, start)
    lines.push({ start, count: end - start, original: start })
    start = end
  }
  return lines
}
