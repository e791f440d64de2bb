/** TOML as a list of statements with their places: table headers and key-value pairs. The runtime's parser judges the rest. */
import { TextProblem } from '../text-problem.ts'

export interface TomlHeader {
  readonly kind: 'header'
  readonly path: readonly string[]
  /** `[[…]]`. */
  readonly list: boolean
  readonly start: number
  readonly end: number
}

export interface TomlPair {
  readonly kind: 'pair'
  readonly path: readonly string[]
  readonly start: number
  readonly valueStart: number
  /** After the value, before a comment on the line. */
  readonly end: number
}

export type TomlStatement = TomlHeader | TomlPair

export function scanToml(text: string): TomlStatement[] {
  const statements: TomlStatement[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    at = skipBlank(text, at)
    if (at >= text.length) break
    const statement = text[at] === '[' ? readHeader(text, at) : readPair(text, at)
    statements.push(statement)
    at = endOfLine(text, statement.end)
  }
  // Last, because the parser does not tell the place: with it the first statement it stumbles over can be named.
  check(text, statements)
  return statements
}

function readHeader(text: string, start: number): TomlHeader {
  const list = text.startsWith('[[', start)
  const { path, end } = readPath(text, start + (list ? 2 : 1))
  const close = list ? ']]' : ']'
  if (!text.startsWith(close, end)) throw new TextProblem(end, `expected '${close}'`)
  return { kind: 'header', path, list, start, end: end + close.length }
}

function readPair(text: string, start: number): TomlPair {
  const { path, end } = readPath(text, start)
  if (text[end] !== '=') throw new TextProblem(end, "expected '=' after a key")
  const valueStart = skipSpaces(text, end + 1)
  return { kind: 'pair', path, start, valueStart, end: readValue(text, valueStart) }
}

function readPath(text: string, from: number): { path: string[]; end: number } {
  const path: string[] = []
  let at = skipSpaces(text, from)
  for (;;) {
    const quote = text[at]
    const end = quote === '"' || quote === "'" ? readString(text, at) : at + bareKeyLength(text, at)
    if (end === at) throw new TextProblem(at, 'expected a key')
    path.push(keyText(text.slice(at, end)))
    at = skipSpaces(text, end)
    if (text[at] !== '.') return { path, end: at }
    at = skipSpaces(text, at + 1)
  }
}

function keyText(source: string): string {
  if (source.startsWith("'")) return source.slice(1, -1)
  if (!source.startsWith('"')) return source
  const [key] = Object.keys(Bun.TOML.parse(`${source} = 0`))
  return key ?? ''
}

function bareKeyLength(text: string, at: number): number {
  const found = /[A-Za-z0-9_-]*/y
  found.lastIndex = at
  return found.exec(text)?.[0].length ?? 0
}

/** To the end of a value: strings and brackets are followed, anything else ends with its line. */
function readValue(text: string, start: number): number {
  let at = start
  let depth = 0
  let end = start
  while (at < text.length) {
    const char = text[at] ?? ''
    if (depth === 0 && /[\r\n#]/.test(char)) break
    if (char === '#') {
      at = endOfLine(text, at)
      continue
    }
    if ('[{'.includes(char)) depth += 1
    if (']}'.includes(char)) depth -= 1
    at = char === '"' || char === "'" ? readString(text, at) : at + 1
    if (!/\s/.test(char)) end = at
  }
  if (depth > 0) throw new TextProblem(start, 'a bracket is not closed')
  if (end === start) throw new TextProblem(start, 'expected a value')
  return end
}

function readString(text: string, start: number): number {
  const quote = text[start] ?? ''
  const long = text.startsWith(quote.repeat(3), start)
  const close = long ? quote.repeat(3) : quote
  let at = start + close.length
  while (!text.startsWith(close, at)) {
    const char = text[at]
    if (char === undefined || (!long && /[\r\n]/.test(char)))
      throw new TextProblem(start, 'unterminated string')
    at += char === '\\' && quote === '"' ? 2 : 1
  }
  at += close.length
  // Up to two quotes may stand right before the closing three.
  for (let extra = 0; long && extra < 2 && text[at] === quote; extra++) at += 1
  return at
}

function check(text: string, statements: readonly TomlStatement[]): void {
  const words = problemOf(text)
  if (words === undefined) return
  // A start of the text stays broken when more is added: halve.
  let good = 0
  let bad = statements.length
  while (good < bad) {
    const middle = (good + bad) >> 1
    const end = endOfLine(text, statements[middle]?.end ?? text.length)
    if (problemOf(text.slice(0, end)) === undefined) good = middle + 1
    else bad = middle
  }
  throw new TextProblem(statements[good]?.start ?? text.length, words)
}

function problemOf(text: string): string | undefined {
  try {
    Bun.TOML.parse(text)
    return undefined
  } catch (error) {
    const words = error instanceof Error ? error.message.replace(/^TOML Parse error: /, '') : 'not TOML'
    return words.charAt(0).toLowerCase() + words.slice(1)
  }
}

/** White space, line breaks and comments. */
function skipBlank(text: string, from: number): number {
  let at = from
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1
    if (text[at] !== '#') return at
    at = endOfLine(text, at)
  }
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

/** Before the line break. */
export function endOfLine(text: string, from: number): number {
  const lineBreak = /\r?\n/g
  lineBreak.lastIndex = from
  return lineBreak.exec(text)?.index ?? text.length
}
