/**
 * Keeps the memory of a server that lives for weeks where it was. A message becomes many times its size in objects, and
 * the runtime lets those of large and deeply nested ones pile up; so does what a long history took to be read.
 */

const sweepAfter = 256 * 1024
/** What is said costs less than what is heard. */
const saidWeight = 1 / 16
const comfortable = 100 * 1024 * 1024
/** Beyond what was in use after the last time. */
const worthIt = 1.2
const idleTime = 400

export class Sweeper {
  #unswept = 0
  #inUse = comfortable
  #idle: ReturnType<typeof setTimeout> | undefined

  /** So many bytes of input were dealt with. */
  took(bytes: number): void {
    this.#unswept += bytes
    if (this.#unswept >= sweepAfter) {
      this.#unswept = 0
      Bun.gc(true)
    }
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#shrink(), idleTime)
    this.#idle.unref()
  }

  /** So many bytes were answered. */
  said(bytes: number): void {
    this.took(bytes * saidWeight)
  }

  /** Gives back to the system what is not needed; compiled code as well, so only when there is nothing to do. */
  #shrink(): void {
    if (process.memoryUsage.rss() < this.#inUse * worthIt) return
    Bun.gc(true)
    Bun.shrink()
    this.#inUse = Math.max(comfortable, process.memoryUsage.rss())
  }
}
