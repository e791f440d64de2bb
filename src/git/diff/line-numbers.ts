import { type Lines, TextLines } from './text-lines.ts'

/**
 * Numbers for lines that are equal but for their whitespace, given once and kept for many comparisons: the versions of a
 * file share nearly all of their lines. Holds on to the texts it has seen, so it should live no longer than one question.
 */
export class LineNumbers {
  readonly #byLine = new Map<string, number>()
  readonly #byBareLine = new Map<string, number>()
  readonly #known = new WeakMap<Lines, Int32Array>()

  of(lines: Lines): Int32Array {
    const known = this.#known.get(lines)
    if (known !== undefined) return known
    const numbers = new Int32Array(lines.length)
    const { head, tail } = this.#copyShared(lines, numbers)
    for (let at = head; at < lines.length - tail; at++) numbers[at] = this.#numberOf(lines.at(at) ?? '')
    this.#known.set(lines, numbers)
    return numbers
  }

  /** The lines of two texts; all numbers are below `count`. */
  pair(
    old: Lines,
    fresh: Lines,
  ): { readonly old: Int32Array; readonly new: Int32Array; readonly count: number } {
    return { old: this.of(old), new: this.of(fresh), count: this.count }
  }

  /** What a text shares with one that has been here. */
  #copyShared(lines: Lines, numbers: Int32Array): { readonly head: number; readonly tail: number } {
    const kin = lines instanceof TextLines ? lines.kin : undefined
    const other = kin?.lines.deref()
    const known = other === undefined ? undefined : this.#known.get(other)
    if (kin === undefined || known === undefined) return { head: 0, tail: 0 }
    numbers.set(known.subarray(0, kin.head))
    numbers.set(known.subarray(known.length - kin.tail), numbers.length - kin.tail)
    return kin
  }

  /** All numbers given so far are below this. */
  get count(): number {
    return this.#byBareLine.size
  }

  #numberOf(line: string): number {
    const known = this.#byLine.get(line)
    if (known !== undefined) return known
    const bare = withoutWhitespace(line)
    let number = this.#byBareLine.get(bare)
    if (number === undefined) {
      number = this.#byBareLine.size
      this.#byBareLine.set(bare, number)
    }
    this.#byLine.set(line, number)
    return number
  }
}

/** The four bytes git's own ctype table calls space; vertical tab and form feed are not among them. */
const whitespace = /[ \t\r\n]+/g

function withoutWhitespace(line: string): string {
  return line.replace(whitespace, '')
}
