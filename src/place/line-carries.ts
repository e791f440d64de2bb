/** Where the lines of one text stand in another, worked out once for all regions that were written about it. */
import { isSignificant } from '../base/lines.ts'
import { carryLines } from '../git/diff/carry-lines.ts'
import { diffLines } from '../git/diff/diff-lines.ts'
import { LineNumbers } from '../git/diff/line-numbers.ts'
import type { Lines } from '../git/diff/text-lines.ts'

export interface Carry {
  /** By line then, from 1: the line today, 0 when it is gone. */
  readonly lines: Int32Array
  /** The share of the significant lines that stand, 0 to 1. */
  readonly share: number
}

/** Holds on to the texts it has seen, so it should live no longer than one question. */
export class LineCarries {
  readonly numbers = new LineNumbers()
  readonly #known = new WeakMap<Lines, WeakMap<Lines, Carry>>()
  /** By line number: 1 for significant, 2 for not. Whitespace makes no difference to that. */
  #weights = new Uint8Array(1024)

  of(past: Lines, today: Lines): Carry {
    let carries = this.#known.get(past)
    if (carries === undefined) {
      carries = new WeakMap()
      this.#known.set(past, carries)
    }
    let carry = carries.get(today)
    if (carry === undefined) {
      const lines = this.between(past, today)
      carry = { lines, share: this.#shareOf(past, lines) }
      carries.set(today, carry)
    }
    return carry
  }

  /** The same for parts of texts, which nobody asks for twice. */
  between(past: Lines, today: Lines): Int32Array {
    const hunks = diffLines(past, today, { ignoreWhitespace: 'all', numbers: this.numbers })
    return carryLines(hunks, past.length)
  }

  #shareOf(past: Lines, carried: Int32Array): number {
    const numbers = this.numbers.of(past)
    let [all, standing] = [0, 0]
    for (let at = 0; at < numbers.length; at++) {
      if (!this.#isSignificant(numbers[at] ?? 0, past, at)) continue
      all++
      if ((carried[at + 1] ?? 0) > 0) standing++
    }
    return all === 0 ? 1 : standing / all
  }

  #isSignificant(number: number, lines: Lines, at: number): boolean {
    if (number >= this.#weights.length) {
      const weights = new Uint8Array(number * 2)
      weights.set(this.#weights)
      this.#weights = weights
    }
    if (this.#weights[number] === 0) this.#weights[number] = isSignificant(lines.at(at) ?? '') ? 1 : 2
    return this.#weights[number] === 1
  }
}
