/**
 * The JSON documents of a note. git joins documents with newlines, blank lines or nothing at all, and a broken one
 * must not take its neighbours along: after a document that cannot be read we go on at the next place that looks
 * like the start of one.
 */
import { messageOf } from '../../base/errors.ts'
import { parseJson } from '../parse-json.ts'
import type { NoteProblems } from './note-problems.ts'
import { repairJson } from './repair-json.ts'

/** Objects nested deeper than this are no annotation, and would overflow whoever walks them. */
const deepest = 100

export function splitDocuments(text: string, problems: NoteProblems): readonly unknown[] {
  const whole = wholeDocument(text)
  return whole === undefined ? splitSeveral(text, problems) : [whole]
}

/** Nearly every note is one document and nothing else, and need not be looked through for its end. */
function wholeDocument(text: string): unknown {
  if (text.charCodeAt(0) !== 0x7b || isNestedTooDeep(text)) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function splitSeveral(text: string, problems: NoteProblems): readonly unknown[] {
  const documents = new Map<string, unknown>() // by source: exact duplicates are one document
  let work = 16 * text.length + 4_194_304 // hostile input could make every resynchronisation scan to the end
  let inBroken = false
  let at = skipBlank(text, 0)
  while (at < text.length) {
    const { end, scanned } = text[at] === '{' ? findEnd(text, at) : nothing
    work -= scanned
    const source = text.slice(at, end ?? at)
    const document = end === undefined ? undefined : parseDocument(source)
    if (end !== undefined && document !== undefined && !(inBroken && !looksLikeAnnotation(document.value))) {
      for (const fix of document.fixes) problems.repaired(`repaired ${fix}`)
      documents.set(source, document.value)
      inBroken = false
      at = skipBlank(text, end)
      continue
    }
    if (!inBroken)
      problems.malformed(text[at] === '{' ? whyBroken(source) : 'text that is not a JSON document')
    inBroken = true
    at = work > 0 ? nextStart(text, at + 1) : text.length
  }
  return [...documents.values()]
}

function skipBlank(text: string, at: number): number {
  let next = at
  while (next < text.length && text.charCodeAt(next) <= 0x20) next++
  return next
}

/** Where a document probably starts: a brace first on its line, or one followed by the schema. */
function nextStart(text: string, from: number): number {
  const start = /^[ \t]*\{|\{\s*"\$?schema"\s*:/gm
  start.lastIndex = from
  const found = start.exec(text)
  return found === null ? text.length : found.index + found[0].indexOf('{')
}

const nothing = { end: undefined, scanned: 0 } as const

/** `end`: one past the bracket that closes the document; undefined when it is never closed or nested too deep. */
function findEnd(text: string, start: number): { end: number | undefined; scanned: number } {
  let depth = 0
  let inString = false
  let at = start
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === 0x5c) at++
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > deepest) break
    } else if (unit === 0x7d || unit === 0x5d) {
      if (--depth === 0) return { end: at + 1, scanned: at + 1 - start }
    }
  }
  return { end: undefined, scanned: at - start }
}

/** Of a text that is one whole document. */
export function isNestedTooDeep(text: string): boolean {
  return hasMoreBrackets(text, deepest) && findEnd(text, skipBlank(text, 0)).end === undefined
}

/** Counted wherever they stand, also inside strings: few brackets cannot be deep, and most notes have few. */
function hasMoreBrackets(text: string, most: number): boolean {
  let count = 0
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++count > most) return true
  return false
}

function parseDocument(source: string): { value: unknown; fixes: readonly string[] } | undefined {
  try {
    return { value: parseJson(source), fixes: [] }
  } catch {
    const repair = repairJson(source)
    try {
      return { value: parseJson(repair.text), fixes: repair.fixes }
    } catch {
      return undefined
    }
  }
}

function whyBroken(source: string): string {
  if (source === '') return 'a document that is never closed or nested too deep'
  try {
    parseJson(repairJson(source).text)
    return 'a document that is not an annotation'
  } catch (error) {
    return `invalid JSON: ${messageOf(error)
      .replace(/^JSON Parse error: /, '')
      .slice(0, 80)
      .replace(/[\p{C}]/gu, '?')}`
  }
}

/** Inside a broken document every inner object looks like a start; only a whole annotation is one. */
function looksLikeAnnotation(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['$schema', 'schema', 'regions'].some((key) => Object.hasOwn(value, key))
  )
}
