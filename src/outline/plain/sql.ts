/** SQL: what `create` statements create, in the dialects people keep in repositories. */
import type { PlainLanguage } from '../language.ts'
import { oneLine } from '../signature.ts'
import type { Unit } from '../unit.ts'
import { SqlBlocks } from './sql-blocks.ts'
import { type Created, readCreated } from './sql-created.ts'
import { type SqlToken, SqlTokens } from './sql-tokens.ts'

export const sql: PlainLanguage = {
  id: 'sql',
  extensions: ['sql', 'ddl', 'pgsql', 'psql', 'plsql', 'mysql'],
  outline: outlineSql,
}

interface Reading {
  readonly text: string
  readonly tokens: SqlTokens
  /** Offsets must come in order. */
  readonly lineAt: (offset: number) => number
  readonly units: Unit[]
}

function outlineSql(text: string): Unit[] {
  const tokens = new SqlTokens(text)
  const reading: Reading = { text, tokens, lineAt: lineCounter(text), units: [] }
  for (let first = tokens.next(); first !== undefined; first = tokens.next()) {
    const word = wordOf(first)
    const created = word === 'create' ? readCreated(tokens) : undefined
    if (word === 'delimiter') tokens.readDelimiter()
    else if (created !== undefined) readStatement(reading, first, created)
    else if (!endsStatement(reading, first)) skipStatement(reading, word)
  }
  return reading.units
}

function readStatement(reading: Reading, first: SqlToken, { creation, name }: Created): void {
  const { text, tokens, lineAt } = reading
  const blocks = new SqlBlocks()
  let bodyAt: number | undefined
  let end = tokens.at
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    const word = wordOf(token)
    if (startsNext(reading, token)) break
    const { outside } = blocks
    if (creation.routine) blocks.take(token, word)
    if (endsStatement(reading, token) && (word !== ';' || blocks.closed)) {
      if (word === ';') end = token.end
      break
    }
    if (outside && creation.body.includes(word)) bodyAt ??= token.start
    end = token.end
  }
  const lines = { start: lineAt(first.start), end: lineAt(end - 1) }
  const head = text.slice(first.start, Math.min(bodyAt ?? end, first.start + longestHead))
  reading.units.push({ kind: creation.kind, name, signature: oneLine(head), lines })
}

const longestHead = 8192

function wordOf(token: SqlToken): string {
  if (token.kind === 'word') return token.text.toLowerCase()
  return token.kind === 'mark' ? token.text : ''
}

/** A semicolon, what `delimiter` made of it, or a line with only `go` or `/`. */
function endsStatement({ text, tokens }: Reading, token: SqlToken): boolean {
  if (token.kind === 'mark' && token.text === tokens.delimiter) return true
  if (!/^(?:go|\/)$/.test(wordOf(token))) return false
  return startsLine(text, token.start) && /^[ \t\r]*(?:\n|$)/.test(text.slice(token.end, token.end + 80))
}

function startsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n'
}

/** A forgotten semicolon must not swallow the rest: `create` at the start of a line begins a statement. */
function startsNext({ text, tokens }: Reading, token: SqlToken): boolean {
  const starts = wordOf(token) === 'create' && startsLine(text, token.start)
  if (starts) tokens.at = token.start
  return starts
}

function skipStatement(reading: Reading, first: string): void {
  const { text, tokens } = reading
  let previous = ''
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (startsNext(reading, token)) return
    if (endsStatement(reading, token)) break
    previous = wordOf(token)
  }
  // The data of `copy … from stdin` follows its statement and ends with a line of its own.
  if (first !== 'copy' || previous !== 'stdin') return
  const end = text.indexOf('\n\\.', tokens.at)
  tokens.at = end < 0 ? text.length : end + 3
}

function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let from = 0
  return (offset) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line++
      from = at + 1
    }
    return line
  }
}
