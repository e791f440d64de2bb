/**
 * A command's arguments, checked before citty sees them: citty lets unknown flags and surplus words pass, keeps only the
 * last of repeated flags, knows no numbers, and reports what is missing in words that are not ours.
 */
import { UltragitError } from '../base/errors.ts'
import { nearestNames } from '../base/nearest-names.ts'
import type { Argument, ArgumentTable, CommandArguments, NumberRange } from './command.ts'
import type { SplitWords } from './split-words.ts'

export interface ParsedArguments {
  /** The command line in the one form that citty cannot misread. */
  readonly rawArgs: readonly string[]
  /** Lists and numbers, which citty has no type for. */
  readonly typed: CommandArguments
}

export function parseArguments(path: string, split: SplitWords, args: ArgumentTable): ParsedArguments {
  const given = placeWords(path, split, args)
  const rawArgs: string[] = []
  const words: string[] = []
  const typed: Record<string, unknown> = {}
  for (const [name, argument] of Object.entries(args)) {
    const values = given.get(name) ?? []
    for (const value of values) checkOption(name, argument, value)
    if (values.length === 0 && isRequired(argument)) throw missing(path, name, argument)
    const last = values.at(-1)
    if (argument.multiple) typed[name] = values
    else if (argument.number !== undefined && last !== undefined)
      typed[name] = parseNumber(shown(name, argument), argument.number, String(last))
    else if (last !== undefined && argument.type === 'positional') words.push(String(last))
    else if (last !== undefined) rawArgs.push(canonical(name, last))
  }
  return { rawArgs: [...rawArgs, '--', ...words], typed }
}

/** Plain words go to the positionals in order; one that takes many takes all that remain. */
function placeWords(
  path: string,
  { values, words }: SplitWords,
  args: ArgumentTable,
): ReadonlyMap<string, readonly (string | boolean)[]> {
  const given = new Map(values)
  const rest = [...words]
  for (const [name, argument] of Object.entries(args)) {
    if (argument.type !== 'positional') continue
    const taken = rest.splice(0, argument.multiple ? rest.length : 1)
    if (taken.length > 0) given.set(name, taken)
  }
  const [surplus] = rest
  if (surplus === undefined) return given
  throw new UltragitError('usage', `'${path}' has no use for '${surplus}'`, {
    hint: `ultragit ${path} --help`,
  })
}

function canonical(name: string, value: string | boolean): string {
  if (typeof value === 'string') return `--${name}=${value}`
  return value ? `--${name}` : `--no-${name}`
}

function isRequired(argument: Argument): boolean {
  if (argument.default !== undefined) return false
  return argument.type === 'positional' ? argument.required !== false : argument.required === true
}

function missing(path: string, name: string, argument: Argument): UltragitError {
  const choice = argument.options === undefined ? '' : `: ${argument.options.join(', ')}`
  return new UltragitError('usage', `'${path}' needs ${shown(name, argument)}${choice}`, {
    hint: `ultragit ${path} --help`,
  })
}

export function checkOption(name: string, argument: Argument, value: string | boolean): void {
  const { options } = argument
  if (options === undefined || typeof value === 'boolean' || options.includes(value)) return
  const [nearest] = nearestNames(value, options, 1)
  throw new UltragitError('usage', `unknown ${shown(name, argument)} '${value}'`, {
    hint: nearest === undefined ? `one of: ${options.join(', ')}` : `did you mean '${nearest}'?`,
  })
}

function parseNumber(subject: string, range: NumberRange, text: string): number {
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  const fits = number >= range.min && number <= (range.max ?? Number.MAX_SAFE_INTEGER)
  if (fits && (!range.whole || Number.isSafeInteger(number))) return number
  const bounds = range.max === undefined ? `${range.min} or more` : `${range.min} to ${range.max}`
  throw new UltragitError(
    'usage',
    `${subject} must be a ${range.whole ? 'whole ' : ''}number, ${bounds}, not '${text}'`,
    { hint: `for example ${subject.replaceAll("'", '')} ${range.min}` },
  )
}

/** `<path>` for a word, `'--name'` for a flag. */
function shown(name: string, argument: Argument): string {
  return argument.type === 'positional' ? `<${name}>` : `'--${name}'`
}
