/** `history`: how the reasoning went. */
import { type Command, numberArgument, textArgument } from '../command.ts'
import { answerQuery, queryArguments, queryFormats, targetArguments } from '../query-command.ts'

export const command: Command = {
  usage: ['ultragit history <path> [anchor] [flags]'],
  examples: [
    ['ultragit history src/client.ts connect', 'what was thought about it, oldest first'],
    ['ultragit history src/client.ts:40-60 --limit 3', 'the last three entries about some lines'],
  ],
  formats: queryFormats,
  args: {
    ...targetArguments(false),
    lines: { type: 'string', valueHint: 'A:B', description: 'only these lines, counted from 1' },
    limit: {
      type: 'string',
      number: { whole: true, min: 1 },
      valueHint: 'n',
      description: 'the newest entries to keep (default 10)',
    },
    related: {
      type: 'boolean',
      default: true,
      description: 'also what these annotations point to (--no-related: not)',
    },
    ...queryArguments,
  },
  run: (args, data) =>
    answerQuery(args, data, async ({ targets, ...options }) => {
      const { historyText } = await import('../../query/history-text.ts')
      return historyText(options, {
        ...targets,
        limit: numberArgument(args, 'limit'),
        related: args.related !== false,
        maxTokens: numberArgument(args, 'max-tokens'),
        rev: textArgument(args, 'rev'),
      })
    }),
}
