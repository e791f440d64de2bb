/** The positions of a longest rising subsequence; of several the one that ends lowest at every length. */
export function longestRise(values: readonly number[]): readonly number[] {
  /** By length less one: where the rise of that length ends that ends lowest. */
  const ends: number[] = []
  const before = new Int32Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0
    const last = ends.at(-1)
    // Mostly the texts have the same order.
    let length = ends.length
    if (last !== undefined && (values[last] ?? 0) >= value) {
      let [low, high] = [0, ends.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
        else high = middle
      }
      length = low
    }
    before[at] = length === 0 ? -1 : (ends[length - 1] ?? -1)
    ends[length] = at
  }
  const rise: number[] = new Array(ends.length)
  let at = ends.at(-1) ?? -1
  for (let place = ends.length - 1; place >= 0; place--) {
    rise[place] = at
    at = before[at] ?? -1
  }
  return rise
}
