/** Puts the entry into a TOML file as the table `[container.ultragit]` and takes it out again. Touches nothing else. */
import type { EntryValue } from '../../hosts/host.ts'
import { type ConfigEditor, type Entry, entryName } from '../config-editor.ts'
import { TextProblem } from '../text-problem.ts'
import { endOfLine, scanToml, type TomlHeader, type TomlPair, type TomlStatement } from './scan-toml.ts'

export const tomlEditor: ConfigEditor = { setEntry, removeEntry, findBeyondPlain: () => undefined }

function setEntry(text: string, container: string, entry: Entry): string {
  const table = tableIn(text, container)
  if (table === undefined) return checked(appendTable(text, container, entry), text)
  const kept = dropContradictions(text, container, entry)
  const done = Object.entries(entry.keys).reduce(
    (next, [key, value]) => setKey(next, container, key, value),
    kept,
  )
  return checked(done, text)
}

function removeEntry(text: string, container: string): string | undefined {
  const statements = editableStatements(text, container)
  const at = statements.findLastIndex(
    (one) => one.kind === 'header' && isEntry(one.path.slice(0, 2), container),
  )
  const header = statements[at]
  if (header === undefined) return text
  const end = endOfLine(text, endOfTable(statements, at))
  const left = text.slice(0, cutFrom(text, header.start, end)) + text.slice(afterLineBreak(text, end))
  return /^\ufeff?\s*$/.test(left) ? undefined : removeEntry(left, container)
}

interface Table {
  readonly header: TomlHeader
  readonly pairs: readonly TomlPair[]
}

function tableIn(text: string, container: string): Table | undefined {
  const statements = editableStatements(text, container)
  const at = statements.findIndex((one) => one.kind === 'header' && isEntry(one.path, container))
  const header = statements[at]
  if (header?.kind !== 'header') return undefined
  const next = statements.findIndex((one, index) => index > at && one.kind === 'header')
  const pairs = statements.slice(at + 1, next === -1 ? undefined : next)
  return { header, pairs: pairs.filter((one) => one.kind === 'pair') }
}

/** Other ways to write the same table are legal, but an edit of them could not leave the rest alone. */
function editableStatements(text: string, container: string): TomlStatement[] {
  const statements = scanToml(text)
  let table: readonly string[] = []
  for (const statement of statements) {
    const path = statement.kind === 'header' ? statement.path : [...table, ...statement.path]
    if (statement.kind === 'header') table = statement.path
    const inline =
      statement.kind === 'header'
        ? statement.list && (path.length === 1 || isEntry(path, container))
        : table.length < 2 && (path.length === 1 || isEntry(path.slice(0, 2), container))
    if (path[0] === container && inline)
      throw new TextProblem(
        statement.start,
        `'${path.slice(0, 2).join('.')}' must be written as a table: [${container}.${entryName}]`,
      )
  }
  return statements
}

function isEntry(path: readonly string[], container: string): boolean {
  return path.length === 2 && path[0] === container && path[1] === entryName
}

/**
 * A blank line before the table, unless the last line is not ended: so its removal can tell which of the two
 * it was, and give the very same bytes back.
 */
function appendTable(text: string, container: string, entry: Entry): string {
  const eol = eolOf(text)
  const lines = [
    `[${container}.${entryName}]`,
    ...Object.entries(entry.keys).map(([key, value]) => pairText(key, value)),
  ]
  const gap = /^\ufeff?$/.test(text) ? '' : eol
  return text + gap + lines.map((line) => line + eol).join('')
}

/** Where the removal of a table begins: with the line break `appendTable` put before it, if that is there. */
function cutFrom(text: string, start: number, end: number): number {
  const before = text.slice(0, start)
  const lineBreak = /\r?\n$/.exec(before)?.[0].length ?? 0
  const blankLine = /(?:^\ufeff?|\n)\r?\n$/.test(before)
  const last = /^\s*$/.test(text.slice(end))
  return blankLine || last ? start - lineBreak : start
}

function dropContradictions(text: string, container: string, entry: Entry): string {
  const values = entryValues(text, container)
  const wrong = tableIn(text, container)?.pairs.find(({ path: [key = '', ...deeper] }) => {
    return deeper.length === 0 && !Object.hasOwn(entry.keys, key) && entry.contradicts(key, values[key])
  })
  if (wrong === undefined) return text
  const lineStart = text.lastIndexOf('\n', wrong.start) + 1
  const next = text.slice(0, lineStart) + text.slice(afterLineBreak(text, endOfLine(text, wrong.end)))
  return dropContradictions(next, container, entry)
}

function setKey(text: string, container: string, key: string, value: EntryValue): string {
  const table = tableIn(text, container)
  if (table === undefined) throw new TypeError('the table went away')
  const old = table.pairs.find(({ path }) => path.length === 1 && path[0] === key)
  if (old !== undefined) {
    if (Bun.deepEquals(entryValues(text, container)[key], value)) return text
    return text.slice(0, old.valueStart) + valueText(value) + text.slice(old.end)
  }
  const at = endOfLine(text, (table.pairs.at(-1) ?? table.header).end)
  return text.slice(0, at) + eolOf(text) + pairText(key, value) + text.slice(at)
}

/** The entry as the file's reader sees it. */
function entryValues(text: string, container: string): Readonly<Record<string, unknown>> {
  // The table is known to be there: its header was found.
  const document = Bun.TOML.parse(text) as Record<string, Record<string, Record<string, unknown>>>
  return document[container]?.[entryName] ?? {}
}

/** An edit that a reader would refuse must not be written: it means the file says something unusual. */
function checked(after: string, before: string): string {
  if (after === before) return before
  try {
    scanToml(after)
    return after
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error
    throw new TextProblem(Math.min(error.offset, before.length), `no room for the entry: ${error.message}`)
  }
}

function endOfTable(statements: readonly TomlStatement[], at: number): number {
  const next = statements.findIndex((one, index) => index > at && one.kind === 'header')
  const last = statements[(next === -1 ? statements.length : next) - 1]
  return last?.end ?? 0
}

function afterLineBreak(text: string, at: number): number {
  return at + (/^\r?\n/.exec(text.slice(at, at + 2))?.[0].length ?? 0)
}

function eolOf(text: string): string {
  return /\r\n|\n/.exec(text)?.[0] ?? '\n'
}

function pairText(key: string, value: EntryValue): string {
  return `${key} = ${valueText(value)}`
}

function valueText(value: EntryValue): string {
  return typeof value === 'string' ? basicString(value) : `[${value.map(basicString).join(', ')}]`
}

/** JSON's escapes are TOML's too; only the delete character must be escaped as well. */
function basicString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\u007f')
}
