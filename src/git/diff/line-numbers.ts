import { type Lines, TextLines } from './text-lines.ts'

/**
 * Numbers for lines that are equal but for their whitespace, given once and kept for many comparisons: the versions of a
 * file share nearly all of their lines. Holds on to the texts it has seen, so it should live no longer than one question.
 */
export class LineNumbers {
  readonly #byLine = new Map<string, number>()
  readonly #byBareLine = new Map<string, number>()
  readonly #known = new WeakMap<Lines, Int32Array>()
  #oldCounts = new Int32Array(0)
  /** By number: the line of the text counted last, from 1. */
  #newLines = new Int32Array(0)
  #counted: WeakRef<Lines> | undefined

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
    return { old: this.of(old), new: this.of(fresh), count: this.#byBareLine.size }
  }

  /** Lines, from 1, that stand once in each of two texts, in the order of the old one. */
  onlyInBoth(old: Lines, fresh: Lines): { readonly old: readonly number[]; readonly new: readonly number[] } {
    const [left, right] = [this.of(old), this.of(fresh)]
    this.#countNew(fresh, right)
    const size = this.#byBareLine.size
    if (this.#oldCounts.length < size) this.#oldCounts = new Int32Array(size * 2)
    const counts = this.#oldCounts
    for (let at = 0; at < left.length; at++) {
      const number = left[at] as number // as below: every number is smaller than the tables are long
      counts[number] = (counts[number] as number) + 1
    }
    const only = { old: [] as number[], new: [] as number[] }
    for (let at = 0; at < left.length; at++) {
      const number = left[at] as number
      const line = this.#newLines[number] as number
      if (line <= 0 || counts[number] !== 1) continue
      only.old.push(at + 1)
      only.new.push(line)
    }
    for (let at = 0; at < left.length; at++) counts[left[at] as number] = 0
    return only
  }

  /** Mostly many texts are compared with the same one. */
  #countNew(fresh: Lines, numbers: Int32Array): void {
    const size = this.#byBareLine.size
    if (this.#newLines.length >= size && this.#counted?.deref() === fresh) return
    this.#newLines = new Int32Array(size * 2)
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] as number
      this.#newLines[number] = this.#newLines[number] === 0 ? at + 1 : several
    }
    this.#counted = new WeakRef(fresh)
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

const several = -1

/** The four bytes git's own ctype table calls space; vertical tab and form feed are not among them. */
const whitespace = /[ \t\r\n]+/g

function withoutWhitespace(line: string): string {
  return line.replace(whitespace, '')
}
