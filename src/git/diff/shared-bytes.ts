/** How much two texts have in common at their ends, found by halving: comparing bytes is what machines do best. */

export function sharedStart(a: Buffer, b: Buffer): number {
  let [low, high] = [0, Math.min(a.length, b.length)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (a.compare(b, low, middle, low, middle) === 0) low = middle
    else high = middle - 1
  }
  return low
}

/** At most `limit` bytes. */
export function sharedEnd(a: Buffer, b: Buffer, limit = Math.min(a.length, b.length)): number {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const isSame = a.compare(b, b.length - middle, b.length - low, a.length - middle, a.length - low) === 0
    if (isSame) low = middle
    else high = middle - 1
  }
  return low
}

/** The last line that starts at or before this byte. */
export function cutAt(starts: Int32Array, byte: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= byte) low = middle
    else high = middle - 1
  }
  return low
}
