/** The requests that still wait for their answer. */
import type { RequestId } from '@modelcontextprotocol/server'

export class OpenRequests {
  /** How often an id is open: a client that uses one twice is answered twice. */
  readonly #counts = new Map<RequestId, number>()
  #waiting: (() => void)[] = []

  opened(id: RequestId): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
  }

  /** Answered, or cancelled and never to be answered. */
  closed(id: RequestId): void {
    const count = this.#counts.get(id)
    if (count === undefined) return
    if (count > 1) this.#counts.set(id, count - 1)
    else this.#counts.delete(id)
    if (this.#counts.size > 0) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Resolves when none is left. */
  async none(): Promise<void> {
    if (this.#counts.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
