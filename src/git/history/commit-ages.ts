/**
 * The commits of a horizon in one sorted block of bytes: found by binary search, kept as a blob, never unpacked. A
 * repository has tens of thousands of them and a question asks for a handful.
 */
import type { Oid } from '../../base/ids.ts'

/**
 * `age` orders commits by ancestry, then by time: the commit's time, but always later than its parents' (clocks lie).
 */
export interface CommitAge {
  readonly age: number
  readonly annotated: boolean
}

const ageBytes = 6

export class CommitAges {
  readonly bytes: Buffer
  readonly #oidBytes: number

  /** `bytes` as an earlier `CommitAges` had them. */
  constructor(bytes: Uint8Array, objectFormat: 'sha1' | 'sha256') {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#oidBytes = objectFormat === 'sha1' ? 20 : 32
  }

  get size(): number {
    return this.bytes.length / this.#recordBytes
  }

  get(oid: Oid): CommitAge | undefined {
    const at = this.#findName(oid)
    if (at === undefined) return undefined
    const value = this.bytes.readUIntBE(at + this.#oidBytes, ageBytes)
    return { age: Math.floor(value / 2), annotated: value % 2 === 1 }
  }

  get annotatedCount(): number {
    let count = 0
    for (let at = this.#recordBytes - 1; at < this.bytes.length; at += this.#recordBytes)
      count += (this.bytes[at] ?? 0) & 1
    return count
  }

  *annotated(): Iterable<Oid> {
    for (let at = 0; at < this.bytes.length; at += this.#recordBytes) {
      const isAnnotated = ((this.bytes[at + this.#recordBytes - 1] ?? 0) & 1) === 1
      if (isAnnotated) yield this.bytes.toString('hex', at, at + this.#oidBytes) as Oid // stored from ids alone
    }
  }

  /** A copy with these commits added or replaced. */
  with(changes: ReadonlyMap<Oid, CommitAge>): CommitAges {
    const records = [...changes].map((change) => this.#record(...change)).sort(Buffer.compare)
    const parts: Uint8Array[] = []
    let copied = 0
    for (const record of records) {
      const found = this.#find(record.subarray(0, this.#oidBytes))
      const at = found < 0 ? -found - 1 : found
      parts.push(this.bytes.subarray(copied, at), record)
      copied = found < 0 ? at : at + this.#recordBytes
    }
    parts.push(this.bytes.subarray(copied))
    return new CommitAges(Buffer.concat(parts), this.#oidBytes === 20 ? 'sha1' : 'sha256')
  }

  get #recordBytes(): number {
    return this.#oidBytes + ageBytes
  }

  #record(oid: Oid, { age, annotated }: CommitAge): Buffer {
    const record = Buffer.alloc(this.#recordBytes)
    record.write(oid, 'hex')
    record.writeUIntBE(age * 2 + (annotated ? 1 : 0), this.#oidBytes, ageBytes)
    return record
  }

  /** By the first four bytes, which is a comparison of numbers; the rest tells the few apart that share them. */
  #findName(oid: Oid): number | undefined {
    const start = Number.parseInt(oid.slice(0, 8), 16)
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.bytes.readUInt32BE(middle * this.#recordBytes) < start) low = middle + 1
      else high = middle
    }
    for (; low < this.size; low++) {
      const at = low * this.#recordBytes
      if (this.bytes.readUInt32BE(at) !== start) return undefined
      if (this.bytes.toString('hex', at, at + this.#oidBytes) === oid) return at
    }
    return undefined
  }

  /** The offset of a commit's record; when it has none, `-1 -` the offset where it would stand. */
  #find(oid: Buffer): number {
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = middle * this.#recordBytes
      const order = this.bytes.compare(oid, 0, this.#oidBytes, at, at + this.#oidBytes)
      if (order === 0) return at
      if (order < 0) low = middle + 1
      else high = middle
    }
    return -1 - low * this.#recordBytes
  }
}
