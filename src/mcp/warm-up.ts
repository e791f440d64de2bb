/** Reads in the background what the first call will need, so that it finds it read. Once, whatever a client sends. */
import { findRepository, type Whereabouts } from './repositories/find-repository.ts'
import type { KeptSessions } from './repositories/kept-sessions.ts'

/** Milliseconds until what takes longer is begun: the first calls come now, and whoever asks once is gone by then. */
const rest = 30_000

export class WarmUp {
  readonly #place: Whereabouts
  readonly #sessions: KeptSessions
  readonly #rest: number
  readonly #stopping = new AbortController()
  #isBegun = false

  constructor(place: Whereabouts, sessions: KeptSessions, restBefore = rest) {
    this.#place = place
    this.#sessions = sessions
    this.#rest = restBefore
  }

  /** Fails where there is nothing to warm; a call will say it better. */
  async begin(): Promise<void> {
    if (this.#isBegun) return
    this.#isBegun = true
    const [found, { openPlaces }, { prepareHistory }] = await Promise.all([
      findRepository(this.#place, undefined),
      import('../place/open-places.ts'),
      import('../place/prepare-history.ts'),
      import('../read/read-text.ts'),
    ])
    const { signal } = this.#stopping
    await this.#sessions.warm(found, (session) => openPlaces(session, { signal }))
    // No call waits for this: it takes longer than the calls it is for.
    await pause(this.#rest, signal)
    await this.#sessions.use(found, signal, (session) => prepareHistory(session, { signal }))
  }

  stop(): void {
    this.#stopping.abort()
  }
}

/** Keeps nothing from ending. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    setTimeout(resolve, time).unref()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
