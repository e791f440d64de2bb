/** `export`: the annotations as JSON Lines. */
import { exportNotes } from '../../write/transfer/export-notes.ts'
import { type Command, textArgument } from '../command.ts'
import { openCommandSession } from '../open-command-session.ts'
import { restoreBeforeReading } from '../write-session.ts'

export const command: Command = {
  usage: ['ultragit export [--path G] [--since X]'],
  examples: [
    ['ultragit export > notes.jsonl', 'everything, one annotation a line'],
    ["ultragit export --path 'src/net/**' --since 2026-01-01", 'some of it'],
  ],
  formats: ['jsonl'],
  args: {
    path: { type: 'string', valueHint: 'glob', description: 'only annotations of these files' },
    since: { type: 'string', valueHint: 'date|commit', description: 'only what was written since' },
  },
  run: async (args, data) => {
    const session = await openCommandSession(data)
    try {
      await restoreBeforeReading(session, data)
      const filter = { path: textArgument(args, 'path'), since: textArgument(args, 'since') }
      for await (const line of exportNotes(session, filter)) data.output.answer(line)
    } finally {
      session.close()
    }
    return 0
  },
}
