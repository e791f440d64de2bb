/** The longest rising subsequence; of several the one that ends lowest at every length. Its tables are kept. */
export class LongestRise {
  /** By length less one: where the rise of that length ends that ends lowest. */
  #ends = new Int32Array(0)
  #before = new Int32Array(0)

  /** The positions, among the first `length` values; good until the next call. */
  of(values: Int32Array, length: number): Int32Array {
    if (this.#ends.length < length) {
      this.#ends = new Int32Array(length * 2)
      this.#before = new Int32Array(length * 2)
    }
    const ends = this.#ends
    const before = this.#before
    let longest = 0
    for (let at = 0; at < length; at++) {
      // Mostly the texts have the same order, and every value is the highest so far.
      const isHighest =
        longest === 0 || (values[ends[longest - 1] as number] as number) < (values[at] as number)
      const reached = isHighest ? longest : this.#reach(values, longest, values[at] as number)
      before[at] = reached === 0 ? -1 : (ends[reached - 1] as number)
      ends[reached] = at
      if (reached === longest) longest++
    }
    let at = longest === 0 ? -1 : (ends[longest - 1] as number)
    for (let place = longest - 1; place >= 0; place--) {
      ends[place] = at
      at = before[at] as number // positions of values, all of them
    }
    return ends.subarray(0, longest)
  }

  /** The length of the longest rise that a value can go on from. */
  #reach(values: Int32Array, longest: number, value: number): number {
    let [low, high] = [0, longest]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((values[this.#ends[middle] as number] as number) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
