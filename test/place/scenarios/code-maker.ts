/** Functions as people write them, and the edits people make to them. Seeded: the same numbers give the same code. */
import { isSignificant } from '../../../src/base/lines.ts'
import { lastSegment, readCorpus } from '../../annotation/trace/corpus.ts'
import type { Random } from '../../support/random.ts'
import { type Filler, type Fn, type Language, ownName } from './code-tree.ts'

/** A conflict, or a choice the code does not offer: the scenario is dropped and another seed taken. */
export class Unsuitable extends Error {}

interface Template {
  readonly name: string
  readonly holder: string | undefined
  readonly body: readonly string[]
}

const extensions = { rust: 'rs', typescript: 'ts', python: 'py' } as const
const templates = new Map<Language, readonly Template[]>()

export class CodeMaker {
  readonly language: Language
  readonly #random: Random
  readonly #unused: Template[]
  readonly #donors: readonly string[]
  #count = 0

  constructor(language: Language, random: Random) {
    this.language = language
    this.#random = random
    this.#unused = random.shuffle(templatesOf(language))
    this.#donors = templatesOf(language).flatMap(({ body }) => body.filter(isSimple))
  }

  /** A function like no other so far, of 8 to 40 lines; a method where the given one is. */
  fn(like?: Pick<Fn, 'holder'>): Fn {
    const at = this.#unused.findLastIndex(
      ({ holder }) => like === undefined || (holder === undefined) === (like.holder === undefined),
    )
    const [template] = at < 0 ? [] : this.#unused.splice(at, 1)
    if (template === undefined) throw new Unsuitable('the corpus has no more functions')
    const { name, holder } = template
    let { body } = template
    // Two of them in one make the long ones; no line is used twice.
    const other = this.#random.chance(0.25) && this.#unused.length > 15 ? this.#unused.pop() : undefined
    if (other !== undefined)
      body = [...body.slice(0, 1), ...this.#statements(other, body[1] ?? ''), ...body.slice(1)]
    return { id: this.freshId(), name, holder, body }
  }

  freshId(): number {
    this.#count += 1
    return this.#count
  }

  freshName(): string {
    const word = this.#random.pick(['compute', 'prepare', 'resolve', 'gather', 'refine', 'settle', 'arrange'])
    const number = this.freshId()
    return this.language === 'typescript' ? `${word}Step${number}` : `${word}_step_${number}`
  }

  path(): string {
    const folder = this.#random.pick(['src', 'src/core', 'lib'])
    return `${folder}/part${this.freshId()}.${extensions[this.language]}`
  }

  filler(): Filler {
    const [a, b] = [this.freshId(), this.#random.int(1, 99)]
    const word = this.#random.pick(['limit', 'window', 'margin', 'budget'])
    if (this.language === 'rust')
      return { text: [`use crate::unit${a}::*;`, `const ${word.toUpperCase()}_${a}: u32 = ${b};`] }
    if (this.language === 'python') return { text: [`import unit${a}`, `${word.toUpperCase()}_${a} = ${b}`] }
    return { text: [`import { ${word}${a} } from './unit${a}.ts'`, `const ${word}${a}Top = ${b}`] }
  }

  /** An edit of about this share of its lines; at least one line is new afterwards. */
  edit(fn: Fn, share: number): Fn {
    const random = this.#random
    const body = [...fn.body]
    const places = body.flatMap((line, at) => (at > 0 && isSimple(line) ? [at] : []))
    const count = Math.max(1, Math.round(body.length * share))
    const chosen = random
      .shuffle(places)
      .slice(0, count)
      .sort((a, b) => b - a)
    for (const [step, at] of chosen.entries()) {
      const line = body[at] ?? ''
      const kind = step === 0 ? random.int(0, 2) : random.int(0, 3)
      if (kind === 0) body[at] = this.#reword(line)
      else if (kind === 1) body[at] = indentOf(line) + this.#reword(random.pick(this.#donors).trim())
      else if (kind === 2) body.splice(at, 0, indentOf(line) + this.#reword(random.pick(this.#donors).trim()))
      else if (!/[:{]$/.test(body[at - 1] ?? '')) body.splice(at, 1)
    }
    if (chosen.length === 0)
      body.splice(1, 0, `${indentOf(body[1] ?? '    x')}${this.#reword('value = other')}`)
    return { ...fn, body }
  }

  /** Whitespace only: another indent, blank lines, spaces at brackets, long lines broken. */
  reformat(fn: Fn): Fn {
    const random = this.#random
    const wide = random.chance(0.5)
    let breaks = random.int(0, 3)
    const body = fn.body.flatMap((line, at) => {
      const indent = indentOf(line)
      const deeper = wide ? indent + indent : '\t'.repeat(Math.ceil(indent.length / 4))
      const text = random.chance(0.3) ? line.trim().replace(/\((?=\w)/, '( ') : line.trim()
      const comma = at > 0 && isSimple(line) ? text.indexOf(', ', text.indexOf('(')) : -1
      const isBreakable = breaks > 0 && text.includes('(') && comma > 0 && comma < text.lastIndexOf(')')
      if (isBreakable && random.chance(0.5)) {
        breaks -= 1
        return [deeper + text.slice(0, comma + 1), `${deeper}    ${text.slice(comma + 2)}`]
      }
      return at > 0 && random.chance(0.1) ? ['', deeper + text] : [deeper + text]
    })
    return { ...fn, body }
  }

  #statements({ body }: Template, beside: string): string[] {
    return body.filter(isSimple).map((line) => indentOf(beside) + line.trim())
  }

  /** A line that no other line equals, with the shape of the given one. */
  #reword(line: string): string {
    const words = (line.match(/[a-z_]\w{2,}/gi) ?? []).filter((word) => !keywords.has(word))
    const fresh = `${this.#random.pick(['next', 'inner', 'cached', 'pending'])}${this.freshId()}`
    if (words.length === 0) return `${line} ${this.language === 'python' ? '#' : '//'} ${fresh}`
    return line.replace(this.#random.pick(words), fresh)
  }
}

const keywords = new Set(
  'let mut const var for while loop match return await async yield raise throw new not and else elif import from del with lambda global assert'.split(
    ' ',
  ),
)

function templatesOf(language: Language): readonly Template[] {
  const known = templates.get(language)
  if (known !== undefined) return known
  const read = readCorpus(language).map(({ name, text }) => {
    const own = lastSegment(name)
    const holder = name === own ? undefined : name.slice(0, name.length - own.length).replace(/::$|\.$/, '')
    const word = new RegExp(`(?<![\\w.])${own}\\b`, 'g')
    return {
      name: own,
      holder,
      body: text
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(word, ownName)),
    }
  })
  templates.set(language, read)
  return read
}

/** A statement that can go, come or change without the rest falling apart. */
function isSimple(line: string): boolean {
  if (!isSignificant(line) || /[{}]|:\s*$|"""|^\S|^\s*(case|default|else|elif|except|\.|=>|\)|\])/.test(line))
    return false
  return (
    balance(line, '(', ')') &&
    balance(line, '[', ']') &&
    !/[,([=+]$|\b(return|pass|break|continue|yield)\b/.test(line)
  )
}

function balance(line: string, open: string, close: string): boolean {
  return line.split(open).length === line.split(close).length
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? ''
}
