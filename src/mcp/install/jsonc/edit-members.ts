/**
 * Edits of one member of one object. Every other byte of the text stays: comments, order, indentation, trailing commas.
 * `removeMember` takes back exactly what `insertMember` put in: both count white space as belonging to what follows it, and
 * comments to nobody.
 */
import type { JsonValue } from './json-value.ts'
import { type JsonMember, type JsonNode, type JsonObject, skipTrivia } from './parse-jsonc.ts'
import { type Manner, printJson } from './print-json.ts'

/** Adds a last member. */
export function insertMember(text: string, object: JsonObject, key: string, value: JsonValue): string {
  const manner = mannerOf(text)
  const indent = memberIndent(text, object, manner)
  const member = `${JSON.stringify(key)}: ${printJson(value, indent, manner)}`
  if (isBare(text, object)) {
    const inner = manner.eol + indent + member + manner.eol + indentAt(text, object.start)
    return splice(text, [object.start + 1, object.end - 1, inner])
  }
  const last = object.members.at(-1)
  const from =
    last === undefined ? object.start + 1 : last.comma === undefined ? last.value.end : last.comma + 1
  const { at, afterLineComment } = endOfSameLine(text, from)
  const oneLine = !/[\r\n]/.test(text.slice(object.start, firstToken(object))) && !afterLineComment
  const gap = text.slice(object.start + 1, firstToken(object)).match(/^[ \t]*/)?.[0] ?? ''
  const needsComma = last !== undefined && last.comma === undefined
  const fresh = oneLine ? gap + compact(key, value) : manner.eol + indent + member
  return splice(
    text,
    [from, from, needsComma ? ',' : ''],
    [at, at, last?.comma === undefined ? fresh : `${fresh},`],
  )
}

export function removeMember(text: string, object: JsonObject, member: JsonMember): string {
  const before = object.members[object.members.indexOf(member) - 1]
  const tokenEnd = before?.comma === undefined ? object.start + 1 : before.comma + 1
  const start = skipTrivia(text, tokenEnd).comments.at(-1)?.end ?? tokenEnd
  const comma = member.comma ?? before?.comma
  const cuts: Edit[] = [[start, member.value.end, '']]
  if (comma !== undefined) cuts.push([comma, comma + 1, ''])
  const left = splice(text, ...cuts)
  if (object.members.length > 1) return left
  // Nothing but white space between the braces: that was ours too.
  const inner = left.slice(object.start + 1, object.end - (text.length - left.length) - 1)
  return /^\s*$/.test(inner) ? splice(left, [object.start + 1, object.start + 1 + inner.length, '']) : left
}

export function replaceValue(text: string, node: JsonNode, value: JsonValue): string {
  return splice(text, [node.start, node.end, printJson(value, indentAt(text, node.start), mannerOf(text))])
}

/** No members and no comments. */
export function isBare(text: string, object: JsonObject): boolean {
  return /^\{\s*\}$/.test(text.slice(object.start, object.end))
}

type Edit = readonly [start: number, end: number, text: string]

/** Edits at one place keep their order. */
function splice(text: string, ...edits: readonly Edit[]): string {
  let done = ''
  let at = 0
  for (const [start, end, fresh] of edits.toSorted(([a], [b]) => a - b)) {
    done += text.slice(at, start) + fresh
    at = end
  }
  return done + text.slice(at)
}

/** After the comments that stand on the same line: they speak of what is before them. */
function endOfSameLine(text: string, from: number): { at: number; afterLineComment: boolean } {
  let at = from
  for (const comment of skipTrivia(text, from).comments) {
    if (/[\r\n]/.test(text.slice(at, comment.start))) break
    at = comment.end
    if (comment.line) return { at, afterLineComment: true }
  }
  return { at, afterLineComment: false }
}

/** Where the first member begins, else the closing brace. */
function firstToken(object: JsonObject): number {
  return object.members[0]?.start ?? object.end - 1
}

function compact(key: string, value: JsonValue): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`
}

function memberIndent(text: string, object: JsonObject, manner: Manner): string {
  const first = object.members[0]
  const ownLine = first !== undefined && /(?:^|[\r\n])\ufeff?[ \t]*$/.test(text.slice(0, first.start))
  return ownLine ? indentAt(text, first.start) : indentAt(text, object.start) + manner.unit
}

/** White space at the beginning of the line a place is on. */
function indentAt(text: string, at: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, at))?.[0] ?? ''
}

/** The line break and the indentation the file uses first; two spaces where it shows none. */
export function mannerOf(text: string): Manner {
  const eol = /\r\n|\n/.exec(text)?.[0] ?? '\n'
  const unit = /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  '
  return { unit, eol }
}
