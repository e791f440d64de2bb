/** The answer for people: constraints first, survival as a small bar, wrapped to the terminal. */
import type { AnswerRegion, ReadAnswer } from '../answer.ts'
import { answerSections } from './answer-sections.ts'
import { emptyAnswer } from './empty-answer.ts'
import { groupByFile } from './group-by-file.ts'
import { type Field, regionFields } from './region-fields.ts'
import { regionName, regionProvenance, survivalText } from './region-provenance.ts'
import { visibleLine } from './safe-text.ts'

export interface PrettyOptions {
  readonly color: boolean
  readonly width: number
}

export function renderPretty(answer: ReadAnswer, options: PrettyOptions): string {
  const page = new Page(options)
  if (answer.regions.length === 0) page.wrapped(emptyAnswer(answer), '')
  for (const [, regions] of groupByFile(answer.regions))
    for (const region of regions) showRegion(page, region)
  for (const { title, items } of answerSections(answer)) {
    page.blank()
    page.line(page.paint(title, title === 'Warnings' ? 'yellow' : 'bold'))
    for (const item of items) page.wrapped(item, '  • ', '    ')
  }
  return page.text()
}

function showRegion(page: Page, region: AnswerRegion): void {
  const name = regionName(region)
  page.blank()
  page.wrapped(
    [visibleLine(region.file), ...(name === undefined ? [] : [name])]
      .map((part, at) => page.paint(part, at === 0 ? 'bold' : 'cyan'))
      .join('  '),
    '',
  )
  const bar = `${survivalBar(region.survival)} ${survivalText(region.survival)}`
  const rest = regionProvenance(region).filter((part) => !part.startsWith('survival '))
  page.wrapped(`${page.paint(bar, colourOf(region))}  ${page.paint(rest.join(' · '), 'dim')}`, '  ')
  const fields = regionFields(region)
  for (const field of fields.filter(({ label }) => label === 'Constraints')) showField(page, field)
  for (const field of fields.filter(({ label }) => label !== 'Constraints')) showField(page, field)
}

function showField(page: Page, { label, texts, list }: Field): void {
  const first = label === 'Constraints'
  page.line(`  ${page.paint(label, first ? 'yellow' : 'dim')}`)
  for (const text of texts) {
    if (list) page.wrapped(text, first ? '    ! ' : '    • ', '      ')
    else page.wrapped(text, '    ')
  }
}

/** Eight cells; dots where it cannot be known. */
function survivalBar(survival: number | null): string {
  if (survival === null) return '·'.repeat(8)
  const full = Math.round(Math.min(1, Math.max(0, survival)) * 8)
  return '█'.repeat(full) + '░'.repeat(8 - full)
}

function colourOf({ status }: AnswerRegion): Colour {
  return statusColours[status]
}

const statusColours: Readonly<Record<AnswerRegion['status'], Colour>> = {
  current: 'green',
  changed: 'yellow',
  moved: 'yellow',
  unknown: 'dim',
  unmerged: 'red',
  gone: 'red',
}

const colours = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
type Colour = keyof typeof colours

/** Lines of at most the given width, in columns of a terminal. */
class Page {
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
