/** Bytes in, lines out. A line that is too long is passed over as it comes, without being kept. */

/** Ended by a newline, which is not in it; `too_long` stands for a line that was passed over. */
export type Line = Uint8Array | 'too_long'

const newline = 10

export class LineSplitter {
  readonly #longest: number
  #parts: Uint8Array[] = []
  #length = 0
  #isSkipping = false

  constructor(longest: number) {
    this.#longest = longest
  }

  /** The lines that end in this chunk. */
  *push(chunk: Uint8Array): Generator<Line> {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(newline, from)
      this.#keep(chunk.subarray(from, end === -1 ? chunk.length : end))
      if (end === -1) return
      yield this.#take()
      from = end + 1
    }
  }

  /** What stands after the last newline: a sender that closes at once may leave the newline out. */
  *end(): Generator<Line> {
    if (this.#length > 0 || this.#isSkipping) yield this.#take()
  }

  #keep(part: Uint8Array): void {
    if (this.#isSkipping || part.length === 0) return
    if (this.#length + part.length > this.#longest) {
      this.#isSkipping = true
      this.#parts = []
      this.#length = 0
      return
    }
    this.#parts.push(part)
    this.#length += part.length
  }

  #take(): Line {
    const line = this.#isSkipping ? 'too_long' : join(this.#parts, this.#length)
    this.#parts = []
    this.#length = 0
    this.#isSkipping = false
    return line
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
