/** Every place on a command line where words can follow: after `ultragit`, after `ultragit config`, ... */
import type { Argument, ArgumentTable, Command, CommandGroup } from '../command.ts'
import { globalFlags } from '../global-flags.ts'

export interface CommandPath {
  /** `config get`; empty after `ultragit` itself. */
  readonly path: string
  /** Commands, or the words a positional may be, each with a remark. */
  readonly words: readonly (readonly [word: string, remark: string])[]
  readonly flags: readonly { readonly name: string; readonly argument: Argument }[]
}

export async function listPaths(top: CommandGroup): Promise<CommandPath[]> {
  const paths: CommandPath[] = []
  const visit = async (path: string, command: Command | CommandGroup): Promise<void> => {
    if (!('commands' in command)) {
      paths.push({ path, words: positionalWords(command.args), flags: flagsOf(command.args) })
      return
    }
    const rows = Object.entries(command.commands)
    paths.push({ path, words: rows.map(([name, { summary }]) => [name, summary]), flags: flagsOf({}) })
    for (const [name, row] of rows) await visit(`${path} ${name}`.trim(), (await row.load()).command)
  }
  await visit('', top)
  return paths
}

function positionalWords(args: ArgumentTable): (readonly [string, string])[] {
  return Object.values(args).flatMap((argument) =>
    argument.type === 'positional'
      ? (argument.options ?? []).map((word) => [word, argument.description ?? ''] as const)
      : [],
  )
}

function flagsOf(args: ArgumentTable): CommandPath['flags'] {
  return Object.entries({ ...args, ...globalFlags })
    .filter(([, { type }]) => type !== 'positional')
    .map(([name, argument]) => ({ name, argument }))
}
