/**
 * Standard output and error as plain files. Bun's own stream for them takes longer to load than a short answer takes
 * altogether, and reports a reader that went away after the fact; this one says so where it is written to.
 */
import { fstatSync, statSync, writeSync } from 'node:fs'
import type { Sink } from './command.ts'

/** The answer cannot be written: nobody reads it any more, or there is no room. Ends the command on its way up. */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure'
  /** A reader that has seen enough (`ultragit licenses | head -1`) is no failure of ours. */
  readonly readerIsGone: boolean

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.readerIsGone = codeOf(cause) === 'EPIPE'
  }
}

/** What the process knows of its terminal; asked only where there may be one, for it takes long to load. */
export interface Terminal {
  isTerminal(fd: number): boolean
  /** Undefined: there is none. */
  columns(fd: 1 | 2): number | undefined
}

export function standardOutput(terminal: Terminal): Sink {
  return stream(1, terminal, (error) => {
    throw new StreamFailure(error)
  })
}

/** Nobody hears that the conversation cannot be heard. */
export function standardError(terminal: Terminal): Sink {
  return stream(2, terminal, () => {})
}

function stream(fd: 1 | 2, terminal: Terminal, fail: (error: unknown) => void): Sink {
  const columns = () => (mayBeTerminal(fd) && terminal.isTerminal(fd) ? terminal.columns(fd) : undefined)
  return {
    write: (text) => {
      try {
        writeAll(fd, Buffer.from(text))
      } catch (error) {
        fail(error)
      }
    },
    get isTTY() {
      return columns() !== undefined
    },
    get columns() {
      return columns() ?? 80
    },
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      // A pipe that another process made non-blocking is full: wait for its reader.
      if (codeOf(error) !== 'EAGAIN') throw error
      Bun.sleepSync(1)
    }
  }
}

/** A pipe, a file or nothing at all is none, and that is known at once. */
export function mayBeTerminal(fd: number): boolean {
  try {
    const facts = fstatSync(fd)
    return facts.isCharacterDevice() && facts.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev
  } catch {
    return false // it is closed
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
