/** A map that forgets what was not used for longest when its content weighs too much. */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number
  readonly #weigh: (value: V) => number
  #weight = 0

  constructor(limit: number, weigh: (value: V) => number = () => 1) {
    this.#limit = limit
    this.#weigh = weigh
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    const weight = this.#weigh(value)
    if (weight > this.#limit) return
    const before = this.#entries.get(key)
    if (before !== undefined) this.#weight -= this.#weigh(before)
    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#weight += weight
    for (const [oldest, held] of this.#entries) {
      if (this.#weight <= this.#limit) break
      this.#entries.delete(oldest)
      this.#weight -= this.#weigh(held)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }
}
