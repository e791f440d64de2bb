/** A small seeded generator (mulberry32): the same seed gives the same test, on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)]
    if (item === undefined && items.length === 0) throw new RangeError('nothing to pick from')
    return item as T // the index is within bounds
  }

  shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items]
    for (let at = copy.length - 1; at > 0; at--) {
      const other = this.int(0, at)
      const held = copy[at] as T // both indices are within bounds
      copy[at] = copy[other] as T
      copy[other] = held
    }
    return copy
  }
}
