/**
 * JSON-RPC over standard input and output, one message a line. The SDK's own transport drops malformed lines in silence
 * and ends on a long one; this one answers the first, passes over the second, and finishes what is in flight at the end.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { type Line, LineSplitter } from './transport/line-splitter.ts'
import { OpenRequests } from './transport/open-requests.ts'
import { parseLine } from './transport/parse-line.ts'
import type { Refusal } from './transport/refusal.ts'
import { Sweeper } from './transport/sweeper.ts'

export interface TransportStreams {
  readonly input: ChunkReader
  /** Resolves once the text is on its way; rejects when nobody reads any more. */
  write(text: string): Promise<void>
}

interface ChunkReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

const longestLine = 64 * 1024 * 1024

/** Held open by design: its answer is that it ends. */
const heldOpen = 'subscriptions/listen'

export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  onclose?: () => void
  onerror?: (error: Error) => void

  readonly #streams: TransportStreams
  readonly #open = new OpenRequests()
  readonly #sweeper = new Sweeper()
  #lastWrite: Promise<void> = Promise.resolve()
  #isClosed = false
  readonly #ended = Promise.withResolvers<void>()

  constructor(streams: TransportStreams) {
    this.#streams = streams
  }

  async start(): Promise<void> {
    void this.#read().finally(() => this.#ended.resolve())
  }

  /** Resolves at the end of input, or when nobody reads the answers. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** No more input, from here on. */
  stopReading(): void {
    this.#streams.input.cancel().catch(() => {})
    this.#ended.resolve()
  }

  /** Resolves when all that was asked is answered, and the answers are written. */
  async settled(): Promise<void> {
    await this.#open.none()
    await this.#lastWrite
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the connection is closed'))
    const written = this.#write(named(message))
    if ('id' in message && message.id !== undefined && !('method' in message)) {
      const { id } = message
      void written.finally(() => this.#open.closed(id))
    }
    return written
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.stopReading()
    this.onclose?.()
  }

  async #read(): Promise<void> {
    const lines = new LineSplitter(longestLine)
    try {
      for (;;) {
        const { done, value } = await this.#streams.input.read()
        if (done || value === undefined) break
        for (const line of lines.push(value)) this.#receive(line)
        this.#sweeper.took(value.length)
      }
      for (const line of lines.end()) this.#receive(line)
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #receive(line: Line): void {
    const parsed = parseLine(line)
    if (parsed.kind === 'ignored') return
    if (parsed.kind === 'refused') {
      void this.#write(parsed.answer)
      return
    }
    const { message } = parsed
    if (parsed.kind === 'request' && message.method !== heldOpen) this.#open.opened(parsed.message.id)
    this.onmessage?.(message)
    if (message.method !== 'notifications/cancelled') return
    const cancelled = message.params?.requestId
    // It is not answered.
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#open.closed(cancelled)
  }

  /** One after another, in the order they were sent; a reader that went away ends the input as well. */
  #write(message: JSONRPCMessage | Refusal): Promise<void> {
    const text = `${JSON.stringify(message)}\n`
    this.#sweeper.said(text.length)
    const written = this.#lastWrite.then(() => this.#streams.write(text)).catch(() => this.stopReading())
    this.#lastWrite = written
    return written
  }
}

/** What the SDK refuses without naming a parameter is the envelope every request of the newer era has. */
function named(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== -32602 || message.error.data !== undefined)
    return message
  return { ...message, error: { ...message.error, data: { parameter: '_meta' } } }
}

/** Written without blocking: a slow reader must not keep the server from hearing a cancellation. */
export function standardStreams(): TransportStreams {
  const sink = Bun.stdout.writer()
  return {
    input: Bun.stdin.stream().getReader(),
    write: async (text) => {
      await Promise.all([sink.write(text), sink.flush()])
    },
  }
}
