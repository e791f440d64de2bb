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
  readonly #carried: Int32Array
  /** Old lines that may be gone lie between these two, both included: all others stand. */
  readonly from: number
  readonly to: number

  constructor(old: Lines, fresh: Lines, tables: CarryTables) {
    this.#old = old
    this.#new = fresh
    this.#numbers = tables.numbers
    const { lines, from, to } = fixedLines(tables.numbers.of(old), tables.numbers.of(fresh), tables)
    this.#carried = lines
    this.from = from
    this.to = to
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

interface Carried {
  /** By old line, from 1. */
  readonly lines: Int32Array
  /** Old lines before the first and behind the last that may not stand: all others do. */
  readonly from: number
  readonly to: number
}

/** What both begin and end with, fixed points between, and what is equal beside them; 0 where nothing is left to compare. */
function fixedLines(old: Int32Array, fresh: Int32Array, { numbers, points }: CarryTables): Carried {
  const carried = new Int32Array(old.length + 1)
  const { start, oldEnd, newEnd } = trimEnds(old, fresh)
  for (let at = 0; at < start; at++) carried[at + 1] = at + 1
  for (let at = oldEnd; at < old.length; at++) carried[at + 1] = at + 1 + newEnd - oldEnd
  const made = { lines: carried, from: start + 1, to: oldEnd }
  if (start === oldEnd || start === newEnd) return made
  carried.fill(unknown, start + 1, oldEnd + 1)
  const found = points.find({ ids: old, start, end: oldEnd }, { ids: fresh, start, end: newEnd }, numbers.count)
  let [line, to] = [start, start]
  for (let at = 0; at <= found.length; at++) {
    const isLast = at === found.length
    const nextLine = isLast ? oldEnd : (found.old[at] as number) // below its length, as its twin
    const nextTo = isLast ? newEnd : (found.new[at] as number)
    if (line < nextLine) fillGap(old, fresh, carried, { line, to, nextLine, nextTo })
    if (!isLast) carried[nextLine + 1] = nextTo + 1
    line = nextLine + 1
    to = nextTo + 1
  }
  return made
}

interface Gap {
  /** From 0: where it begins on both sides, and where what follows begins. */
  readonly line: number
  readonly to: number
  readonly nextLine: number
  readonly nextTo: number
}

/** From what stands before it downwards, from what follows upwards. What a fixed point is equal to is equal to nothing else. */
function fillGap(old: Int32Array, fresh: Int32Array, carried: Int32Array, { line, to, nextLine, nextTo }: Gap): void {
  let [first, firstTo] = [line, to]
  while (first < nextLine && firstTo < nextTo && old[first] === fresh[firstTo]) {
    carried[first + 1] = firstTo + 1
    first++
    firstTo++
  }
  let [last, lastTo] = [nextLine - 1, nextTo - 1]
  while (last >= first && lastTo >= firstTo && old[last] === fresh[lastTo]) {
    carried[last + 1] = lastTo + 1
    last--
    lastTo--
  }
  if (lastTo < firstTo) carried.fill(0, first + 1, last + 2)
}
