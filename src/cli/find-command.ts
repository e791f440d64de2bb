/** Follows the names on a command line down the tables to the command they mean, taking global flags on the way. */
import { UltragitError } from '../base/errors.ts'
import { nearestNames } from '../base/nearest-names.ts'
import type { Command, CommandGroup, CommandTable } from './command.ts'
import { globalFlags } from './global-flags.ts'
import { type SplitWords, splitWords } from './split-words.ts'

/** A command line as far as its command is known. */
export interface Call {
  /** `config get`; empty for ultragit itself. */
  readonly path: string
  readonly summary: string
  readonly command: Command | CommandGroup
  readonly split: SplitWords
}

export async function findCommand(line: readonly string[], top: CommandGroup): Promise<Call> {
  let call: Call = { path: '', summary: '', command: top, split: nothing }
  let rest = line
  while ('commands' in call.command) {
    const split = joined(call.split, splitWords(rest, { flags: globalFlags, stopAtWord: true }))
    const [name = call.command.fallback, ...more] = split.words
    const stay = name === undefined || split.problem !== undefined
    // `--help` of a group is about the group, not about the command it falls back to.
    if (stay || (split.words.length === 0 && split.values.has('help'))) return { ...call, split }
    call = { ...(await loadRow(call.command.commands, call.path, name)), split }
    rest = more
  }
  const flags = { ...globalFlags, ...call.command.args }
  return { ...call, split: joined(call.split, splitWords(rest, { flags })) }
}

const nothing: SplitWords = { values: new Map(), words: [], problem: undefined }

function joined(before: SplitWords, split: SplitWords): SplitWords {
  const values = new Map(before.values)
  for (const [name, given] of split.values) values.set(name, [...(values.get(name) ?? []), ...given])
  return { ...split, values }
}

async function loadRow(
  table: CommandTable,
  path: string,
  name: string,
): Promise<Pick<Call, 'path' | 'summary' | 'command'>> {
  const row = Object.hasOwn(table, name) ? table[name] : undefined
  if (row === undefined) throw unknownCommand(table, path, name)
  const { command } = await row.load()
  return { path: `${path} ${name}`.trim(), summary: row.summary, command }
}

function unknownCommand(table: CommandTable, path: string, name: string): UltragitError {
  const [nearest] = nearestNames(name, Object.keys(table), 1)
  const start = `ultragit ${path}`.trim()
  return new UltragitError('usage', `unknown command '${`${path} ${name}`.trim()}'`, {
    hint: nearest === undefined ? `${start} --help` : `did you mean '${start} ${nearest}'?`,
  })
}
