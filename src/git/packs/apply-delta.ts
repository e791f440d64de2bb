/** The object a delta makes of its base: runs copied from the base, runs of its own. */

/** Throws when the delta does not fit its base, or makes more than `limit`. */
export function applyDelta(base: Uint8Array, delta: Uint8Array, limit: number): Uint8Array {
  const reader = { delta, at: 0 }
  if (readSize(reader) !== base.length) throw new RangeError('a delta is for another base')
  const size = readSize(reader)
  if (size > limit) throw new RangeError('a delta makes too much')
  const made = Buffer.allocUnsafeSlow(size)
  let end = 0
  while (reader.at < delta.length) {
    const code = delta[reader.at++] ?? 0
    if (code === 0) throw new RangeError('a delta has an unknown instruction')
    const [from, start, length] =
      code & 0x80 ? ([base, ...readCopy(reader, code)] as const) : ([delta, reader.at, code] as const)
    if (start + length > from.length || end + length > size)
      throw new RangeError('a delta reaches beyond its ends')
    if (from === delta) reader.at += length
    made.set(from.subarray(start, start + length), end)
    end += length
  }
  if (end !== size) throw new RangeError('a delta ends early')
  return made
}

interface Reader {
  readonly delta: Uint8Array
  at: number
}

/** Seven bits a byte, the lowest first. */
function readSize(reader: Reader): number {
  let [size, scale] = [0, 1]
  for (;;) {
    const byte = reader.delta[reader.at++] ?? 0
    size += (byte & 0x7f) * scale
    if ((byte & 0x80) === 0 || scale > 2 ** 42) return size
    scale *= 128
  }
}

const defaultLength = 0x10000

/** The low bits of the code say which bytes of the start (four) and the length (three) are there. */
function readCopy(reader: Reader, code: number): [start: number, length: number] {
  let [start, length] = [0, 0]
  for (let bit = 0; bit < 4; bit++)
    if (code & (1 << bit)) start += (reader.delta[reader.at++] ?? 0) * 2 ** (8 * bit)
  for (let bit = 0; bit < 3; bit++)
    if (code & (0x10 << bit)) length += (reader.delta[reader.at++] ?? 0) * 2 ** (8 * bit)
  return [start, length || defaultLength]
}
