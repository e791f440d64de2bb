/**
 * The objects of one pack, by where they start. Most are deltas of another one, and the versions of a file are deltas of
 * each other: what was made on the way is kept for the next.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { zlib } from '../../base/zlib.ts'
import { RecentMap } from '../objects/recent-map.ts'
import type { GitObject, ObjectType } from '../repository.ts'
import { applyDelta } from './apply-delta.ts'

/** An object as the pack has it. */
interface Entry {
  /** Undefined: a delta. */
  readonly type: ObjectType | undefined
  /** Where the base of a delta starts. */
  readonly base: number | undefined
  /** Its content, or the delta. */
  readonly bytes: Uint8Array
}

const types: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const nearDelta = 6
const namedDelta = 7
/** Longer than any header, and than most deltas. */
const window = 4096
/** So few bytes become no more than the largest object may be: they go to the one that is faster and knows no limit. */
const shortPacked = 32 * 1024
/** git makes none longer than 4095. */
const longestChain = 5_000
const bytesKept = 64 * 1024 * 1024

export class PackFile {
  readonly #fd: number
  readonly #idLength: number
  readonly #find: (id: Uint8Array) => number | undefined
  readonly #limit: number
  readonly #window = Buffer.allocUnsafe(window)
  readonly #kept = new RecentMap<number, GitObject>(bytesKept, ({ bytes }) => bytes.length + 100)

  /** Objects above the limit are not read. */
  constructor(
    path: string,
    {
      idLength,
      find,
      limit,
    }: { idLength: number; find: (id: Uint8Array) => number | undefined; limit: number },
  ) {
    this.#fd = openSync(path, 'r')
    this.#idLength = idLength
    this.#find = find
    this.#limit = limit
  }

  /** Throws when the pack is damaged there, or the object too large. */
  read(offset: number): GitObject {
    const deltas: { readonly at: number; readonly bytes: Uint8Array }[] = []
    let object: GitObject | undefined
    for (let at = offset; object === undefined; ) {
      object = this.#kept.get(at)
      if (object !== undefined) break
      const { type, base, bytes } = this.#readEntry(at)
      if (type !== undefined) {
        object = { type, bytes }
        if (deltas.length > 0) this.#kept.set(at, object)
      } else if (base === undefined || deltas.length > longestChain)
        throw new RangeError('a delta has no base')
      else {
        deltas.push({ at, bytes })
        at = base
      }
    }
    for (let last = deltas.pop(); last !== undefined; last = deltas.pop()) {
      object = { type: object.type, bytes: applyDelta(object.bytes, last.bytes, this.#limit) }
      this.#kept.set(last.at, object)
    }
    return object
  }

  /** Forgets what was made on the way. */
  clear(): void {
    this.#kept.clear()
  }

  close(): void {
    this.clear()
    closeSync(this.#fd)
  }

  #readEntry(offset: number): Entry {
    const length = readSync(this.#fd, this.#window, 0, window, offset)
    const head = this.#window.subarray(0, length)
    let at = 0
    let byte = head[at++] ?? 0
    const code = (byte >> 4) & 7
    let size = byte & 15
    for (let scale = 16; byte & 0x80; scale *= 128) {
      byte = head[at++] ?? 0
      size += (byte & 0x7f) * scale
    }
    if (size > this.#limit) throw new RangeError('an object is too large')
    const base =
      code === nearDelta || code === namedDelta ? this.#findBase(code, head.subarray(at), offset) : undefined
    const start = at + (base?.length ?? 0)
    return { type: types[code], base: base?.at, bytes: this.#inflate(offset, { head, start, size }) }
  }

  #findBase(
    code: number,
    bytes: Uint8Array,
    offset: number,
  ): { readonly at: number | undefined; readonly length: number } {
    if (code === namedDelta)
      return { at: this.#find(bytes.subarray(0, this.#idLength)), length: this.#idLength }
    // How far back, seven bits a byte, the highest first; every further byte counts one more.
    let length = 0
    let byte = bytes[length++] ?? 0
    let distance = byte & 0x7f
    while (byte & 0x80 && length < bytes.length) {
      byte = bytes[length++] ?? 0
      distance = (distance + 1) * 128 + (byte & 0x7f)
    }
    return { at: distance > 0 && distance < offset ? offset - distance : undefined, length }
  }

  /** How long the compressed bytes are is written nowhere: reads as many as there could be. */
  #inflate(offset: number, { head, start, size }: { head: Buffer; start: number; size: number }): Uint8Array {
    const most = size + (size >> 9) + 64
    let packed: Uint8Array = head.subarray(start)
    if (packed.length < most && head.length === window) {
      const all = Buffer.allocUnsafe(most)
      packed = all.subarray(0, readSync(this.#fd, all, 0, most, offset + start))
    }
    const bytes =
      packed.length <= shortPacked
        ? Bun.inflateSync(packed as Uint8Array<ArrayBuffer>, { windowBits: 15 }) // read from a file, never shared
        : zlib().inflateSync(packed, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 })
    if (bytes.length !== size) throw new RangeError('an object has another length than it says')
    return bytes
  }
}
