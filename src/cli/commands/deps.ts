/** `deps`: who relies on this code. */
import { type Command, numberArgument, textArgument } from '../command.ts'
import { answerQuery, queryArguments, queryFormats, targetArguments } from '../query-command.ts'

export const command: Command = {
  usage: ['ultragit deps <path> [anchor] [flags]'],
  examples: [
    ['ultragit deps src/session.ts max_sessions', 'who assumes something about it'],
    ['ultragit deps src/session.ts --direction both --depth 3', 'also what it relies on, three steps far'],
  ],
  formats: queryFormats,
  args: {
    ...targetArguments(false),
    direction: {
      type: 'string',
      options: ['dependents', 'dependencies', 'both'],
      description: 'who relies on it (default), what it relies on, or both',
    },
    depth: {
      type: 'string',
      number: { whole: true, min: 1, max: 5 },
      valueHint: 'n',
      description: 'steps to follow (default 1)',
    },
    'max-results': {
      type: 'string',
      number: { whole: true, min: 1 },
      valueHint: 'n',
      description: 'entries at most (default 50)',
    },
    'exclude-tests': { type: 'boolean', description: 'leave out what stands in test files' },
    ...queryArguments,
  },
  run: (args, data) =>
    answerQuery(args, data, async ({ targets, ...options }) => {
      const { depsText } = await import('../../query/deps-text.ts')
      return depsText(options, {
        paths: targets.paths,
        anchor: targets.anchor,
        direction: textArgument(args, 'direction'),
        depth: numberArgument(args, 'depth'),
        maxResults: numberArgument(args, 'max-results'),
        maxTokens: numberArgument(args, 'max-tokens'),
        excludeTests: args['exclude-tests'] === true,
        rev: textArgument(args, 'rev'),
      })
    }),
}
