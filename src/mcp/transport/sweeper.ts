/**
 * Keeps the memory of a server that lives for weeks where it was. A message becomes many times its size in objects, and
 * the runtime lets those of large and deeply nested ones pile up; so does what a long history took to be read.
 */

const sweepAfter = 256 * 1024
const shrinkAfter = 1024 * 1024
/** What is said costs less than what is heard. */
const saidWeight = 1 / 8
const idleTime = 400
const longIdleTime = 60_000

export class Sweeper {
  #unswept = 0
  #unshrunk = 0
  #idle: ReturnType<typeof setTimeout> | undefined

  /** So many bytes of input were dealt with. */
  took(bytes: number): void {
    this.#unshrunk += bytes
    this.#sweep(bytes)
  }

  /** So many bytes were answered. */
  said(bytes: number): void {
    this.#sweep(bytes * saidWeight)
  }

  #sweep(bytes: number): void {
    this.#unswept += bytes
    if (this.#unswept >= sweepAfter) {
      this.#unswept = 0
      Bun.gc(true)
    }
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#shrink(), this.#unshrunk < shrinkAfter ? longIdleTime : idleTime)
    this.#idle.unref()
  }

  /** Gives back to the system what is not needed; compiled code as well, so only when there is nothing to do. */
  #shrink(): void {
    this.#unshrunk = 0
    Bun.gc(true)
    Bun.shrink()
  }
}
