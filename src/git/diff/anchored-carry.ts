/**
 * Where the lines of one text stand in another, worked out only as far as somebody asks: a text has thousands of lines,
 * and a question is about a few. Lines that stand once in both texts and keep their order are fixed points; what is
 * equal beside them follows; between two of them the ordinary diff decides, when a line there is asked for.
 */
import { diffIds, type LineIds } from './diff-ids.ts'
import { FixedPoints } from './fixed-points.ts'
import { LineNumbers } from './line-numbers.ts'
import { trimEnds } from './mark-changes.ts'
import { measureIndent } from './score-split.ts'
import type { Lines } from './text-lines.ts'

const unknown = -1

/** What many comparisons share. */
export class CarryTables {
  readonly numbers = new LineNumbers()
  readonly points = new FixedPoints()
}

export class AnchoredCarry {
  readonly #old: Lines
  readonly #new: Lines
  readonly #numbers: LineNumbers
  /** By old line, from 1. */
  readonly #carried: Int32Array

  constructor(old: Lines, fresh: Lines, tables: CarryTables) {
    this.#old = old
    this.#new = fresh
    this.#numbers = tables.numbers
    this.#carried = fixedLines(tables.numbers.of(old), tables.numbers.of(fresh), tables)
  }

  /** The new line of an old one, both from 1; 0 when it is gone. */
  at(line: number): number {
    if (this.#carried[line] === unknown) this.#resolve(line)
    return this.#carried[line] ?? 0
  }

  /** The same, but 0 as well where it has not been worked out. */
  knownAt(line: number): number {
    return Math.max(0, this.#carried[line] ?? 0)
  }

  #part(lines: Lines, start: number, end: number): LineIds {
    return {
      ids: this.#numbers.of(lines).subarray(start - 1, end),
      // Where equal lines leave a choice, it tells what belongs together.
      indentAt: (at) => measureIndent(lines.at(start - 1 + at) ?? ''),
    }
  }

  /** What lies between the two nearest lines that stand. */
  #resolve(line: number): void {
    const carried = this.#carried
    let start = line
    while (carried[start - 1] === unknown) start--
    let end = line
    while (carried[end + 1] === unknown) end++
    const newStart = start === 1 ? 1 : (carried[start - 1] ?? 0) + 1
    const newEnd = end === carried.length - 1 ? this.#new.length : (carried[end + 1] ?? 0) - 1
    const pairs = diffIds(this.#part(this.#old, start, end), this.#part(this.#new, newStart, newEnd))
    for (let at = 0; at < pairs.length; at++) {
      const to = pairs[at] as number // one for each line between
      carried[start + at] = to < 0 ? 0 : newStart + to
    }
  }
}

/** What both begin and end with, fixed points between, and what is equal beside them; 0 where nothing is left to compare. */
function fixedLines(old: Int32Array, fresh: Int32Array, { numbers, points }: CarryTables): Int32Array {
  const carried = new Int32Array(old.length + 1)
  const { start, oldEnd, newEnd } = trimEnds(old, fresh)
  for (let at = 0; at < start; at++) carried[at + 1] = at + 1
  carried.fill(unknown, start + 1, oldEnd + 1)
  for (let at = oldEnd; at < old.length; at++) carried[at + 1] = at + 1 + newEnd - oldEnd
  if (start === oldEnd) return carried
  points.find(
    { ids: old, start, end: oldEnd },
    { ids: fresh, start, end: newEnd },
    numbers.count,
    (line, to) => {
      carried[line + 1] = to + 1
    },
  )
  spread(old, fresh, carried, { start, oldEnd, newEnd })
  return carried
}

/** Only where it has not been worked out: beyond `start` and up to `oldEnd`. */
function spread(
  old: Int32Array,
  fresh: Int32Array,
  carried: Int32Array,
  { start, oldEnd, newEnd }: ReturnType<typeof trimEnds>,
): void {
  let [line, to] = [start + 1, start + 1]
  while (line <= oldEnd) {
    // From what stands, downwards. What a fixed point is equal to is equal to nothing else.
    while (line <= oldEnd && carried[line] === unknown && to <= newEnd && old[line - 1] === fresh[to - 1])
      carried[line++] = to++
    if (line <= oldEnd && carried[line] !== unknown) {
      to = (carried[line++] as number) + 1 // a fixed point
      continue
    }
    // To the next one, and from there upwards.
    const from = line
    while (line <= oldEnd && carried[line] === unknown) line++
    let [end, last] = [line - 1, line <= oldEnd ? (carried[line] as number) - 1 : newEnd]
    while (end >= from && last >= to && old[end - 1] === fresh[last - 1]) carried[end--] = last--
    if (last < to) carried.fill(0, from, end + 1)
  }
}
