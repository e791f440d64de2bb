/** The answers of `git cat-file --batch`: a line with id, type and size, then the object and a line break. */
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { ObjectType } from '../repository.ts'

export interface ObjectAnswer {
  readonly oid: Oid
  readonly type: ObjectType
  readonly size: number
  /** Undefined when the object is larger than the question allowed. */
  readonly bytes: Uint8Array | undefined
}

/** Cuts the stream into answers; keeps what is not complete yet. */
export class AnswerParser {
  readonly #limit: () => number
  #chunks: Uint8Array[] = []
  #length = 0
  /** Bytes needed before another attempt makes sense; avoids joining a large blob chunk by chunk. */
  #needed = 1
  /** Bytes still to come of an object that was too large. */
  #skip = 0

  /** `limit` says how large the object may be that the next answer is about. */
  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** Undefined answers a question about nothing. Take all answers before the next chunk. */
  *push(chunk: Uint8Array): Generator<ObjectAnswer | undefined> {
    this.#chunks.push(this.#dropSkipped(chunk))
    this.#length += this.#chunks.at(-1)?.length ?? 0
    if (this.#length < this.#needed) return
    let rest = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks)
    this.#needed = 1
    for (let lineEnd = rest.indexOf(10); lineEnd !== -1; lineEnd = rest.indexOf(10)) {
      const header = parseHeader(Buffer.from(rest.buffer, rest.byteOffset, lineEnd).toString())
      const bodyEnd = lineEnd + 1 + (header === undefined ? 0 : header.size + 1)
      if (header !== undefined && header.size > this.#limit()) {
        this.#skip = Math.max(0, bodyEnd - rest.length)
        rest = rest.subarray(bodyEnd)
        yield { ...header, bytes: undefined }
        continue
      }
      if (bodyEnd > rest.length) {
        this.#needed = bodyEnd
        break
      }
      // A copy: a view would keep the whole chunk in memory for as long as one object of it.
      const body = new Uint8Array(rest.subarray(lineEnd + 1, Math.max(lineEnd + 1, bodyEnd - 1)))
      rest = rest.subarray(bodyEnd)
      yield header === undefined ? undefined : { ...header, bytes: body }
    }
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
  }

  #dropSkipped(chunk: Uint8Array): Uint8Array {
    const dropped = Math.min(this.#skip, chunk.length)
    this.#skip -= dropped
    return chunk.subarray(dropped)
  }
}

const known = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/
const unknown = / (missing|ambiguous|submodule)$/

function parseHeader(line: string): { oid: Oid; type: ObjectType; size: number } | undefined {
  const found = known.exec(line)
  // The pattern above proves both casts.
  if (found !== null) return { oid: found[1] as Oid, type: found[2] as ObjectType, size: Number(found[3]) }
  if (unknown.test(line)) return undefined
  throw new UltragitError('git_failed', `git cat-file answered '${line.slice(0, 100)}'`)
}
