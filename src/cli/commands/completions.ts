/** `completions bash|zsh|fish`: a script made from the command table, so it cannot go stale. */

import { type Command, type CommandData, textArgument } from '../command.ts'
import { topCommand } from '../command-table.ts'
import { type CommandPath, listPaths } from '../completions/list-paths.ts'
import { bashScript, fishScript, zshScript } from '../completions/scripts.ts'

const scripts: Readonly<Record<string, (paths: readonly CommandPath[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export const command: Command = {
  usage: ['ultragit completions <bash|zsh|fish>'],
  examples: [
    ['ultragit completions bash > /etc/bash_completion.d/ultragit', 'for bash'],
    ['ultragit completions zsh > ~/.zfunc/_ultragit', 'for zsh, when ~/.zfunc is in fpath'],
    ['ultragit completions fish > ~/.config/fish/completions/ultragit.fish', 'for fish'],
  ],
  formats: ['text'],
  args: { shell: { type: 'positional', options: Object.keys(scripts), description: 'bash, zsh or fish' } },
  run: (args, data) => printScript(scripts[textArgument(args, 'shell') ?? ''], data),
}

async function printScript(
  script: (typeof scripts)[string] | undefined,
  { output }: CommandData,
): Promise<undefined> {
  if (script === undefined) throw new TypeError('the shell was checked against the table')
  output.answer(script(await listPaths(topCommand)))
}
