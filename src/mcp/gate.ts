/** Lets so many in at once; the others wait their turn, and may give up waiting. */
import { throwIfAborted } from '../base/errors.ts'

export class Gate {
  #free: number
  readonly #queue: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#queue.push(resolve))
    try {
      throwIfAborted(signal)
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}
