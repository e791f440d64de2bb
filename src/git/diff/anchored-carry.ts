/**
 * Where the lines of one text stand in another, worked out only as far as somebody asks: a text has thousands of lines,
 * and a question is about a few. Lines that stand once in both texts and keep their order are fixed points; what is
 * equal beside them follows; between two of them the ordinary diff decides, when a line there is asked for.
 */
import { diffIds, type LineIds } from './diff-ids.ts'
import { LineNumbers } from './line-numbers.ts'
import { PairedLines } from './line-pairs.ts'
import { LongestRise } from './longest-rise.ts'
import { measureIndent } from './score-split.ts'
import type { Lines } from './text-lines.ts'

const unknown = -1

/** What many comparisons share. */
export class CarryTables {
  readonly numbers: LineNumbers
  readonly pairs: PairedLines
  readonly rise = new LongestRise()

  constructor(numbers = new LineNumbers()) {
    this.numbers = numbers
    this.pairs = new PairedLines(numbers)
  }
}

export class AnchoredCarry {
  readonly #old: Lines
  readonly #new: Lines
  readonly #numbers: LineNumbers
  /** By old line, from 0: the new line, from 1; 0 where it is no fixed point. */
  readonly #fixed: Int32Array
  /** The same for all others, as far as they have been asked for. */
  #between: Int32Array | undefined

  constructor(old: Lines, fresh: Lines, tables: CarryTables) {
    this.#old = old
    this.#new = fresh
    this.#numbers = tables.numbers
    const { twins, isRising } = tables.pairs.of(old, fresh)
    this.#fixed = isRising ? twins : risingOf(twins, tables.rise)
  }

  /** The new line of an old one, both from 1; 0 when it is gone. */
  at(line: number): number {
    const fixed = this.#fixed[line - 1]
    if (fixed !== 0) return fixed ?? 0
    this.#between ??= new Int32Array(this.#fixed.length).fill(unknown)
    if (this.#between[line - 1] === unknown) this.#resolve(line - 1, this.#between)
    return this.#between[line - 1] as number // it has as many lines
  }

  /** The same, but 0 as well where it has not been worked out. */
  knownAt(line: number): number {
    return this.#fixed[line - 1] || Math.max(0, this.#between?.[line - 1] ?? 0)
  }

  /** All between the two nearest fixed points; lines from 0 here. */
  #resolve(line: number, between: Int32Array): void {
    const fixed = this.#fixed
    let start = line
    while (start > 0 && fixed[start - 1] === 0) start--
    let end = line + 1
    while (end < fixed.length && fixed[end] === 0) end++
    let newStart = start === 0 ? 0 : (fixed[start - 1] as number)
    let newEnd = end === fixed.length ? this.#new.length : (fixed[end] as number) - 1
    const [old, fresh] = [this.#numbers.of(this.#old), this.#numbers.of(this.#new)]
    // What is equal beside a fixed point goes with it: a fixed point itself is equal to nothing else.
    while (start < end && newStart < newEnd && old[start] === fresh[newStart]) between[start++] = ++newStart
    while (start < end && newStart < newEnd && old[end - 1] === fresh[newEnd - 1]) between[--end] = newEnd--
    if (newStart === newEnd) between.fill(0, start, end)
    if (start === end || newStart === newEnd) return
    const pairs = diffIds(this.#part(this.#old, start, end), this.#part(this.#new, newStart, newEnd))
    for (let at = 0; at < pairs.length; at++) {
      const to = pairs[at] as number // one for each line between
      between[start + at] = to < 0 ? 0 : newStart + to + 1
    }
  }

  #part(lines: Lines, start: number, end: number): LineIds {
    return {
      ids: this.#numbers.of(lines).subarray(start, end),
      // Where equal lines leave a choice, it tells what belongs together.
      indentAt: (at) => measureIndent(lines.at(start + at) ?? ''),
    }
  }
}

/** Most of them, where some have changed their order. */
function risingOf(twins: Int32Array, rise: LongestRise): Int32Array {
  const lines = new Int32Array(twins.length)
  const values = new Int32Array(twins.length)
  let count = 0
  for (let at = 0; at < twins.length; at++) {
    if (twins[at] === 0) continue
    lines[count] = at
    values[count++] = twins[at] as number // inside, as all below
  }
  const fixed = new Int32Array(twins.length)
  for (const place of rise.of(values, count)) fixed[lines[place] as number] = values[place] as number
  return fixed
}
