/**
 * Lines that stand once in each of two runs and keep their order: whatever else changed, these are the same. The tables
 * are as long as there are different lines, so they are kept from one comparison to the next.
 */
import { LongestRise } from './longest-rise.ts'

/** Where to look: lines from `start` up to `end`, both from 0, the end not included. */
export interface Run {
  readonly ids: Int32Array
  readonly start: number
  readonly end: number
}

const several = -1

export class FixedPoints {
  readonly #rise = new LongestRise()
  /** By id: the new line, from 1. */
  #newLines = new Int32Array(0)
  #oldCounts = new Int32Array(0)
  #old = new Int32Array(0)
  #new = new Int32Array(0)

  /** Calls back with each pair, from 0, in order. All ids are below `count`. */
  find(old: Run, fresh: Run, count: number, found: (old: number, fresh: number) => void): void {
    this.#makeRoom(count, old.end - old.start)
    const { length } = this.#collect(old, fresh)
    const rise = this.#rise.of(this.#new, length)
    for (let at = 0; at < rise.length; at++) {
      const place = rise[at] as number // a place among those collected, as all below
      found(this.#old[place] as number, this.#new[place] as number)
    }
  }

  #makeRoom(count: number, lines: number): void {
    if (this.#newLines.length < count) {
      this.#newLines = new Int32Array(count * 2)
      this.#oldCounts = new Int32Array(count * 2)
    }
    if (this.#old.length < lines) {
      this.#old = new Int32Array(lines * 2)
      this.#new = new Int32Array(lines * 2)
    }
  }

  /** Lines that are the only ones of their kind on both sides, in the order of the old. */
  #collect(old: Run, fresh: Run): { readonly length: number } {
    const newLines = this.#newLines
    const oldCounts = this.#oldCounts
    for (let at = fresh.start; at < fresh.end; at++) {
      const id = fresh.ids[at] as number
      newLines[id] = newLines[id] === 0 ? at + 1 : several
    }
    for (let at = old.start; at < old.end; at++) {
      const id = old.ids[at] as number
      oldCounts[id] = (oldCounts[id] as number) + 1
    }
    let length = 0
    for (let at = old.start; at < old.end; at++) {
      const id = old.ids[at] as number
      const line = newLines[id] as number
      if (line <= 0 || oldCounts[id] !== 1) continue
      this.#old[length] = at
      this.#new[length++] = line - 1
    }
    for (let at = fresh.start; at < fresh.end; at++) newLines[fresh.ids[at] as number] = 0
    for (let at = old.start; at < old.end; at++) oldCounts[old.ids[at] as number] = 0
    return { length }
  }
}
