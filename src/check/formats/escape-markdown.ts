/** Text as itself in Markdown: no markup, no HTML, no mention of people and no reference to issues. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()!|~<>&]/g, (char) =>
      char === '<' ? '&lt;' : char === '&' ? '&amp;' : `\\${char}`,
    )
    .replace(/[@#](?=\w)/g, (char) => `${char}<!-- -->`)
}

/** Verbatim on one line, fenced by more backticks than it holds in a row. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return line === '' ? '' : `${fence}${pad}${line}${pad}${fence}`
}
