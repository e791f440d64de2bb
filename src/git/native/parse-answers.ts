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

/** Cuts the stream into answers; each object is copied once, straight to where it stays. */
export class AnswerParser {
  readonly #limit: () => number
  /** The start of a header line that is not complete yet. */
  #header = ''
  /** The object whose body is coming, and how much of it is here. */
  #open: { readonly answer: ObjectAnswer & { readonly bytes: Uint8Array }; filled: number } | undefined
  /** Bytes to pass over: the line break after an object, or an object that was too large. */
  #skip = 0

  /** `limit` says how large the object may be that the next answer is about. */
  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** Undefined answers a question about nothing. Take all answers before the next chunk. */
  *push(chunk: Uint8Array): Generator<ObjectAnswer | undefined> {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let at = 0
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, chunk.length - at)
        this.#skip -= skipped
        at += skipped
        continue
      }
      if (this.#open !== undefined) {
        const { answer, filled } = this.#open
        const taken = Math.min(answer.size - filled, chunk.length - at)
        answer.bytes.set(chunk.subarray(at, at + taken), filled)
        this.#open.filled += taken
        at += taken
        if (this.#open.filled < answer.size) return
        this.#open = undefined
        this.#skip = 1
        yield answer
        continue
      }
      const lineEnd = chunk.indexOf(10, at)
      // As bytes: a line that is no header repeats the question, and may be cut inside a character.
      this.#header += text.toString('latin1', at, lineEnd === -1 ? chunk.length : lineEnd)
      if (lineEnd === -1) return
      const header = parseHeader(this.#header)
      this.#header = ''
      at = lineEnd + 1
      if (header === undefined) yield undefined
      else if (header.size > this.#limit()) {
        this.#skip = header.size + 1
        yield { ...header, bytes: undefined }
      } else if (header.size === 0) {
        this.#skip = 1
        yield { ...header, bytes: new Uint8Array() }
      } else this.#open = { answer: { ...header, bytes: new Uint8Array(header.size) }, filled: 0 }
    }
  }
}

const known = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/
const unknown = / (missing|ambiguous|submodule)$/

function parseHeader(line: string): { oid: Oid; type: ObjectType; size: number } | undefined {
  const found = known.exec(line)
  // The pattern above proves both casts.
  if (found !== null) return { oid: found[1] as Oid, type: found[2] as ObjectType, size: Number(found[3]) }
  if (unknown.test(line)) return undefined
  throw new UltragitError(
    'git_failed',
    `git cat-file answered '${Buffer.from(line.slice(0, 100), 'latin1')}'`,
  )
}
