/**
 * Standard output and error as plain files. Bun's own stream for them takes longer to load than a short answer takes
 * altogether, and reports a reader that went away after the fact; this one says so where it is written to.
 */
import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'
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

export function standardOutput(columns: () => number | undefined): Sink {
  return stream(1, columns, (error) => {
    throw new StreamFailure(error)
  })
}

/** Nobody hears that the conversation cannot be heard. */
export function standardError(columns: () => number | undefined): Sink {
  return stream(2, columns, () => {})
}

function stream(fd: 1 | 2, columns: () => number | undefined, fail: (error: unknown) => void): Sink {
  return {
    write: (text) => {
      try {
        writeAll(fd, Buffer.from(text))
      } catch (error) {
        fail(error)
      }
    },
    get isTTY() {
      return isTerminal(fd, columns)
    },
    get columns() {
      return isTerminal(fd, columns) ? (columns() ?? 80) : 80
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

/** Asking the real stream is dear: only a terminal is asked. */
function isTerminal(fd: number, columns: () => number | undefined): boolean {
  return isatty(fd) && columns() !== undefined
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
