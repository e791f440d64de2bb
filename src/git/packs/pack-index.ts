/** Where the objects of a pack start, from its index (version 2): ids in order, found by halving, a few reads each. */
import { closeSync, openSync, readSync } from 'node:fs'

const magic = 0xff744f63
const fanOutStart = 8
const namesStart = fanOutStart + 256 * 4
/** What is left of the halving is read at once. */
const window = 4096
const crcLength = 4
const isLong = 0x80000000

export class PackIndex {
  readonly #fd: number
  readonly #idLength: number
  readonly #fanOut: Uint32Array
  readonly #bytes = Buffer.allocUnsafe(window)

  private constructor(fd: number, idLength: number, fanOut: Uint32Array) {
    this.#fd = fd
    this.#idLength = idLength
    this.#fanOut = fanOut
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
    while ((high - low) * this.#idLength > window) {
      const middle = (low + high) >>> 1
      this.#read(namesStart + middle * this.#idLength, this.#idLength)
      const order = this.#compareAt(0, id)
      if (order === 0) return this.#offsetOf(middle)
      if (order < 0) low = middle + 1
      else high = middle
    }
    this.#read(namesStart + low * this.#idLength, (high - low) * this.#idLength)
    for (let at = 0; at < high - low; at++)
      if (this.#compareAt(at * this.#idLength, id) === 0) return this.#offsetOf(low + at)
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

  #compareAt(start: number, id: Uint8Array): number {
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
