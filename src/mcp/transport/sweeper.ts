/**
 * Keeps the memory of a server that lives for weeks where it was. A message becomes many times its size in objects, and
 * the runtime lets those of large and deeply nested ones pile up.
 */

const sweepAfter = 256 * 1024
const shrinkAfter = 1024 * 1024
const idleTime = 400

export class Sweeper {
  #unswept = 0
  #unshrunk = 0
  #idle: ReturnType<typeof setTimeout> | undefined

  /** So many bytes of input were dealt with. */
  took(bytes: number): void {
    this.#unswept += bytes
    this.#unshrunk += bytes
    if (this.#unswept >= sweepAfter) {
      this.#unswept = 0
      Bun.gc(true)
    }
    if (this.#unshrunk < shrinkAfter) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#shrink(), idleTime)
    this.#idle.unref()
  }

  /** Gives back to the system what is not needed; compiled code as well, so only when there is nothing to do. */
  #shrink(): void {
    this.#unshrunk = 0
    Bun.shrink()
  }
}
