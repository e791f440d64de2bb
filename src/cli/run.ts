/** The front door: argv in, exit status out. Finds the command, checks its arguments, reports what it throws. */
import { defineCommand, runCommand } from 'citty'
import { UltragitError } from '../base/errors.ts'
import { commit, version } from '../version.ts'
import type { Command, CommandData, Surroundings } from './command.ts'
import { topCommand } from './command-table.ts'
import { type Call, findCommand } from './find-command.ts'
import { globalFlags, globalFlagsOf } from './global-flags.ts'
import { helpText } from './help-text.ts'
import { Output } from './output.ts'
import { checkOption, parseArguments } from './parse-arguments.ts'
import { splitWords } from './split-words.ts'
import { StreamFailure } from './standard-stream.ts'

export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  // Good enough to report an unknown command in the asked form; replaced once the command is known.
  let output = new Output(
    surroundings,
    globalFlagsOf(splitWords(argv, { flags: globalFlags, judge: false }).values),
  )
  try {
    const call = await findCommand(argv, topCommand)
    output = new Output(surroundings, globalFlagsOf(call.split.values))
    return await answer(call, surroundings, output)
  } catch (error) {
    if (error instanceof StreamFailure) throw error
    return output.failure(error)
  }
}

async function answer(call: Call, surroundings: Surroundings, output: Output): Promise<number> {
  const { command, split } = call
  if (split.values.has('version')) {
    output.answer(`ultragit ${version} (${commit})`)
    return 0
  }
  if (split.values.has('help')) {
    output.answer(helpText(call, output))
    return 0
  }
  if (split.problem !== undefined) throw split.problem
  if ('commands' in command) {
    if (call.path !== '' || output.flags.format === 'json') throw nothingNamed(call.path, command.commands)
    output.answer(helpText(call, output))
    return 2
  }
  return runLoaded(call, command, { surroundings, output })
}

function nothingNamed(path: string, commands: object): UltragitError {
  return new UltragitError('usage', `'${`ultragit ${path}`.trim()}' needs a command`, {
    hint: `one of: ${Object.keys(commands).join(', ')}`,
  })
}

async function runLoaded(
  { path, split }: Call,
  command: Command,
  { surroundings, output }: { surroundings: Surroundings; output: Output },
): Promise<number> {
  for (const [name, argument] of Object.entries(globalFlags))
    for (const value of split.values.get(name) ?? []) checkOption(name, argument, value)
  const { rawArgs, typed } = parseArguments(path, split, command.args)
  const { flags } = output
  const format = chooseFormat(flags.format, command.formats, output.isTerminal)
  const data: CommandData = { surroundings, flags, format, output }
  const definition = defineCommand({
    args: alreadyChecked(command.args, rawArgs),
    run: ({ args }) => command.run({ ...args, ...typed }, data),
  })
  const { result } = await runCommand(definition, { rawArgs: [...rawArgs] })
  return typeof result === 'number' ? result : 0
}

/**
 * `parseArguments` has seen to what is required; lists never reach citty, and neither do options that were not given: it
 * would look at each under all its spellings.
 */
function alreadyChecked(args: Command['args'], rawArgs: readonly string[]): Command['args'] {
  const flags = rawArgs.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? [])
  const given = new Set(flags.flatMap((flag) => [flag, flag.replace(/^no-/, '')]))
  return Object.fromEntries(
    Object.entries(args)
      .filter(
        ([name, argument]) => argument.type === 'positional' || 'default' in argument || given.has(name),
      )
      .map(([name, argument]) => [name, { ...argument, required: false } as typeof argument]), // one member of the union stays that member
  )
}

function chooseFormat(asked: string | undefined, formats: readonly string[], terminal: boolean): string {
  if (asked !== undefined && !formats.includes(asked))
    throw new UltragitError('usage', `unknown format '${asked}'`, { hint: `one of: ${formats.join(', ')}` })
  if (asked !== undefined) return asked
  return terminal && formats.includes('pretty') ? 'pretty' : (formats[0] ?? 'text')
}
