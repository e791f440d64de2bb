/** Argv as typed: global flags taken out, everything else checked against what the command knows. */
import type { ArgsDef } from 'citty'
import { UltragitError } from '../base/errors.ts'
import { nearestNames } from '../base/nearest-names.ts'
import type { GlobalFlags } from './command.ts'

interface FlagShape {
  readonly value: boolean
  readonly alias?: string
  readonly help: string
}

export const globalFlags: Readonly<Record<string, FlagShape>> = {
  repo: { value: true, help: 'work on the repository at this path' },
  noteref: { value: true, help: 'use this notes ref' },
  format: { value: true, help: 'form of the answer' },
  color: { value: true, help: 'auto, always or never' },
  quiet: { value: false, alias: 'q', help: 'no remarks on stderr' },
  verbose: { value: false, help: 'more remarks on stderr' },
  help: { value: false, alias: 'h', help: 'show help' },
  version: { value: false, alias: 'V', help: 'show the version' },
}

export interface ParsedArgv {
  readonly flags: GlobalFlags
  readonly help: boolean
  readonly version: boolean
  /** Arguments that are not global flags, in order. */
  readonly rest: readonly string[]
}

export function takeGlobalFlags(argv: readonly string[]): ParsedArgv {
  const values = new Map<string, string | true>()
  const rest: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') {
      rest.push(...argv.slice(at))
      break
    }
    const { name, value } = splitFlag(word)
    const known = name === undefined ? undefined : globalNamed(name)
    if (known === undefined) {
      rest.push(word)
      continue
    }
    const [fullName, shape] = known
    if (!shape.value) values.set(fullName, noValue(fullName, value))
    else values.set(fullName, value ?? needValue(fullName, argv[++at]))
  }
  const text = (name: string) => stringOf(values.get(name))
  return {
    flags: {
      repo: text('repo'),
      noteref: text('noteref'),
      format: text('format'),
      color: colourChoice(text('color')),
      quiet: values.has('quiet'),
      verbose: values.has('verbose'),
    },
    help: values.has('help'),
    version: values.has('version'),
    rest,
  }
}

/** citty lets unknown flags and surplus words pass: they are refused here, with the nearest name. */
export function checkArguments(command: string, words: readonly string[], args: ArgsDef): void {
  let positionals = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') {
      positionals += words.length - at - 1
      break
    }
    const { name, value } = splitFlag(word)
    if (name === undefined) {
      positionals += 1
      continue
    }
    const definition = argumentNamed(name, args)
    if (definition === undefined) throw unknownFlag(word, args)
    if (definition.type === 'boolean') noValue(name, value)
    else if (value === undefined) needValue(name, words[++at])
  }
  const places = Object.values(args).filter((arg) => arg.type === 'positional').length
  if (positionals > places)
    throw new UltragitError('usage', `too many arguments for '${command}'`, {
      hint: `ultragit ${command} --help`,
    })
}

function argumentNamed(name: string, args: ArgsDef) {
  const bare = name.replace(/^no-/, '')
  return Object.entries(args).find(([key, arg]) => {
    if (arg.type === 'positional') return false
    const aliases = 'alias' in arg && arg.alias !== undefined ? [arg.alias].flat() : []
    return [key, ...aliases].includes(name) || (key === bare && arg.type === 'boolean')
  })?.[1]
}

/** `--name=value`, `--name`, `-n`; a lone `-` is a word. */
function splitFlag(word: string): { name: string | undefined; value: string | undefined } {
  const found = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? /^-([A-Za-z])$/.exec(word)
  if (found === null && word.startsWith('-') && word.length > 1)
    return { name: word.slice(1), value: undefined }
  return { name: found?.[1], value: found?.[2] }
}

function globalNamed(name: string): [string, FlagShape] | undefined {
  return Object.entries(globalFlags).find(([full, shape]) => full === name || shape.alias === name)
}

function unknownFlag(word: string, args: ArgsDef): UltragitError {
  const names = [
    ...Object.keys(globalFlags),
    ...Object.keys(args).filter((key) => args[key]?.type !== 'positional'),
  ]
  const [nearest] = nearestNames(word.replace(/^-+/, '').replace(/=.*/s, ''), names, 1)
  return new UltragitError('usage', `unknown flag '${word}'`, {
    hint: nearest === undefined ? 'ultragit --help' : `did you mean '--${nearest}'?`,
  })
}

function needValue(name: string, value: string | undefined): string {
  if (value === undefined)
    throw new UltragitError('usage', `'--${name}' needs a value`, { hint: 'ultragit --help' })
  return value
}

function noValue(name: string, value: string | undefined): true {
  if (value !== undefined)
    throw new UltragitError('usage', `'--${name}' takes no value`, { hint: `--${name}` })
  return true
}

function stringOf(value: string | true | undefined): string | undefined {
  return value === true ? undefined : value
}

function colourChoice(text: string | undefined): GlobalFlags['color'] {
  if (text === undefined) return 'auto'
  if (text === 'auto' || text === 'always' || text === 'never') return text
  throw new UltragitError('usage', `'--color' must be auto, always or never, not '${text}'`)
}
