/** `help [command]`: the help page of a command, or the reference of all of them. */
import { type Command, type CommandData, listArgument } from '../command.ts'
import { topCommand } from '../command-table.ts'
import { findCommand } from '../find-command.ts'
import { helpText } from '../help-text.ts'

export const command: Command = {
  usage: ['ultragit help [command]', 'ultragit help --markdown'],
  examples: [
    ['ultragit help config set', 'how to change a setting'],
    ['ultragit help --markdown', 'the reference of all commands'],
  ],
  formats: ['text'],
  args: {
    command: { type: 'positional', required: false, multiple: true, description: 'the command to explain' },
    markdown: { type: 'boolean', description: 'print the reference of all commands as Markdown' },
  },
  run: (args, data) => printHelp(listArgument(args, 'command'), args.markdown === true, data),
}

async function printHelp(
  names: readonly string[],
  markdown: boolean,
  { output }: CommandData,
): Promise<undefined> {
  if (markdown) {
    const { reference } = await import('../reference.ts')
    output.answer(await reference(topCommand))
    return
  }
  // `--help` keeps a group from falling back to one of its commands.
  output.answer(helpText(await findCommand(['--help', ...names], topCommand), output))
}
