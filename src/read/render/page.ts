/** A page for a terminal: lines wrapped to its width, in colour where that is wanted. */
import type { statuses } from '../answer.ts'

export interface PrettyOptions {
  readonly color: boolean
  readonly width: number
}

const colours = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
export type Colour = keyof typeof colours

/** Lines of at most the given width, in columns of a terminal. */
export class Page {
  readonly #options: PrettyOptions
  readonly #lines: string[] = []

  constructor(options: PrettyOptions) {
    this.#options = options
  }

  line(text: string): void {
    this.#lines.push(text)
  }

  /** Between blocks, never at the top. */
  blank(): void {
    if (this.#lines.length > 0) this.#lines.push('')
  }

  wrapped(text: string, first: string, next = first): void {
    const width = Math.max(10, this.#options.width - first.length)
    const lines = Bun.wrapAnsi(text.replaceAll('\t', '    '), width, { hard: true, trim: false }).split('\n')
    lines.forEach((line, at) => {
      this.#lines.push((at === 0 ? first : next) + line.trimEnd())
    })
  }

  paint(text: string, colour: Colour): string {
    return this.#options.color ? `\x1b[${colours[colour]}m${text}\x1b[0m` : text
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

/** Eight cells; dots where it cannot be known. */
export function survivalBar(survival: number | null): string {
  if (survival === null) return '·'.repeat(8)
  const full = Math.round(Math.min(1, Math.max(0, survival)) * 8)
  return '█'.repeat(full) + '░'.repeat(8 - full)
}

export const statusColours: Readonly<Record<(typeof statuses)[number], Colour>> = {
  current: 'green',
  changed: 'yellow',
  moved: 'yellow',
  unknown: 'dim',
  unmerged: 'red',
  gone: 'red',
}
