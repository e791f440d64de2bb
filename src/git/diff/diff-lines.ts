/**
 * Line diff in process, hunk for hunk what `git diff -U0 --diff-algorithm=myers --indent-heuristic` prints and
 * what `git blame` works with. Myers alone is not enough for that: git trims, discards hopeless lines, gives up
 * on costly searches and then slides the changes it found, and each of these decides where a hunk lies.
 */
import { compactChanges } from './compact-changes.ts'
import { LineNumbers } from './line-numbers.ts'
import { markChanges } from './mark-changes.ts'
import { measureIndent } from './score-split.ts'
import { sharedTail } from './shared-tail.ts'
import type { Lines } from './text-lines.ts'

/**
 * Lines are numbered from 1. With `oldCount` 0 the new lines go in before old line `oldStart`; with `newCount` 0
 * the old lines stood before new line `newStart`. Hunks are sorted and never touch.
 */
export interface LineHunk {
  readonly oldStart: number
  readonly oldCount: number
  readonly newStart: number
  readonly newCount: number
}

export interface DiffLinesOptions {
  /** `all`: as `git diff -w`. `cr-at-eol`: as `--ignore-cr-at-eol`. */
  readonly ignoreWhitespace?: 'all' | 'cr-at-eol'
}

/**
 * Compares two files given as lines, best decoded as latin1 so that one character is one byte. Lines may keep
 * their LF (see `cutLines`) or not; only with it a missing final newline counts as a difference.
 */
export function diffLines(oldLines: Lines, newLines: Lines, options: DiffLinesOptions = {}): LineHunk[] {
  const tail = sharedTail(oldLines, newLines)
  const ids =
    options.ignoreWhitespace === 'all'
      ? pairLines(oldLines, newLines, tail)
      : numberLines(keysOf(oldLines, options), keysOf(newLines, options), tail)
  const marks = markChanges(ids.old, ids.new, ids.count)
  const old = { ids: ids.old, changed: marks.old, indentAt: indentReader(oldLines) }
  const fresh = { ids: ids.new, changed: marks.new, indentAt: indentReader(newLines) }
  compactChanges(old, fresh)
  compactChanges(fresh, old)
  return collectHunks(old.changed, fresh.changed)
}

/** The lines of the tail need no numbers. */
function pairLines(oldLines: Lines, newLines: Lines, tail: number): ReturnType<LineNumbers['pair']> {
  return new LineNumbers().pair(
    oldLines.slice(0, oldLines.length - tail),
    newLines.slice(0, newLines.length - tail),
  )
}

/** Text as lines that keep their LF: what `diffLines` needs to tell `x` from `x` without a final newline. */
export function cutLines(text: string): string[] {
  const lines: string[] = []
  let start = 0
  while (start < text.length) {
    const end = text.indexOf('\n', start)
    if (end < 0) break
    lines.push(text.slice(start, end + 1))
    start = end + 1
  }
  if (start < text.length) lines.push(text.slice(start))
  return lines
}

/** Equal lines get equal numbers, so that all later comparisons are of integers. The last `tail` lines are left out. */
function numberLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  tail: number,
): { old: Int32Array; new: Int32Array; count: number } {
  const numbers = new Map<string, number>()
  const numberAll = (lines: readonly string[]) => {
    const ids = new Int32Array(lines.length - tail)
    for (let at = 0; at < ids.length; at++) {
      const key = lines[at] ?? ''
      let id = numbers.get(key)
      if (id === undefined) {
        id = numbers.size
        numbers.set(key, id)
      }
      ids[at] = id
    }
    return ids
  }
  const old = numberAll(oldLines)
  const fresh = numberAll(newLines)
  return { old, new: fresh, count: numbers.size }
}

function keysOf(lines: Lines, { ignoreWhitespace }: DiffLinesOptions): readonly string[] {
  const all = lines.slice()
  return ignoreWhitespace === 'cr-at-eol' ? all.map(withoutCr) : all
}

function withoutCr(line: string): string {
  const end = line.endsWith('\n') ? line.length - 1 : line.length
  return line.slice(0, line.charCodeAt(end - 1) === 0x0d ? end - 1 : end)
}

/** Indents are asked for again and again around a sliding change, so each is measured once. */
function indentReader(lines: Lines): (line: number) => number {
  const known = new Map<number, number>()
  return (at) => {
    let indent = known.get(at)
    if (indent === undefined) {
      indent = measureIndent(lines.at(at) ?? '')
      known.set(at, indent)
    }
    return indent
  }
}

function collectHunks(oldChanged: Uint8Array, newChanged: Uint8Array): LineHunk[] {
  const hunks: LineHunk[] = []
  let oldAt = 0
  let newAt = 0
  while (oldAt < oldChanged.length || newAt < newChanged.length) {
    const oldStart = oldAt
    const newStart = newAt
    while (oldChanged[oldAt] === 1) oldAt++
    while (newChanged[newAt] === 1) newAt++
    if (oldAt > oldStart || newAt > newStart) {
      hunks.push({
        oldStart: oldStart + 1,
        oldCount: oldAt - oldStart,
        newStart: newStart + 1,
        newCount: newAt - newStart,
      })
    }
    oldAt++
    newAt++
  }
  return hunks
}
