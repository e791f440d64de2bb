/** The only writer of standard output and error: the answer on one, the conversation on the other. */
import { type ErrorCode, exitStatus, messageOf, UltragitError } from '../base/errors.ts'
import type { GlobalFlags, Sink, Surroundings } from './command.ts'
import { progressLine } from './progress-line.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

const codes: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

/** Long work on its way. `end` takes the bar away; call it also when the work fails. */
export interface Progress {
  update(done: number, total?: number): void
  end(): void
}

export class Output {
  readonly flags: GlobalFlags
  readonly #out: Sink
  readonly #err: Sink
  readonly #env: Surroundings['env']

  constructor(surroundings: Surroundings, flags: GlobalFlags) {
    this.flags = flags
    this.#out = surroundings.stdout
    this.#err = surroundings.stderr
    this.#env = surroundings.env
  }

  /** Whether a person sees the answer as it is written. */
  get isTerminal(): boolean {
    return this.#out.isTTY === true
  }

  /** Columns to lay an answer out in. */
  get width(): number {
    return Math.max(20, this.#out.columns ?? 80)
  }

  /** A part of the answer. */
  answer(text: string): void {
    this.#out.write(text.endsWith('\n') ? text : `${text}\n`)
  }

  /** Something is wrong and the answer came all the same: said even with `--quiet`. */
  warn(text: string): void {
    this.#err.write(`${this.#paint('warning:', 'yellow', this.#err)} ${visible(text)}\n`)
  }

  /** A remark; silent with `--quiet`. */
  note(text: string): void {
    if (!this.flags.quiet) this.#err.write(`${visible(text)}\n`)
  }

  /** A remark for `--verbose`. */
  detail(text: string): void {
    if (this.flags.verbose) this.note(text)
  }

  /** A bar on stderr, on a terminal only and not with `--quiet`; redrawn only when it looks different. */
  progress(label: string): Progress {
    if (this.flags.quiet || this.#err.isTTY !== true) return { update: () => {}, end: () => {} }
    let shown = ''
    return {
      update: (done, total) => {
        const line = progressLine(visible(label), { done, total, width: this.#err.columns ?? 80 })
        if (line !== shown) this.#err.write(`\r\x1b[K${line}`)
        shown = line
      },
      end: () => {
        if (shown !== '') this.#err.write('\r\x1b[K')
        shown = ''
      },
    }
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
    if (this.flags.format === 'json') {
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
    if (this.flags.color !== 'auto') return this.flags.color === 'always'
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
