/**
 * Where the lines of one text stand in another, worked out only as far as somebody asks: a text has thousands of lines,
 * and a question is about a few. Lines that stand once in both texts and keep their order are fixed points; what is
 * equal beside them follows; between two of them the ordinary diff decides, when a line there is asked for.
 */
import { diffIds, type LineIds } from './diff-ids.ts'
import type { LineNumbers } from './line-numbers.ts'
import { longestRise } from './longest-rise.ts'
import { measureIndent } from './score-split.ts'
import type { Lines } from './text-lines.ts'

const unknown = -1

export class AnchoredCarry {
  readonly #old: Lines
  readonly #new: Lines
  readonly #numbers: LineNumbers
  /** By old line, from 1. */
  readonly #carried: Int32Array

  constructor(old: Lines, fresh: Lines, numbers: LineNumbers) {
    this.#old = old
    this.#new = fresh
    this.#numbers = numbers
    this.#carried = fixedLines(old, fresh, numbers)
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

/** Fixed points, with what is equal beside them; 0 for what has nothing to be compared with. */
function fixedLines(old: Lines, fresh: Lines, numbers: LineNumbers): Int32Array {
  const carried = new Int32Array(old.length + 1).fill(unknown)
  carried[0] = 0
  const common = numbers.onlyInBoth(old, fresh)
  for (const at of longestRise(common.new)) carried[common.old[at] ?? 0] = common.new[at] ?? 0
  spread(numbers.of(old), numbers.of(fresh), carried)
  return carried
}

function spread(old: Int32Array, fresh: Int32Array, carried: Int32Array): void {
  let [line, to] = [1, 1]
  while (line < carried.length) {
    // From what stands, downwards.
    while (line < carried.length && carried[line] === unknown && isFree(line, to)) carried[line++] = to++
    if (line < carried.length && carried[line] !== unknown) {
      to = (carried[line++] as number) + 1 // a fixed point
      continue
    }
    // To the next fixed point, and from there upwards.
    const start = line
    while (line < carried.length && carried[line] === unknown) line++
    let [end, last] = [line - 1, line < carried.length ? (carried[line] as number) - 1 : fresh.length]
    while (end >= start && last >= to && old[end - 1] === fresh[last - 1]) carried[end--] = last--
    if (last < to) carried.fill(0, start, end + 1)
  }

  /** Equal, and nothing that stands comes before it in the new text. */
  function isFree(at: number, target: number): boolean {
    return target <= fresh.length && old[at - 1] === fresh[target - 1]
  }
}
