/** The only writer of standard output and error: the answer on one, the conversation on the other. */
import { type ErrorCode, exitStatus, messageOf, UltragitError } from '../base/errors.ts'
import type { GlobalFlags, Sink, Surroundings } from './command.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

export class Output {
  readonly #out: Sink
  readonly #err: Sink
  readonly #env: Surroundings['env']
  readonly #flags: GlobalFlags

  constructor(surroundings: Surroundings, flags: GlobalFlags) {
    this.#out = surroundings.stdout
    this.#err = surroundings.stderr
    this.#env = surroundings.env
    this.#flags = flags
  }

  /** A part of the answer. */
  answer(text: string): void {
    this.#out.write(text.endsWith('\n') ? text : `${text}\n`)
  }

  warn(text: string): void {
    this.#err.write(`${this.#paint('warning:', 'yellow', this.#err)} ${visible(text)}\n`)
  }

  /** Progress and remarks; silent with `--quiet`. */
  say(text: string): void {
    if (!this.#flags.quiet) this.#err.write(`${text}\n`)
  }

  paint(text: string, style: Style): string {
    return this.#paint(text, style, this.#out)
  }

  /** Reports what was thrown and gives the exit status. Only a bug shows a stack. */
  failure(thrown: unknown): number {
    const error = thrown instanceof UltragitError ? thrown : undefined
    const code: ErrorCode = error?.code ?? 'bug'
    const message = visible(error?.message ?? `internal error: ${messageOf(thrown)}`)
    const hint = error === undefined ? 'please report this with the text above' : error.hint
    if (error === undefined && thrown instanceof Error) this.#err.write(`${thrown.stack ?? thrown.message}\n`)
    if (this.#flags.format === 'json') {
      this.answer(JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } }))
      return exitStatus[code]
    }
    this.#err.write(`${this.#paint('error:', 'red', this.#err)} ${message}\n`)
    if (hint !== undefined) this.#err.write(`${this.#paint('hint:', 'cyan', this.#err)} ${visible(hint)}\n`)
    return exitStatus[code]
  }

  #paint(text: string, style: Style, sink: Sink): string {
    return this.#colours(sink) ? `\x1b[${codes[style]}m${text}\x1b[0m` : text
  }

  #colours(sink: Sink): boolean {
    if (this.#flags.color !== 'auto') return this.#flags.color === 'always'
    const { NO_COLOR, TERM } = this.#env
    return sink.isTTY === true && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb'
  }
}

/** Text from a repository or the command line, harmless in a terminal: one line, control characters shown. */
export function visible(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu, (char) =>
    char === '\n' ? '\\n' : `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}
