/** Words of a command line told apart: flags with their values by full name, and plain words. Judges nothing else. */
import { UltragitError } from '../base/errors.ts'
import { nearestNames } from '../base/nearest-names.ts'
import type { Argument, ArgumentTable } from './command.ts'

export interface SplitWords {
  /** Every value a flag was given, in order; `--no-name` gives false. */
  readonly values: ReadonlyMap<string, readonly (string | boolean)[]>
  readonly words: readonly string[]
  /** The first mistake. The rest is split all the same, so that `--help` and `--format json` still count. */
  readonly problem: UltragitError | undefined
}

interface SplitOptions {
  readonly flags: ArgumentTable
  /** Leave everything from the first plain word on alone: it names a command that knows its own flags. */
  readonly stopAtWord?: true
  /** False: flags that are not known are passed over, for they are another's. */
  readonly judge?: boolean
}

export function splitWords(
  line: readonly string[],
  { flags, stopAtWord, judge = true }: SplitOptions,
): SplitWords {
  const values = new Map<string, (string | boolean)[]>()
  const words: string[] = []
  let problem: UltragitError | undefined
  for (let at = 0; at < line.length; at++) {
    const word = line[at] ?? ''
    if (word === '--') {
      words.push(...line.slice(at + 1))
      break
    }
    const typed = typedFlag(word)
    if (typed === undefined) {
      words.push(...(stopAtWord ? line.slice(at) : [word]))
      if (stopAtWord) break
      continue
    }
    const flag = flagNamed(typed.name, flags)
    if (flag === undefined && !judge) continue
    const given =
      flag === undefined ? unknownFlag(word, flags) : takeValue(flag, typed.value, line[at + 1], flags)
    if (given instanceof UltragitError) {
      problem ??= given
      continue
    }
    if (given.fromNextWord) at += 1
    values.set(given.name, [...(values.get(given.name) ?? []), given.value])
  }
  return { values, words, problem }
}

interface TypedFlag {
  readonly name: string
  readonly value: string | undefined
}

/** `--name=value`, `--name`, `-n`. A lone `-` is a word. */
function typedFlag(word: string): TypedFlag | undefined {
  if (!word.startsWith('-') || word === '-') return undefined
  const [, name, value] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
  return { name: name ?? word.slice(1), value }
}

interface NamedFlag {
  readonly name: string
  readonly argument: Argument
  readonly negated: boolean
}

function flagNamed(typed: string, flags: ArgumentTable): NamedFlag | undefined {
  for (const [name, argument] of Object.entries(flags)) {
    if (argument.type === 'positional') continue
    if (name === typed || aliasesOf(argument).includes(typed)) return { name, argument, negated: false }
    if (argument.type === 'boolean' && typed === `no-${name}`) return { name, argument, negated: true }
  }
  return undefined
}

export function aliasesOf(argument: Argument): string[] {
  return 'alias' in argument && argument.alias !== undefined ? [argument.alias].flat() : []
}

interface GivenValue {
  readonly name: string
  readonly value: string | boolean
  readonly fromNextWord: boolean
}

function takeValue(
  { name, argument, negated }: NamedFlag,
  typed: string | undefined,
  next: string | undefined,
  flags: ArgumentTable,
): GivenValue | UltragitError {
  if (argument.type === 'boolean') {
    if (typed === undefined) return { name, value: !negated, fromNextWord: false }
    return new UltragitError('usage', `'--${name}' takes no value`, { hint: `write '--${name}' alone` })
  }
  if (typed !== undefined) return { name, value: typed, fromNextWord: false }
  if (next === undefined || next === '--')
    return new UltragitError('usage', `'--${name}' needs a value`, { hint: `--${name}=<value>` })
  const other = typedFlag(next)
  // A word that is itself a flag was hardly meant as the value; text that only begins with a dash was.
  if (other !== undefined && flagNamed(other.name, flags) !== undefined)
    return new UltragitError('usage', `'--${name}' needs a value, and '${next}' is a flag`, {
      hint: `--${name}=${next} if that is the value`,
    })
  return { name, value: next, fromNextWord: true }
}

function unknownFlag(word: string, flags: ArgumentTable): UltragitError {
  const names = Object.keys(flags).filter((name) => flags[name]?.type !== 'positional')
  const [nearest] = nearestNames(word.replace(/^-+/, '').replace(/=.*/s, ''), names, 1)
  return new UltragitError('usage', `unknown flag '${word}'`, {
    hint: nearest === undefined ? "'--help' lists the flags" : `did you mean '--${nearest}'?`,
  })
}
