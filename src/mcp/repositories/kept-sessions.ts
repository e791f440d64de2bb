/** Sessions kept open between calls: few, given up when idle, and never trusted again after they failed. */
import { stat } from 'node:fs/promises'
import { throwIfAborted, UltragitError } from '../../base/errors.ts'
import { openSession, type Session, type SessionOptions } from '../../session.ts'
import type { FoundRepository } from './find-repository.ts'

interface Kept {
  readonly session: Promise<Session>
  /** Set while it is being warmed: what is read then a call would have to read as well. */
  warming?: Promise<unknown>
  users: number
  isGivenUp: boolean
}

type Work<T> = (session: Session) => Promise<T>

const mostKept = 4
const idleTime = 10 * 60_000

export class KeptSessions {
  /** The least recently used first. */
  readonly #kept = new Map<string, Kept>()
  readonly #options: Omit<SessionOptions, 'cwd'>
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor(options: Omit<SessionOptions, 'cwd'>) {
    this.#options = options
  }

  async use<T>(found: FoundRepository, signal: AbortSignal, work: Work<T>): Promise<T> {
    return this.#borrow(found, async (session, kept) => {
      if (kept.warming !== undefined) await Promise.race([kept.warming, aborted(signal)]).catch(() => {})
      throwIfAborted(signal)
      return work(session)
    })
  }

  /** Work that makes later calls faster; those that come meanwhile wait for it, as it is theirs. */
  async warm(found: FoundRepository, work: Work<unknown>): Promise<void> {
    await this.#borrow(found, async (session, kept) => {
      kept.warming = work(session).finally(() => {
        delete kept.warming
      })
      // Whoever waits makes the mistake again, for an answer of its own.
      kept.warming.catch(() => {})
      await kept.warming
    })
  }

  /** Settings are read anew; repository and index are those of earlier calls. */
  async #borrow<T>(found: FoundRepository, work: (session: Session, kept: Kept) => Promise<T>): Promise<T> {
    const key = await keyOf(found)
    const known = this.#kept.get(key)
    const kept = known ?? this.#open(found)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    kept.users += 1
    let isOpen = false
    try {
      const session = await kept.session
      isOpen = true
      return await work(known === undefined ? session : await session.reload(), kept)
    } catch (error) {
      // It may hold a process or a file of what is not there any more: the next call starts afresh.
      if (!isOpen || !isOrdinary(error)) this.#giveUp(key, kept)
      throw error
    } finally {
      kept.users -= 1
      this.#tidy(kept)
    }
  }

  close(): void {
    clearTimeout(this.#idle)
    for (const [key, kept] of this.#kept) this.#giveUp(key, kept)
  }

  #open({ start }: FoundRepository): Kept {
    return { session: openSession({ ...this.#options, cwd: start }), users: 0, isGivenUp: false }
  }

  #giveUp(key: string, kept: Kept): void {
    kept.isGivenUp = true
    if (this.#kept.get(key) === kept) this.#kept.delete(key)
    closeIfUnused(kept)
  }

  #tidy(used: Kept): void {
    closeIfUnused(used)
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size <= mostKept) break
      if (kept.users === 0) this.#giveUp(key, kept)
    }
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#closeIdle(), idleTime)
    this.#idle.unref()
  }

  #closeIdle(): void {
    for (const [key, kept] of this.#kept) if (kept.users === 0) this.#giveUp(key, kept)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function closeIfUnused(kept: Kept): void {
  if (!kept.isGivenUp || kept.users > 0) return
  kept.session.then(
    (session) => session.close(),
    () => {},
  )
}

/** The caller's own mistakes; they say nothing about the session. */
const ordinary: ReadonlySet<unknown> = new Set(['usage', 'not_found', 'cancelled', 'config_invalid'])

function isOrdinary(error: unknown): boolean {
  return error instanceof UltragitError && ordinary.has(error.code)
}

/** A repository that was removed and made anew is another one, though its name is the same. */
async function keyOf({ layout }: FoundRepository): Promise<string> {
  const { ino, dev } = await stat(layout.commonDir)
  return [layout.gitDir, layout.workTree ?? '', dev, ino].join('\0')
}
