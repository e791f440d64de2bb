/** JSON with comments and trailing commas, as a tree of places in the text: what an editor needs, and no more. */
import { TextProblem } from '../text-problem.ts'

export type JsonNode = JsonObject | JsonArray | JsonScalar

export interface JsonObject {
  readonly kind: 'object'
  readonly start: number
  readonly end: number
  readonly members: readonly JsonMember[]
}

interface JsonArray {
  readonly kind: 'array'
  readonly start: number
  readonly end: number
  readonly items: readonly JsonNode[]
}

interface JsonScalar {
  readonly kind: 'scalar'
  readonly start: number
  readonly end: number
  readonly value: string | number | boolean | null
}

export interface JsonMember {
  readonly key: string
  /** Where the key begins. */
  readonly start: number
  readonly value: JsonNode
  /** Where the comma after it is. */
  readonly comma: number | undefined
}

export interface JsonDocument {
  readonly root: JsonNode
  /** Where the text first leaves plain JSON: a comment or a trailing comma. */
  readonly beyondJson: number | undefined
}

/** Deeper than any settings file; deep enough brackets would exhaust the stack. */
const depthLimit = 500

export function parseJsonc(text: string): JsonDocument {
  return new Parser(text).document()
}

class Parser {
  readonly #text: string
  #at = 0
  #depth = 0
  #beyondJson: number | undefined

  constructor(text: string) {
    this.#text = text
    if (text.startsWith('\ufeff')) this.#at = 1
  }

  document(): JsonDocument {
    this.#skip()
    const root = this.#value()
    this.#skip()
    if (this.#at < this.#text.length) throw this.#problem('unexpected text after the end of the document')
    return { root, beyondJson: this.#beyondJson }
  }

  #value(): JsonNode {
    const char = this.#text[this.#at]
    if (char === '{') return this.#object()
    if (char === '[') return this.#array()
    const start = this.#at
    if (char === '"') return { kind: 'scalar', start, value: this.#string(), end: this.#at }
    const found = this.#match(/(?:true|false|null)\b|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y)
    if (found === undefined) throw this.#problem('expected a value')
    return { kind: 'scalar', start, value: JSON.parse(found), end: this.#at }
  }

  #object(): JsonObject {
    const start = this.#at
    const members = this.#list('}', () => {
      const keyStart = this.#at
      if (this.#text[this.#at] !== '"') throw this.#problem("expected a key in quotes or '}'")
      const key = this.#string()
      this.#skip()
      if (this.#text[this.#at] !== ':') throw this.#problem("expected ':'")
      this.#at += 1
      this.#skip()
      return { key, start: keyStart, value: this.#value() }
    })
    return {
      kind: 'object',
      start,
      end: this.#at,
      members: members.map(({ item, comma }) => ({ ...item, comma })),
    }
  }

  #array(): JsonArray {
    const start = this.#at
    const items = this.#list(']', () => this.#value()).map(({ item }) => item)
    return { kind: 'array', start, end: this.#at, items }
  }

  #list<T>(close: '}' | ']', readItem: () => T): { item: T; comma: number | undefined }[] {
    const found: { item: T; comma: number | undefined }[] = []
    if (++this.#depth > depthLimit) throw this.#problem('nested too deeply')
    this.#at += 1
    this.#skip()
    while (this.#text[this.#at] !== close) {
      const item = readItem()
      this.#skip()
      const comma = this.#text[this.#at] === ',' ? this.#at : undefined
      found.push({ item, comma })
      if (comma === undefined && this.#text[this.#at] !== close)
        throw this.#problem(`expected ',' or '${close}'`)
      if (comma === undefined) break
      this.#at += 1
      this.#skip()
      if (this.#text[this.#at] === close) this.#beyondJson ??= comma
    }
    this.#at += 1
    this.#depth -= 1
    return found
  }

  /** By hand: a regular expression would recurse over strings of megabytes. */
  #string(): string {
    const start = this.#at
    this.#at += 1
    while (this.#text[this.#at] !== '"') {
      const code = this.#text.charCodeAt(this.#at)
      if (Number.isNaN(code)) throw new TextProblem(start, 'unterminated string')
      if (code < 0x20) throw this.#problem('line break or control character in a string')
      if (code !== 0x5c) this.#at += 1
      else if (this.#match(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y) === undefined)
        throw this.#problem('unknown escape in a string')
    }
    this.#at += 1
    return JSON.parse(this.#text.slice(start, this.#at))
  }

  #match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #skip(): void {
    const start = this.#at
    const { end, comments } = skipTrivia(this.#text, start)
    this.#beyondJson ??= comments[0]?.start
    this.#at = end
  }

  #problem(message: string): TextProblem {
    const words = this.#at >= this.#text.length ? `${message}, found the end of the file` : message
    return new TextProblem(this.#at, words)
  }
}

interface Comment {
  readonly start: number
  /** Of a line comment: before the line break. */
  readonly end: number
  readonly line: boolean
}

/** White space and comments from a place between two tokens to the next token. */
export function skipTrivia(text: string, from: number): { end: number; comments: readonly Comment[] } {
  const comments: Comment[] = []
  let at = from
  for (;;) {
    while (/[ \t\r\n]/.test(text[at] ?? '')) at += 1
    const opening = text.slice(at, at + 2)
    if (opening !== '//' && opening !== '/*') return { end: at, comments }
    const end = opening === '//' ? endOfLine(text, at) : text.indexOf('*/', at + 2) + 2
    if (end < at + 2) throw new TextProblem(at, 'unterminated comment')
    comments.push({ start: at, end, line: opening === '//' })
    at = end
  }
}

function endOfLine(text: string, from: number): number {
  const lineBreak = /[\r\n]/g
  lineBreak.lastIndex = from
  return lineBreak.exec(text)?.index ?? text.length
}
