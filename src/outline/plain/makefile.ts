/** Makefiles: targets with their recipes, canned recipes and plain variables. */
import type { PlainLanguage } from '../language.ts'
import { oneLine } from '../signature.ts'
import type { Unit, UnitKind } from '../unit.ts'
import { sourceLines } from './source-lines.ts'

export const makefile: PlainLanguage = {
  id: 'makefile',
  extensions: ['mk', 'mak', 'make'],
  filenames: ['Makefile', 'makefile', 'GNUmakefile', 'BSDmakefile', 'Makefile.am', 'Makefile.in'],
  interpreters: ['make'],
  outline: outlineMakefile,
}

const define = /^\s*(?:(?:override|export)\s+)*define\s+([^\s=:+?]+)/
const endOfDefine = /^\s*endef\b/
const assignment = /^\s*(?:(?:export|override|private)\s+)*([\w.-]+)\s*(?:\?|!|:{1,3})?=/
const targetVariable = /^\s*(?:(?:export|override|private)\s+)*[\w.-]+\s*(?:[?!+]|:{1,3})?=/
const directive = /^\s*(?:-?include|sinclude|ifn?eq|ifn?def|else|endif|vpath|undefine|unexport|export)\b/
const conditional = /^\s*(?:ifn?eq|ifn?def|else|endif)\b/
/** Targets with a meaning of their own to make; nobody asks about them. */
const special = /^\.[A-Z_]+$/

function outlineMakefile(text: string): Unit[] {
  const lines = sourceLines(text)
  const units: Unit[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const end = endOfLogicalLine(lines, at)
    const logical = lines
      .slice(at, end + 1)
      .join('\n')
      .replaceAll(/\\\n/g, ' ')
    if (line.startsWith('\t') || /^\s*(?:#|$)/.test(line)) at = end + 1
    else at = readStatement(units, lines, { at, end, logical })
  }
  return units
}

interface Statement {
  readonly at: number
  readonly end: number
  /** With continued lines joined. */
  readonly logical: string
}

/** Adds what the statement defines; returns the line after it. */
function readStatement(units: Unit[], lines: readonly string[], { at, end, logical }: Statement): number {
  const add = (kind: UnitKind, name: string, signature: string, last: number): void => {
    units.push({ kind, name, signature: oneLine(signature), lines: { start: at + 1, end: last + 1 } })
  }
  const canned = define.exec(logical)?.[1]
  if (canned !== undefined) {
    let last = end + 1
    while (last < lines.length - 1 && !endOfDefine.test(lines[last] ?? '')) last++
    last = Math.min(last, lines.length - 1)
    add('function', canned, logical, last)
    return last + 1
  }
  const variable = assignment.exec(logical)?.[1]
  if (variable !== undefined) {
    add('constant', variable, end > at ? (logical.split('=', 1)[0] ?? '') : logical, end)
    return end + 1
  }
  const rule = directive.test(logical) ? undefined : readRule(logical)
  if (rule === undefined) return end + 1
  const last = endOfRecipe(lines, end)
  for (const target of rule.targets) if (!special.test(target)) add('function', target, rule.head, last)
  return last + 1
}

interface Rule {
  readonly targets: readonly string[]
  readonly head: string
}

const openers = '({'
const closers = ')}'
const longestTarget = 200

/** `targets: prerequisites`; the colon of `$(SRC:.c=.o)` is none, nor that of a variable for one target. */
function readRule(logical: string): Rule | undefined {
  let depth = 0
  let colon = -1
  for (let at = 0; at < logical.length && colon < 0; at++) {
    const char = logical.charAt(at)
    if (openers.includes(char)) depth++
    else if (closers.includes(char)) depth--
    else if (depth === 0 && (char === '=' || char === '#')) return undefined
    else if (depth === 0 && char === ':') colon = at
  }
  const behind = logical.slice(colon).replace(/^:+/, '')
  if (colon < 0 || behind.startsWith('=') || targetVariable.test(behind)) return undefined
  const targets = words(logical.slice(0, colon)).filter(({ length }) => length <= longestTarget)
  return { targets, head: logical.replace(/[;#][\s\S]*$/, '') }
}

/** Split at blanks outside `$(…)`. */
function words(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const char = text.charAt(at)
    if (openers.includes(char) && char !== '') depth++
    else if (closers.includes(char) && char !== '') depth--
    else if (at === text.length || (depth <= 0 && /\s/.test(char))) {
      if (at > from) found.push(text.slice(from, at))
      from = at + 1
    }
  }
  return found
}

function endOfLogicalLine(lines: readonly string[], start: number): number {
  let end = start
  while (end + 1 < lines.length && /(?:^|[^\\])(?:\\\\)*\\$/.test((lines[end] ?? '').slice(-64))) end++
  return end
}

/** The last recipe line; blanks, comments and conditionals count when a recipe line follows them. */
function endOfRecipe(lines: readonly string[], rule: number): number {
  let last = rule
  let at = rule + 1
  let openConditionals = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.startsWith('\t')) {
      last = endOfLogicalLine(lines, at)
      at = last
    } else if (conditional.test(line)) {
      if (/^\s*if/.test(line)) openConditionals++
      else if (/^\s*endif/.test(line) && --openConditionals === 0 && last > rule) last = at
      if (openConditionals < 0) break
    } else if (!/^\s*(?:#|$)/.test(line)) break
    at++
  }
  return last
}
