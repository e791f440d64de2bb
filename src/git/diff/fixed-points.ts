/**
 * Lines that stand once in each of two runs and keep their order: whatever else changed, these are the same. The tables
 * are as long as there are different lines, so they are kept from one comparison to the next, and need not be cleared:
 * what an earlier one left in them is below a base that rises.
 */
import { LongestRise } from './longest-rise.ts'
import { Occurrences } from './occurrences.ts'

/** Where to look: lines from `start` up to `end`, both from 0, the end not included. */
export interface Run {
  readonly ids: Int32Array
  readonly start: number
  readonly end: number
}

/** Lines from 0, in order; good until the next search. */
export interface FoundPoints {
  readonly old: Int32Array
  readonly new: Int32Array
  readonly length: number
}

const highestBase = 2 ** 30

export class FixedPoints {
  readonly #rise = new LongestRise()
  /** By id, above the base: the only line that has it, from 1. Below minus the base: several have. */
  #oldPlaces = new Int32Array(0)
  #newPlaces = new Int32Array(0)
  #base = 0
  #old = new Int32Array(0)
  #new = new Int32Array(0)
  /** Of texts that are compared with many. */
  readonly #occurrences = new WeakMap<Int32Array, Occurrences | 'once'>()

  /** All ids are below `count`. */
  find(old: Run, fresh: Run, count: number): FoundPoints {
    this.#makeRoom(count, old.end - old.start)
    const { length, isRising } = this.#collect(old, fresh)
    if (isRising) return { old: this.#old, new: this.#new, length }
    const rise = this.#rise.of(this.#new, length)
    for (let at = 0; at < rise.length; at++) {
      const place = rise[at] as number // a place among those collected, and never before this one
      this.#old[at] = this.#old[place] as number
      this.#new[at] = this.#new[place] as number
    }
    return { old: this.#old, new: this.#new, length: rise.length }
  }

  #makeRoom(count: number, lines: number): void {
    if (this.#oldPlaces.length < count || this.#base > highestBase) {
      const size = Math.max(this.#oldPlaces.length, count * 2)
      this.#oldPlaces = new Int32Array(size)
      this.#newPlaces = new Int32Array(size)
      this.#base = 0
    }
    if (this.#old.length < lines) {
      this.#old = new Int32Array(lines * 2)
      this.#new = new Int32Array(lines * 2)
    }
  }

  /** Lines that are the only ones of their kind on both sides, in the order of the old. */
  #collect(old: Run, fresh: Run): { readonly length: number; readonly isRising: boolean } {
    const base = this.#base
    const places = this.#oldPlaces
    markPlaces(places, old, base)
    const lineOf = this.#lookUp(fresh)
    let length = 0
    let last = -1
    let isRising = true
    for (let at = old.start; at < old.end; at++) {
      const id = old.ids[at] as number
      if (places[id] !== base + at + 1) continue
      const line = lineOf(id)
      if (line < 0) continue
      if (line < last) isRising = false
      last = line
      this.#old[length] = at
      this.#new[length++] = line
    }
    this.#base = base + Math.max(old.end, fresh.end) + 1
    return { length, isRising }
  }

  /** The only line of a run that has an id, from 0; below 0 when there is none, or several. */
  #lookUp(fresh: Run): (id: number) => number {
    const known = this.#occurrences.get(fresh.ids)
    if (known === undefined) {
      this.#occurrences.set(fresh.ids, 'once')
      const base = this.#base
      const places = this.#newPlaces
      markPlaces(places, fresh, base)
      return (id) => (places[id] as number) - base - 1
    }
    const occurrences = known === 'once' ? new Occurrences(fresh.ids) : known
    this.#occurrences.set(fresh.ids, occurrences)
    return (id) => occurrences.onlyBetween(id, fresh.start, fresh.end)
  }
}

function markPlaces(places: Int32Array, { ids, start, end }: Run, base: number): void {
  for (let at = start; at < end; at++) {
    const id = ids[at] as number
    const place = places[id] as number
    if (place > base) places[id] = -place
    else if (place >= -base) places[id] = base + at + 1
  }
}
