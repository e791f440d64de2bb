/** `summary`: orientation in a file or a folder. */
import { type Command, numberArgument, textArgument } from '../command.ts'
import { answerQuery, queryArguments, queryFormats, targetArguments } from '../query-command.ts'

export const command: Command = {
  usage: ['ultragit summary <path|folder> [anchor] [flags]'],
  examples: [
    ['ultragit summary src/client.ts', 'the newest intent and constraints of each unit'],
    ['ultragit summary src', 'the same for a folder'],
    ['ultragit summary .', 'for where you stand'],
  ],
  formats: queryFormats,
  args: { ...targetArguments(false), ...queryArguments },
  run: (args, data) =>
    answerQuery(args, data, async ({ targets, ...options }) => {
      const { summaryText } = await import('../../query/summary-text.ts')
      const progress = data.output.progress('summing up')
      try {
        return await summaryText(
          { ...options, onProgress: (done, total) => progress.update(done, total) },
          {
            paths: targets.paths,
            anchor: targets.anchor,
            maxTokens: numberArgument(args, 'max-tokens'),
            rev: textArgument(args, 'rev'),
          },
        )
      } finally {
        progress.end()
      }
    }),
}
