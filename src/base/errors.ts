/**
 * The one error class. Its `code` decides the exit status of the CLI and the shape of an MCP answer;
 * its `hint` is a command or a sentence that leads out. Everything else that is thrown is a bug.
 */

/** Exit status by error code (see `ultragit help exit-codes`). */
export const exitStatus = {
  usage: 2,
  not_a_repository: 3,
  git_failed: 4,
  data_invalid: 4,
  not_found: 4,
  cancelled: 4,
  config_invalid: 5,
  bug: 70,
} as const

export type ErrorCode = keyof typeof exitStatus

export class UltragitError extends Error {
  override readonly name = 'UltragitError'
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.hint = options.hint
  }
}

/** Throws `cancelled` when the caller has given up. Call it between the steps of long work. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new UltragitError('cancelled', 'cancelled')
}

/** The text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
