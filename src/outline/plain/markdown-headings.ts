/** Finds headings as CommonMark does: not in fenced code, front matter, HTML blocks or indented code. */

export interface Heading {
  readonly level: number
  readonly title: string
  /** As written, underline left out. */
  readonly source: string
  /** Index of its first line. */
  readonly start: number
}

/** A block in which nothing is a heading, and how to tell its last line. */
type BlockEnd = (line: string) => boolean

const underline = /^ {0,3}(?:(=+)|-+)[ \t]*$/
const indented = /^(?: {4}| {0,3}\t)/
/** What starts a block that an underline does not belong to: a list item, a quotation, a table, a break. */
const otherBlock = /^ {0,3}(?:[-+*>|]|\d{1,9}[.)](?:\s|$)|(?:[-_*][ \t]*){3,}$)/

export function readHeadings(lines: readonly string[]): Heading[] {
  const headings: Heading[] = []
  /** First line of the paragraph an underline would turn into a heading. */
  let paragraph: number | undefined
  let inOtherBlock = false
  for (let at = frontMatterEnd(lines); at < lines.length; at++) {
    const line = lines[at] ?? ''
    const blockEnd = blockStart(line)
    const marked = blockEnd === undefined ? atxHeading(line, at) : undefined
    if (blockEnd !== undefined) at = skipBlock(lines, at, blockEnd)
    if (marked !== undefined) headings.push(marked)
    const underlined = paragraph === undefined ? null : underline.exec(line)
    if (paragraph !== undefined && underlined !== null) {
      const source = lines.slice(paragraph, at).join(' ').trim()
      headings.push({ level: underlined[1] === undefined ? 2 : 1, title: source, source, start: paragraph })
    }
    if (blockEnd !== undefined || marked !== undefined || underlined !== null || line.trim() === '') {
      paragraph = undefined
      inOtherBlock = false
    } else if (paragraph === undefined && !inOtherBlock) {
      if (otherBlock.test(line)) inOtherBlock = true
      else if (!indented.test(line)) paragraph = at
    }
  }
  return headings
}

function atxHeading(line: string, start: number): Heading | undefined {
  const marks = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line)
  if (marks === null) return undefined
  const title = withoutClosing(line.slice(marks[0].length).trim())
  return { level: marks[1]?.length ?? 1, title, source: line, start }
}

/** `## Title ##` may close its marks, after a blank. */
function withoutClosing(title: string): string {
  let end = title.length
  while (end > 0 && title[end - 1] === '#') end--
  const closes = end < title.length && (end === 0 || title[end - 1] === ' ' || title[end - 1] === '\t')
  return closes ? title.slice(0, end).trimEnd() : title
}

/** YAML between `---` or TOML between `+++` at the very top; the underline rule would make it a heading. */
function frontMatterEnd(lines: readonly string[]): number {
  const fence = lines[0]?.trimEnd()
  if (fence !== '---' && fence !== '+++') return 0
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === fence)
  return end < 0 ? 0 : end + 1
}

const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const rawTag = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i
const comment = /^ {0,3}<!--/

function blockStart(line: string): BlockEnd | undefined {
  const marks = fence.exec(line)?.[1]
  if (marks !== undefined) return (later) => closesFence(later, marks)
  if (comment.test(line)) return (later) => later.includes('-->')
  const tag = rawTag.exec(line)?.[1]?.toLowerCase()
  return tag === undefined ? undefined : (later) => later.toLowerCase().includes(`</${tag}>`)
}

function closesFence(line: string, marks: string): boolean {
  const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
  return found?.[0] === marks[0] && found !== undefined && found.length >= marks.length
}

/** Index of the block's last line; a block that never ends runs to the end of the text. */
function skipBlock(lines: readonly string[], start: number, ends: BlockEnd): number {
  const opensOnly = fence.test(lines[start] ?? '')
  for (let at = opensOnly ? start + 1 : start; at < lines.length; at++) if (ends(lines[at] ?? '')) return at
  return lines.length - 1
}
