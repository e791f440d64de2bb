/**
 * The socket at which a leader takes work from others. Whoever loses its connection before it has the whole answer
 * does the work itself: so whatever is odd here is answered by hanging up.
 */
import { chmodSync, rmSync } from 'node:fs'
import { encodeFrame, FrameReader } from './frame.ts'
import { type Answer, mostRequestBytes } from './hand-over.ts'
import type { MeetingPlace } from './meeting-place.ts'

/** Undefined: not a message one can answer. Aborted when nobody waits for the answer any more. */
type Handle = (message: unknown, signal: AbortSignal) => Promise<Answer | undefined>

interface Visitor {
  readonly reader: FrameReader
  readonly gone: AbortController
  isHeard: boolean
  unsent: Uint8Array | undefined
}

type Connection = Bun.Socket<Visitor>

/** For whoever connected and did not say yet what for. */
const patienceWithSilence = 500
/** Then others take over: nobody should wait for long after its own work is done. */
const longestService = 5_000

export class Desk {
  readonly #place: MeetingPlace
  readonly #handle: Handle
  readonly #listener: Bun.UnixSocketListener<Visitor>
  readonly #connections = new Set<Connection>()
  #changed = Promise.withResolvers<void>()

  private constructor(place: MeetingPlace, handle: Handle) {
    this.#place = place
    this.#handle = handle
    this.#listener = Bun.listen<Visitor>({
      unix: place.socket,
      socket: {
        open: (connection) => this.#welcome(connection),
        data: (connection, bytes) => this.#hear(connection, bytes),
        drain: (connection) => this.#send(connection),
        close: (connection) => this.#forget(connection),
        error: (connection) => this.#hangUp(connection),
      },
    })
  }

  /** For whoever has the turn: a socket that is there was left behind. Undefined where there can be none. */
  static open(place: MeetingPlace, handle: Handle): Desk | undefined {
    try {
      rmSync(place.socket, { force: true })
      const desk = new Desk(place, handle)
      chmodSync(place.socket, 0o600)
      return desk
    } catch {
      return undefined
    }
  }

  /** Ends when nobody is waiting, or others have waited for us long enough. */
  async closeWhenDone(): Promise<void> {
    const closeAt = performance.now() + longestService
    await letIn()
    while (this.#connections.size > 0 && performance.now() < closeAt) {
      await this.#nextChange(closeAt)
      await letIn()
    }
    rmSync(this.#place.socket, { force: true })
    this.#listener.stop()
    // Nobody comes any more; those who were heard get their answer, if they are not at it for too long.
    this.#hangUpOnSilent()
    const timer = setTimeout(() => this.#hangUpOnAll(), longestService)
    while (this.#connections.size > 0) await this.#changed.promise
    clearTimeout(timer)
  }

  async #nextChange(closeAt: number): Promise<void> {
    const isHeardOnly = [...this.#connections].every(({ data }) => data.isHeard)
    const left = closeAt - performance.now()
    const timer = isHeardOnly
      ? setTimeout(() => this.#change(), left)
      : setTimeout(() => this.#hangUpOnSilent(), Math.min(left, patienceWithSilence))
    await this.#changed.promise
    clearTimeout(timer)
  }

  #welcome(connection: Connection): void {
    const reader = new FrameReader(mostRequestBytes)
    connection.data = { reader, gone: new AbortController(), isHeard: false, unsent: undefined }
    this.#connections.add(connection)
    this.#change()
  }

  #hear(connection: Connection, bytes: Uint8Array): void {
    const { data } = connection
    const frame = data.isHeard ? 'broken' : data.reader.push(bytes)
    if (frame === undefined) return
    if (frame === 'broken') this.#hangUp(connection)
    else {
      data.isHeard = true
      void this.#answer(connection, frame.message)
    }
  }

  async #answer(connection: Connection, message: unknown): Promise<void> {
    const { signal } = connection.data.gone
    const answer = await this.#handle(message, signal).catch(() => undefined)
    if (signal.aborted) return
    if (answer === undefined) return this.#hangUp(connection)
    connection.data.unsent = encodeFrame(answer)
    this.#send(connection)
  }

  #send(connection: Connection): void {
    const { data } = connection
    if (data.unsent === undefined) return
    data.unsent = data.unsent.subarray(Math.max(0, connection.write(data.unsent)))
    if (data.unsent.length > 0) return
    connection.end()
    this.#forget(connection) // it has the answer, whenever it reads it
  }

  #hangUpOnSilent(): void {
    for (const connection of this.#connections) if (!connection.data.isHeard) this.#hangUp(connection)
    this.#change()
  }

  #hangUpOnAll(): void {
    for (const connection of this.#connections) this.#hangUp(connection)
  }

  #hangUp(connection: Connection): void {
    connection.terminate()
    this.#forget(connection)
  }

  #forget(connection: Connection): void {
    if (!this.#connections.delete(connection)) return
    connection.data.gone.abort()
    this.#change()
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}

/** Whoever knocked meanwhile comes in with the next turn of the loop. */
function letIn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
