/** `hook <name>`: what the installed git hooks call. Says what went wrong and never fails a commit. */
import { messageOf } from '../../base/errors.ts'
import { hookNames, hooks } from '../../write/hooks/run-hook.ts'
import { type Command, listArgument, textArgument } from '../command.ts'
import { readInput } from '../read-input.ts'
import { withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: ['ultragit hook <name> [arguments of the hook]'],
  examples: [
    ['ultragit hook post-rewrite rebase', 'as git calls it, with the rewritten commits on standard input'],
  ],
  formats: ['text'],
  args: {
    name: { type: 'positional', options: [...hookNames], description: 'the hook' },
    args: { type: 'positional', required: false, multiple: true, description: 'what git gives the hook' },
  },
  run: async (args, data) => {
    const name = hookNames.find((each) => each === textArgument(args, 'name'))
    if (name === undefined) throw new TypeError('the name is checked before')
    const input = () => readInput(data.surroundings, { file: '-', mostBytes: 64 * 1024 * 1024, hint: '' })
    try {
      const count = await withWriteSession(data, (session) =>
        hooks[name](session, { args: listArgument(args, 'args'), input }),
      )
      if (count > 0)
        data.output.note(
          `ultragit: annotations carried over to ${count} ${count === 1 ? 'commit' : 'commits'}`,
        )
    } catch (error) {
      data.output.warn(`ultragit: annotations were not carried over: ${messageOf(error)}`)
    }
    return 0
  },
}
