/** Markdown: a section is a heading and what follows, up to the next heading of its level or above. */
import type { PlainLanguage } from '../language.ts'
import { oneLine } from '../signature.ts'
import type { Unit } from '../unit.ts'
import { readHeadings } from './markdown-headings.ts'
import { sourceLines } from './source-lines.ts'

export const markdown: PlainLanguage = {
  id: 'markdown',
  extensions: ['md', 'markdown', 'mkd', 'mdown', 'mdx', 'rmd', 'qmd'],
  outline: outlineMarkdown,
}

interface OpenSection {
  readonly level: number
  /** The qualified name; what a heading without words holds is qualified by the section around it. */
  readonly name: string
  readonly unit: { -readonly [Key in keyof Unit]: Unit[Key] } | undefined
}

function outlineMarkdown(text: string): Unit[] {
  const lines = sourceLines(text)
  const units: Unit[] = []
  const open: OpenSection[] = []
  const closeFrom = (level: number, next: number): void => {
    while ((open.at(-1)?.level ?? 0) >= level) close(open.pop(), lines, next)
  }
  for (const { level, title, source, start } of readHeadings(lines)) {
    closeFrom(level, start)
    const around = open.at(-1)?.name ?? ''
    const name = [around, plainTitle(title)].filter((part) => part !== '').join('::')
    const isUnit = name !== around
    const lineRange = { start: start + 1, end: start + 1 }
    const unit = { kind: 'module' as const, name, signature: oneLine(source), lines: lineRange }
    if (isUnit) units.push(unit)
    open.push({ level, name, unit: isUnit ? unit : undefined })
  }
  closeFrom(1, lines.length)
  return units
}

/** Ends a section at its last line that is not blank. */
function close(section: OpenSection | undefined, lines: readonly string[], next: number): void {
  if (section?.unit === undefined) return
  let end = next
  while (end > section.unit.lines.start && lines[end - 1]?.trim() === '') end--
  section.unit.lines = { start: section.unit.lines.start, end }
}

const longestTitle = 200
const link = /!?\[([^\][]*)\](?:\([^()]*\)|\[[^\][]*\])/g
const anchorTag = /<\/?(?:a|br|img|sup|sub)\b[^<>]*>/gi

/** The words of a heading as a reader sees them: no emphasis, no code marks, links by their text. */
function plainTitle(title: string): string {
  const words = title
    .slice(0, longestTitle * 4)
    .replaceAll(link, '$1')
    .replaceAll(anchorTag, '')
    .replaceAll(/`|\*\*|__/g, '')
    .replace(/\{#[^{}]*\}$/, '')
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, longestTitle).trimEnd()
}
