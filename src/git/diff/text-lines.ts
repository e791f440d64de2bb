/**
 * The lines of a text, decoded only when somebody looks at them. A long-lived file has thousands of versions, and next to
 * nobody looks at more than a few lines of each; what a version has in common with the one before is found by its bytes.
 */
import { cutAt, sharedEnd, sharedStart } from './shared-bytes.ts'

/** What an array of strings is as well. */
export interface Lines {
  readonly length: number
  at(index: number): string | undefined
  slice(start?: number, end?: number): string[]
}

interface Kin {
  readonly lines: WeakRef<TextLines>
  /** So many lines at the start are the same, and so many at the end. */
  readonly head: number
  readonly tail: number
}

export class TextLines implements Lines {
  readonly bytes: Buffer
  /** Where each line starts; after the last one stands where the text ends. */
  readonly starts: Int32Array
  /** Another text that is mostly the same. */
  readonly kin: Kin | undefined
  #decoded: readonly string[] | undefined

  /** `like` is a text that may have much in common. */
  constructor(bytes: Uint8Array, like?: TextLines) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const found = like === undefined ? undefined : adopt(this.bytes, like)
    this.starts = found?.starts ?? startsIn(this.bytes)
    this.kin = found?.kin
  }

  get length(): number {
    return this.starts.length - 1
  }

  /** For a text that is looked at from end to end, again and again. */
  decode(): void {
    this.#decoded ??= this.slice()
  }

  at(index: number): string | undefined {
    if (this.#decoded !== undefined) return this.#decoded[index]
    const [start, end] = [this.starts[index], this.starts[index + 1]]
    if (start === undefined || end === undefined) return undefined
    return this.bytes.toString('utf8', start, this.bytes[end - 1] === newline ? end - 1 : end)
  }

  slice(start = 0, end = this.length): string[] {
    const lines: string[] = []
    for (let at = Math.max(0, start); at < Math.min(end, this.length); at++) lines.push(this.at(at) ?? '')
    return lines
  }

  /** The text of some lines that exist, both ends included, from 1. */
  between({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.bytes.toString('utf8', this.starts[start - 1], this.starts[end])
  }
}

const newline = 10

function startsIn(bytes: Buffer, from = 0, to = bytes.length): Int32Array {
  const starts = [from]
  for (let at = bytes.indexOf(newline, from); at >= 0 && at + 1 < to; at = bytes.indexOf(newline, at + 1))
    starts.push(at + 1)
  if (from < to) starts.push(to)
  return Int32Array.from(starts)
}

/** The starts of a text that begins and ends like another one: only what is between has to be looked through. */
function adopt(bytes: Buffer, like: TextLines): { starts: Int32Array; kin: Kin } | undefined {
  const other = like.bytes
  if (like.length === 0) return undefined
  // Its last line may go on here.
  const head = Math.min(cutAt(like.starts, sharedStart(bytes, other)), like.length - 1)
  const headEnd = like.starts[head] ?? 0
  const same = sharedEnd(bytes, other, Math.min(bytes.length, other.length) - headEnd)
  // The byte before a line must be shared too: it ends the line before.
  const tail = Math.max(0, like.length - 1 - cutAt(like.starts, other.length - same))
  const first = like.length - tail
  const shift = bytes.length - other.length
  const middle = startsIn(bytes, headEnd, (like.starts[first] ?? 0) + shift)
  const starts = new Int32Array(head + middle.length - 1 + tail + 1)
  starts.set(like.starts.subarray(0, head))
  starts.set(middle, head)
  const at = head + middle.length - 1
  for (let line = 0; line <= tail; line++) starts[at + line] = (like.starts[first + line] ?? 0) + shift
  return { starts, kin: { lines: new WeakRef(like), head, tail } }
}
