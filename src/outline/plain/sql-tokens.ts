/** SQL as tokens: what is inside strings, comments and dollar quotes is never taken for a word. */

export type SqlToken =
  | { readonly kind: 'word'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'quoted'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'string'; readonly start: number; readonly end: number }
  | { readonly kind: 'mark'; readonly text: string; readonly start: number; readonly end: number }

const blank = /(?:[\s\ufeff]+|--[^\n]*)+/y
const word = /[\p{L}_@#][\p{L}\p{N}_$@#]*/uy
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
const restOfLine = /[^\n]*/y
const commentMark = /\/\*|\*\//g

export class SqlTokens {
  readonly #text: string
  at = 0
  /** What ends a statement. */
  delimiter = ';'

  constructor(text: string) {
    this.#text = text
  }

  /** Undefined at the end of the text. An unclosed string or comment runs to there. */
  next(): SqlToken | undefined {
    this.#skipBlanks()
    const start = this.at
    const text = this.#text
    const char = text.charAt(start)
    if (char === '') return undefined
    if (text.startsWith(this.delimiter, start)) {
      this.at += this.delimiter.length
      return { kind: 'mark', text: this.delimiter, start, end: this.at }
    }
    if ((char === 'e' || char === 'E') && text[start + 1] === "'") return this.#string(start + 1, true)
    if (char === "'") return this.#string(start, false)
    if (char === '"' || char === '`') return this.#quoted(char)
    const tag = char === '$' ? match(dollarTag, text, start) : undefined
    if (tag !== undefined) {
      const close = text.indexOf(tag, start + tag.length)
      this.at = close < 0 ? text.length : close + tag.length
      return { kind: 'string', start, end: this.at }
    }
    // A delimiter such as `$$` may touch the word before it.
    const found = match(word, text, start)?.split(this.delimiter, 1)[0]
    this.at = start + (found?.length ?? 1)
    const kind = found === undefined ? 'mark' : 'word'
    return { kind, text: found ?? char, start, end: this.at }
  }

  /** `[name]` means something only where a name is expected; elsewhere brackets are arrays. */
  nextName(): SqlToken | undefined {
    this.#skipBlanks()
    return this.#text[this.at] === '[' ? this.#quoted(']') : this.next()
  }

  /** The command of mysql's client; the rest of its line is the delimiter. */
  readDelimiter(): void {
    const line = match(restOfLine, this.#text, this.at) ?? ''
    this.at += line.length
    this.delimiter = line.trim().slice(0, 16) || ';'
  }

  #skipBlanks(): void {
    for (;;) {
      this.at += match(blank, this.#text, this.at)?.length ?? 0
      if (!this.#text.startsWith('/*', this.at)) return
      this.#skipComment()
    }
  }

  /** Block comments nest. */
  #skipComment(): void {
    let depth = 0
    commentMark.lastIndex = this.at
    for (let mark = commentMark.exec(this.#text); mark !== null; mark = commentMark.exec(this.#text)) {
      depth += mark[0] === '/*' ? 1 : -1
      if (depth === 0) {
        this.at = commentMark.lastIndex
        return
      }
    }
    this.at = this.#text.length
  }

  #string(quote: number, escapes: boolean): SqlToken {
    const start = this.at
    let end = quote + 1
    for (; end < this.#text.length; end++) {
      if (escapes && this.#text[end] === '\\') end++
      else if (this.#text[end] === "'" && this.#text[++end] !== "'") break
    }
    this.at = Math.min(end, this.#text.length)
    return { kind: 'string', start, end: this.at }
  }

  /** A doubled closing mark stands for itself. */
  #quoted(close: string): SqlToken {
    const start = this.at
    let text = ''
    let from = start + 1
    for (;;) {
      const end = this.#text.indexOf(close, from)
      text += this.#text.slice(from, end < 0 ? undefined : end)
      this.at = end < 0 ? this.#text.length : end + 1
      if (end < 0 || this.#text[end + 1] !== close) return { kind: 'quoted', text, start, end: this.at }
      text += close
      from = end + 2
    }
  }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
