/** Table headers of TOML, told from lines of arrays and of long strings that look like them. */

export interface SectionHeader {
  readonly name: string
  /** Index of its line. */
  readonly at: number
}

interface ValueState {
  /** Open brackets of an array or an inline table. */
  depth: number
  /** The quotes that end a string over several lines. */
  quotes: string | undefined
}

const longestName = 200
const keyPart = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s.[\]"'#]+))\s*(\.?)/y

export function tomlHeaders(lines: readonly string[]): SectionHeader[] {
  const headers: SectionHeader[] = []
  const state: ValueState = { depth: 0, quotes: undefined }
  for (const [at, line] of lines.entries()) {
    const isHeader = state.depth === 0 && state.quotes === undefined && line.trimStart().startsWith('[')
    if (!isHeader) scanLine(line, state)
    else {
      const name = headerName(line.trimStart())
      if (name !== undefined) headers.push({ name, at })
    }
  }
  return headers
}

/** `[a."b.c"]` and `[[a."b.c"]]` are `a::b.c`. */
function headerName(line: string): string | undefined {
  const parts: string[] = []
  keyPart.lastIndex = line.startsWith('[[') ? 2 : 1
  for (let found = keyPart.exec(line); found !== null; found = keyPart.exec(line)) {
    const at = keyPart.lastIndex
    parts.push(found[1] ?? found[2] ?? found[3] ?? '')
    if (found[4] === '.') continue
    const name = parts.join('::').slice(0, longestName)
    return line[at] === ']' && name !== '' ? name : undefined
  }
  return undefined
}

const triple = ['"""', "'''"]

/** Follows brackets and strings through a line; a simple string ends with its line at the latest. */
function scanLine(line: string, state: ValueState): void {
  let at = 0
  while (at < line.length) {
    if (state.quotes !== undefined) {
      const end = endOfString(line, at, state.quotes)
      if (end < 0) return
      at = end
      state.quotes = undefined
      continue
    }
    const char = line.charAt(at)
    const opened = triple.find((quotes) => line.startsWith(quotes, at))
    if (char === '#') return
    if (opened !== undefined) {
      state.quotes = opened
      at += 3
    } else if (char === '"' || char === "'") {
      const end = endOfString(line, at + 1, char)
      if (end < 0) return
      at = end
    } else {
      if (char === '[' || char === '{') state.depth++
      else if ((char === ']' || char === '}') && state.depth > 0) state.depth--
      at++
    }
  }
}

/** The index behind the closing quotes, or -1. Only double quotes know escapes. */
function endOfString(line: string, from: number, quotes: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\' && quotes.startsWith('"')) at++
    else if (line.startsWith(quotes, at)) return at + quotes.length
  }
  return -1
}
