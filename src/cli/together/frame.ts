/** One message on a socket: its length in four bytes, then that many bytes of JSON. */

const headerBytes = 4

export function encodeFrame(message: unknown): Uint8Array {
  const body = Buffer.from(JSON.stringify(message))
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(body.length)
  return Buffer.concat([header, body])
}

export class FrameReader {
  readonly #mostBytes: number
  readonly #parts: Uint8Array[] = []
  #length = 0
  /** Header and body; undefined until the header is there. */
  #whole: number | undefined

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** The message once it is whole, `broken` when it never will be; undefined while there is more to come. */
  push(bytes: Uint8Array): { readonly message: unknown } | 'broken' | undefined {
    this.#parts.push(Buffer.from(bytes)) // a copy: what came is only lent
    this.#length += bytes.length
    if (this.#whole === undefined && this.#length >= headerBytes)
      this.#whole = headerBytes + Buffer.concat(this.#parts).readUInt32BE()
    if (this.#whole === undefined) return undefined
    if (this.#whole > this.#mostBytes || this.#length > this.#whole) return 'broken'
    if (this.#length < this.#whole) return undefined
    const body = Buffer.concat(this.#parts.splice(0)).toString('utf8', headerBytes)
    try {
      return { message: JSON.parse(body) as unknown }
    } catch {
      return 'broken'
    }
  }
}
