/** Any answer as blocks with a heading, a line of facts and fields, and lists at the end; for models and for people. */
import type { Section } from './answer-sections.ts'
import { Page, type PrettyOptions, statusColours, survivalBar } from './page.ts'
import type { Field } from './region-fields.ts'
import { survivalText } from './region-provenance.ts'
import { visibleLine } from './safe-text.ts'

export interface Block {
  /** Usually a path. */
  readonly heading: string
  /** What it is about in there. */
  readonly name?: string | undefined
  readonly status?: string | undefined
  /** Shown as a bar to people; undefined: not a matter here. */
  readonly survival?: number | null | undefined
  /** The parts of one line, already safe to show. */
  readonly facts: readonly string[]
  readonly fields: readonly Field[]
}

export interface Blocks {
  /** Said first, when there is nothing else to say. */
  readonly opening?: string | undefined
  readonly blocks: readonly Block[]
  readonly sections: readonly Section[]
}

export function blocksToMarkdown({ opening, blocks, sections }: Blocks, isGrouped = false): string {
  const parts: string[] = opening === undefined ? [] : [opening]
  let group: string | undefined
  for (const block of blocks) {
    if (isGrouped && block.heading !== group) parts.push(`# ${visibleLine(block.heading)}`)
    group = block.heading
    parts.push(markdownBlock(block))
  }
  for (const { title, items } of sections)
    parts.push(`## ${title}\n${items.map((item) => `- ${quoted(item, 6)}`).join('\n')}`)
  return `${parts.join('\n\n')}\n`
}

function markdownBlock({ heading, name, facts, survival, fields }: Block): string {
  const title = visibleLine(heading)
  const lines = [`## ${name === undefined ? title : `${title} — ${visibleLine(name)}`}`]
  const all = survival === undefined ? facts : [...facts, `survival ${survivalText(survival)}`]
  if (all.length > 0) lines.push(all.join(' · '))
  for (const { label, texts, list } of fields)
    if (list) lines.push(`${label}:`, ...texts.map((text) => `- ${quoted(text, 6)}`))
    else lines.push(`${label}: ${quoted(texts[0] ?? '', 4)}`)
  return lines.join('\n')
}

/** Indented this far, no line of an annotation is a heading, a list, a fence or a rule of ours. */
function quoted(text: string, indent: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(indent)}`)
}

export function blocksToPage({ opening, blocks, sections }: Blocks, options: PrettyOptions): string {
  const page = new Page(options)
  if (opening !== undefined) page.wrapped(opening, '')
  for (const block of blocks) showBlock(page, block)
  for (const { title, items } of sections) {
    page.blank()
    page.line(page.paint(title, title === 'Warnings' ? 'yellow' : 'bold'))
    for (const item of items) page.wrapped(item, '  • ', '    ')
  }
  return page.text()
}

function showBlock(page: Page, { heading, name, status, survival, facts, fields }: Block): void {
  page.blank()
  const title = page.paint(visibleLine(heading), 'bold')
  page.wrapped(name === undefined ? title : `${title}  ${page.paint(visibleLine(name), 'cyan')}`, '')
  const known = Object.entries(statusColours).find(([one]) => one === status)
  const bar =
    survival === undefined
      ? ''
      : `${page.paint(`${survivalBar(survival)} ${survivalText(survival)}`, known?.[1] ?? 'dim')}  `
  if (bar !== '' || facts.length > 0) page.wrapped(`${bar}${page.paint(facts.join(' · '), 'dim')}`, '  ')
  const isFirst = ({ label }: Field) => label === 'Constraints'
  for (const field of [...fields.filter(isFirst), ...fields.filter((one) => !isFirst(one))])
    showField(page, field)
}

function showField(page: Page, { label, texts, list }: Field): void {
  const isFirst = label === 'Constraints'
  page.line(`  ${page.paint(label, isFirst ? 'yellow' : 'dim')}`)
  for (const text of texts) {
    if (list) page.wrapped(text, isFirst ? '    ! ' : '    • ', '      ')
    else page.wrapped(text, '    ')
  }
}
