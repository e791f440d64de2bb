/** Splits the lines a commit is suspected of into those its parent already had and those it brought itself. */
import type { LineHunk } from '../diff/diff-lines.ts'

/** Lines of the blamed file, still without an owner, and where they stand in the suspect's file. */
export interface Suspicion {
  /** First line in the blamed file, from 1. */
  readonly start: number
  readonly count: number
  /** First line in the suspect's file, from 1. */
  readonly original: number
}

export interface PassedLines {
  /** `original` counts in the parent's file. */
  readonly passed: readonly Suspicion[]
  readonly kept: readonly Suspicion[]
}

/** `hunks` is the diff from the parent's file to the suspect's; `suspicions` are sorted by `original`. */
export function passLines(suspicions: readonly Suspicion[], hunks: readonly LineHunk[]): PassedLines {
  const passed: Suspicion[] = []
  const kept: Suspicion[] = []
  let first = 0
  for (const suspicion of suspicions) {
    while (first < hunks.length && endOf(hunks[first]) <= suspicion.original) first++
    splitAtHunks(suspicion, hunks, first, { passed, kept })
  }
  return { passed, kept }
}

function splitAtHunks(
  suspicion: Suspicion,
  hunks: readonly LineHunk[],
  first: number,
  parts: { passed: Suspicion[]; kept: Suspicion[] },
): void {
  const end = suspicion.original + suspicion.count
  let at = suspicion.original
  let shift = shiftBefore(hunks, first)
  const part = (to: number, moved: number) => ({
    start: suspicion.start + at - suspicion.original,
    count: to - at,
    original: at + moved,
  })
  for (let index = first; at < end; index++) {
    const hunk = hunks[index]
    const unchangedEnd = Math.min(end, hunk?.newStart ?? end)
    if (at < unchangedEnd) {
      parts.passed.push(part(unchangedEnd, shift))
      at = unchangedEnd
    }
    if (hunk === undefined || at >= end) return
    const changedEnd = Math.min(end, endOf(hunk))
    if (at < changedEnd) {
      parts.kept.push(part(changedEnd, 0))
      at = changedEnd
    }
    shift = hunk.oldStart + hunk.oldCount - endOf(hunk)
  }
}

/** How far unchanged lines before a hunk are from their place in the parent. */
function shiftBefore(hunks: readonly LineHunk[], index: number): number {
  const hunk = hunks[index]
  if (hunk !== undefined) return hunk.oldStart - hunk.newStart
  const last = hunks.at(-1)
  return last === undefined ? 0 : last.oldStart + last.oldCount - endOf(last)
}

/** The first line after a hunk in the suspect's file. */
function endOf(hunk: LineHunk | undefined): number {
  return hunk === undefined ? 0 : hunk.newStart + hunk.newCount
}

/** Passes lines to where each came from by `origins` (from 1; 0: from nowhere), runs kept together. */
export function passByOrigin(suspicions: readonly Suspicion[], origins: Int32Array): PassedLines {
  const passed: Suspicion[] = []
  const kept: Suspicion[] = []
  for (const { start, count, original } of suspicions) {
    for (let at = 0; at < count; ) {
      const origin = origins[original + at] ?? 0
      let end = at + 1
      while (end < count && continues(origin, origins[original + end] ?? 0, end - at)) end++
      const part = { start: start + at, count: end - at }
      if (origin === 0) kept.push({ ...part, original: original + at })
      else passed.push({ ...part, original: origin })
      at = end
    }
  }
  return { passed, kept }
}

function continues(first: number, next: number, distance: number): boolean {
  return first === 0 ? next === 0 : next === first + distance
}
