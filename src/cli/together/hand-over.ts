/** What a writer hands to the one that works for all, and what it gets back. */
import type { Sink, Surroundings } from '../command.ts'

/** A command and all of its surroundings that make a difference to its answer. */
export interface HandedOver {
  readonly kin: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The time it writes down, in milliseconds: the same however often the work is done. */
  readonly now: number
  readonly stdinIsTerminal: boolean
  /** What stood on standard input, in base64; undefined: it was not read yet. */
  readonly input?: string | undefined
  readonly stdout: Screen
  readonly stderr: Screen
}

interface Screen {
  readonly isTTY: boolean
  readonly columns: number
}

/** Told in the order in which it was said, so that both streams of one terminal stay in step. */
export interface Done {
  readonly status: number
  readonly said: readonly (readonly [stream: 1 | 2, text: string])[]
}

/** `input`: to be handed over again, with what stands on standard input. `alone`: to be done by oneself. */
export type Answer = Done | 'input' | 'alone'

export const mostRequestBytes = 8 * 1024 * 1024
export const mostAnswerBytes = 64 * 1024 * 1024

export interface Call {
  readonly argv: readonly string[]
  readonly surroundings: Surroundings
  /** Set when it is handed over: it may be written by then. */
  readonly now: Date | undefined
  /** What was read from standard input so far. */
  readonly input: Uint8Array | undefined
}

export function handOver({ argv, surroundings, now, input }: Call, kin: string): HandedOver {
  const { cwd, env, stdout, stderr, stdin } = surroundings
  return {
    kin,
    argv,
    cwd,
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    now: (now ?? new Date()).getTime(),
    stdinIsTerminal: stdin?.isTerminal() !== false,
    input: input === undefined ? undefined : Buffer.from(input).toString('base64'),
    stdout: screenOf(stdout),
    stderr: screenOf(stderr),
  }
}

function screenOf({ isTTY = false, columns = 80 }: Sink): Screen {
  return { isTTY, columns }
}

/** The answer came from a process of the same user and version; still only what is one is taken for one. */
export function parseAnswer(message: unknown): Answer | undefined {
  if (message === 'input' || message === 'alone') return message
  const { status, said } = (message ?? {}) as Partial<Done> // every member is looked at
  if (!Number.isInteger(status) || !Array.isArray(said)) return undefined
  const isSaid = said.every(
    (part: unknown) => Array.isArray(part) && (part[0] === 1 || part[0] === 2) && typeof part[1] === 'string',
  )
  return isSaid ? { status: Number(status), said } : undefined
}
