/** The front door: argv in, exit status out. Finds the command, checks its arguments, reports what it throws. */
import { defineCommand, runCommand } from 'citty'
import { UltragitError } from '../base/errors.ts'
import { nearestNames } from '../base/nearest-names.ts'
import { commit, version } from '../version.ts'
import type { CommandData, GlobalFlags, Surroundings } from './command.ts'
import { commandTable } from './command-table.ts'
import { commandHelp, mainHelp } from './help.ts'
import { Output } from './output.ts'
import { checkArguments, type ParsedArgv, takeGlobalFlags } from './parse-flags.ts'

export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let output = new Output(surroundings, plainFlags(argv))
  try {
    const parsed = takeGlobalFlags(argv)
    output = new Output(surroundings, parsed.flags)
    return await dispatch(parsed, surroundings, output)
  } catch (error) {
    return output.failure(error)
  }
}

async function dispatch(parsed: ParsedArgv, surroundings: Surroundings, output: Output): Promise<number> {
  if (parsed.version) {
    output.answer(`ultragit ${version} (${commit})`)
    return 0
  }
  const [name, ...words] = parsed.rest
  if (name === undefined || name === 'help') {
    output.answer(words[0] === undefined ? mainHelp(output) : await helpFor(words[0], output))
    return name === undefined && !parsed.help ? 2 : 0
  }
  if (name.startsWith('-')) checkArguments('', [name], {})
  if (parsed.help) {
    output.answer(await helpFor(name, output))
    return 0
  }
  const { command } = await rowFor(name).load()
  checkArguments(name, words, command.args)
  checkFormat(parsed.flags.format, command.formats)
  const data: CommandData = { surroundings: at(surroundings, parsed.flags), flags: parsed.flags, output }
  const definition = defineCommand({ args: command.args, run: ({ args }) => command.run(args, data) })
  const { result } = await runCommand(definition, { rawArgs: [...words] })
  return typeof result === 'number' ? result : 0
}

async function helpFor(name: string, output: Output): Promise<string> {
  const row = rowFor(name)
  return commandHelp(name, row.summary, (await row.load()).command, output)
}

function rowFor(name: string) {
  const row = Object.hasOwn(commandTable, name) ? commandTable[name] : undefined
  if (row !== undefined) return row
  const [nearest] = nearestNames(name, Object.keys(commandTable), 1)
  throw new UltragitError('usage', `unknown command '${name}'`, {
    hint: nearest === undefined ? 'ultragit --help' : `did you mean 'ultragit ${nearest}'?`,
  })
}

function checkFormat(format: string | undefined, formats: readonly string[]): void {
  if (format === undefined || formats.includes(format)) return
  throw new UltragitError('usage', `unknown format '${format}'`, { hint: `one of: ${formats.join(', ')}` })
}

/** `--repo` stands for the current directory. */
function at(surroundings: Surroundings, flags: GlobalFlags): Surroundings {
  return flags.repo === undefined ? surroundings : { ...surroundings, cwd: flags.repo }
}

/** Good enough to report a mistake in the flags themselves in the asked form. */
function plainFlags(argv: readonly string[]): GlobalFlags {
  const json = argv.includes('--format=json') || argv[argv.indexOf('--format') + 1] === 'json'
  const format = json ? 'json' : undefined
  return { repo: undefined, noteref: undefined, format, color: 'auto', quiet: false, verbose: false }
}
