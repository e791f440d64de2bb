/** Where the objects of a pack start, from its index (version 2): ids in order, found with two or three reads. */
import { closeSync, openSync, readSync } from 'node:fs'

const magic = 0xff744f63
const fanOutStart = 8
const namesStart = fanOutStart + 256 * 4
/** Bytes of ids that are read at once. */
const window = 4096
const crcLength = 4
const isLong = 0x80000000

export class PackIndex {
  readonly #fd: number
  readonly #idLength: number
  readonly #fanOut: Uint32Array
  readonly #bytes = Buffer.allocUnsafe(window)
  readonly #atOnce: number

  private constructor(fd: number, idLength: number, fanOut: Uint32Array) {
    this.#fd = fd
    this.#idLength = idLength
    this.#fanOut = fanOut
    this.#atOnce = Math.floor(window / idLength)
  }

  /** Undefined: gone, or of a kind that only git can read. */
  static open(path: string, idLength: number): PackIndex | undefined {
    const fd = openSync(path, 'r')
    const head = Buffer.alloc(namesStart)
    const length = readSync(fd, head, 0, namesStart, 0)
    if (length === namesStart && head.readUInt32BE(0) === magic && head.readUInt32BE(4) === 2) {
      const fanOut = Uint32Array.from({ length: 256 }, (_, at) => head.readUInt32BE(fanOutStart + at * 4))
      return new PackIndex(fd, idLength, fanOut)
    }
    closeSync(fd)
    return undefined
  }

  /** Where in the pack the object starts; undefined when it is not there. */
  find(id: Uint8Array): number | undefined {
    const first = id[0] ?? 0
    let low = first === 0 ? 0 : (this.#fanOut[first - 1] ?? 0)
    let high = this.#fanOut[first] ?? 0
    // Ids are spread evenly: mostly the first guess is right.
    let guess = low + Math.floor((high - low) * shareOf(id))
    while (low < high) {
      const from = Math.max(low, Math.min(guess - (this.#atOnce >>> 1), high - this.#atOnce))
      const count = Math.min(this.#atOnce, high - from)
      this.#read(namesStart + from * this.#idLength, count * this.#idLength)
      if (this.#compareAt(0, id) > 0) high = from
      else if (this.#compareAt(count - 1, id) < 0) low = from + count
      else return this.#findAmong(id, from, count)
      guess = (low + high) >>> 1
    }
    return undefined
  }

  /** Among those just read, the first of which is at `from`. */
  #findAmong(id: Uint8Array, from: number, count: number): number | undefined {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = this.#compareAt(middle, id)
      if (order === 0) return this.#offsetOf(from + middle)
      if (order < 0) low = middle + 1
      else high = middle
    }
    return undefined
  }

  close(): void {
    closeSync(this.#fd)
  }

  #offsetOf(position: number): number | undefined {
    const count = this.#fanOut[255] ?? 0
    const offsets = namesStart + count * (this.#idLength + crcLength)
    this.#read(offsets + position * 4, 4)
    const offset = this.#bytes.readUInt32BE(0)
    if (offset < isLong) return offset
    // A pack above two gigabytes keeps the far ones in a table of their own.
    this.#read(offsets + count * 4 + (offset - isLong) * 8, 8)
    return Number(this.#bytes.readBigUInt64BE(0))
  }

  /** The id at a place among those just read, and another one. */
  #compareAt(place: number, id: Uint8Array): number {
    const start = place * this.#idLength
    for (let at = 0; at < this.#idLength; at++) {
      const difference = (this.#bytes[start + at] ?? 0) - (id[at] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }

  #read(position: number, length: number): void {
    if (readSync(this.#fd, this.#bytes, 0, length, position) < length)
      throw new RangeError('the index of a pack ends early')
  }
}

/** How far an id lies among those with the same first byte, 0 to 1. */
function shareOf(id: Uint8Array): number {
  return ((id[1] ?? 0) * 256 + (id[2] ?? 0)) / 65_536
}
