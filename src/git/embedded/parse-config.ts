/** The syntax of git's configuration files. */
import { UltragitError } from '../../base/errors.ts'

export interface ConfigSetting {
  /** Section and name in lower case, subsection as written. */
  readonly key: string
  /** Undefined for a name without `=`. */
  readonly value: string | undefined
}

/** `file` is only for the message: a malformed line throws `config_invalid` and names both. */
export function parseConfig(text: string, file: string): ConfigSetting[] {
  const reader = new ConfigReader(text, file)
  const settings: ConfigSetting[] = []
  let section = ''
  for (let char = reader.next(); char !== undefined; char = reader.next()) {
    if (isSpace(char)) continue
    if (isCommentStart(char)) reader.skipLine()
    else if (char === '[') section = reader.section()
    else if (/[a-z]/i.test(char)) settings.push(reader.setting(section, char))
    else throw reader.malformed()
  }
  return settings
}

/** `Section.Sub.Section.Name` with section and name in lower case; undefined when it is no key. */
export function normaliseKey(key: string): string | undefined {
  const first = key.indexOf('.')
  const last = key.lastIndexOf('.')
  const name = key.slice(last + 1)
  if (first <= 0 || !/^[a-z][a-z0-9-]*$/i.test(name) || key.includes('\n')) return undefined
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase()
}

const escapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', '\\': '\\', '"': '"' }

/** Reads character by character, because comments, quotes and continued lines mean something different in each place. */
class ConfigReader {
  readonly #text: string
  readonly #file: string
  #at: number
  #line = 1
  #lineOfLast = 1

  constructor(text: string, file: string) {
    this.#text = text
    this.#file = file
    this.#at = text.startsWith('\ufeff') ? 1 : 0
  }

  /** The next character with CR LF as one LF; undefined at the end. */
  next(): string | undefined {
    this.#lineOfLast = this.#line
    if (this.#text.startsWith('\r\n', this.#at)) this.#at++
    const char = this.#text[this.#at]
    if (char === undefined) return undefined
    this.#at++
    if (char === '\n') this.#line++
    return char
  }

  skipLine(): void {
    for (let char = this.next(); char !== undefined && char !== '\n'; char = this.next());
  }

  /** After `[`: gives `section.` or `section.Sub.`, the start of its keys. */
  section(): string {
    let name = ''
    for (;;) {
      const char = this.next()
      if (char === undefined) throw this.malformed()
      if (char === ']') return `${name}.`
      if (isSpace(char)) return `${name}.${this.#subsection(char)}.`
      if (!/[a-z0-9.-]/i.test(char)) throw this.malformed()
      name += char.toLowerCase()
    }
  }

  #subsection(space: string): string {
    let char: string | undefined = space
    while (char !== undefined && isSpace(char)) {
      if (char === '\n') throw this.malformed()
      char = this.next()
    }
    if (char !== '"') throw this.malformed()
    let name = ''
    for (;;) {
      char = this.next()
      if (char === '"') break
      if (char === '\\') char = this.next()
      if (char === undefined || char === '\n') throw this.malformed()
      name += char
    }
    if (this.next() !== ']') throw this.malformed()
    return name
  }

  setting(section: string, first: string): ConfigSetting {
    let name = first
    let char = this.next()
    while (char !== undefined && /[a-z0-9-]/i.test(char)) {
      name += char
      char = this.next()
    }
    while (char === ' ' || char === '\t') char = this.next()
    const key = section + name.toLowerCase()
    if (char === '\n' || char === undefined) return { key, value: undefined }
    if (char !== '=') throw this.malformed()
    return { key, value: this.#value() }
  }

  /** Blanks outside quotes count only between two words; a backslash at the end goes on with the next line. */
  #value(): string {
    let value = ''
    let blanks = ''
    let quoted = false
    for (;;) {
      const char = this.next()
      if (char === undefined || char === '\n') {
        if (quoted) throw this.malformed()
        return value
      }
      if (!quoted && isSpace(char)) {
        if (value !== '') blanks += ' '
        continue
      }
      if (!quoted && isCommentStart(char)) {
        this.skipLine()
        return value
      }
      value += blanks
      blanks = ''
      if (char === '"') quoted = !quoted
      else value += char === '\\' ? this.#escape() : char
    }
  }

  #escape(): string {
    const char = this.next() ?? '\n'
    if (char === '\n') return ''
    const meant = escapes[char]
    if (meant === undefined) throw this.malformed()
    return meant
  }

  malformed(): UltragitError {
    return new UltragitError(
      'config_invalid',
      `bad config line ${this.#lineOfLast} in file '${this.#file}'`,
      {
        hint: 'git config --edit',
      },
    )
  }
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r'
}

function isCommentStart(char: string): boolean {
  return char === '#' || char === ';'
}
