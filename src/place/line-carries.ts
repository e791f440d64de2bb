/** Where the lines of one text stand in another, worked out once for all regions that were written about it. */
import { isSignificant, type LineRange } from '../base/lines.ts'
import { addedLines } from '../git/diff/added-lines.ts'
import { AnchoredCarry, CarryTables } from '../git/diff/anchored-carry.ts'
import type { Lines } from '../git/diff/text-lines.ts'

/** Holds on to the texts it has seen, so it should live no longer than one question. */
export class LineCarries {
  readonly #tables = new CarryTables()
  /** For parts of texts: between them nothing can be carried on from one whole text to the next. */
  readonly #partTables = new CarryTables(this.#tables.numbers)
  readonly #known = new WeakMap<Lines, WeakMap<Lines, LineCarry>>()
  readonly #added = new WeakMap<Lines, { readonly before: Lines; readonly lines: readonly LineRange[] }>()
  /** By line number: 1 for significant, 2 for not. Whitespace makes no difference to that. */
  #weights = new Uint8Array(1024)

  of(past: Lines, today: Lines): LineCarry {
    let carries = this.#known.get(past)
    if (carries === undefined) {
      carries = new WeakMap()
      this.#known.set(past, carries)
    }
    let carry = carries.get(today)
    if (carry === undefined) {
      carry = this.#compare(past, today, this.#tables)
      carries.set(today, carry)
    }
    return carry
  }

  /** The same for parts of texts, which nobody asks for twice. */
  between(past: Lines, today: Lines): LineCarry {
    return this.#compare(past, today, this.#partTables)
  }

  #compare(past: Lines, today: Lines, tables: CarryTables): LineCarry {
    const carry = new AnchoredCarry(past, today, tables)
    return {
      at: (line) => carry.at(line),
      standsAtLeast: (share) =>
        this.#standsAtLeast(share, past, (line) => carry.knownAt(line)) ||
        this.#standsAtLeast(share, past, (line) => carry.at(line)),
    }
  }

  /** Lines of a text that the one before did not have, whatever their whitespace. */
  added(before: Lines, after: Lines): readonly LineRange[] {
    const known = this.#added.get(after)
    if (known?.before === before) return known.lines
    const lines = addedLines(before, after, this.#tables.numbers)
    this.#added.set(after, { before, lines })
    return lines
  }

  #standsAtLeast(share: number, past: Lines, at: (line: number) => number): boolean {
    const numbers = this.#tables.numbers.of(past)
    let [all, standing] = [0, 0]
    for (let line = 1; line <= numbers.length; line++) {
      if (!this.#isSignificant(numbers[line - 1] ?? 0, past, line - 1)) continue
      all++
      if (at(line) > 0) standing++
      // Whatever the rest is like.
      if (standing >= share * numbers.length) return true
    }
    return standing >= share * all
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

export interface LineCarry {
  /** The line today of a line then, both from 1; 0 when it is gone. */
  at(line: number): number
  /** Whether this share of the significant lines stands, 0 to 1. */
  standsAtLeast(share: number): boolean
}
