/** `read`: what is recorded about a file, a unit or lines. */
import type { Command } from '../command.ts'
import { numberArgument, textArgument } from '../command.ts'
import { answerQuery, queryArguments, queryFormats, targetArguments } from '../query-command.ts'

export const command: Command = {
  usage: ['ultragit read <path>… [anchor] [flags]'],
  examples: [
    ['ultragit read src/client.ts', 'all that is recorded about a file'],
    ['ultragit read src/client.ts connect', 'about one function, class or section'],
    ['ultragit read src/client.ts:40-60', 'about some lines'],
    ['ultragit read src/client.ts --format json --max-tokens 2000', 'for a program, within a budget'],
    ['ultragit read src/client.ts --all', 'also what is gone, superseded or unmerged'],
  ],
  formats: queryFormats,
  args: {
    ...targetArguments(true),
    lines: { type: 'string', valueHint: 'A:B', description: 'only these lines, counted from 1' },
    since: { type: 'string', valueHint: 'date|commit', description: 'only what was written since' },
    tags: { type: 'string', valueHint: 'a,b', description: 'only regions with one of these tags' },
    'context-level': {
      type: 'string',
      options: ['enhanced', 'inferred'],
      description: 'only annotations of this kind',
    },
    'min-confidence': {
      type: 'string',
      number: { whole: false, min: 0, max: 1 },
      valueHint: '0–1',
      description: 'only regions trusted at least so far',
    },
    depth: {
      type: 'string',
      number: { whole: true, min: 0, max: 5 },
      valueHint: 'n',
      description: 'follow related annotations so far (default 1)',
    },
    'max-regions': {
      type: 'string',
      number: { whole: true, min: 1 },
      valueHint: 'n',
      description: 'regions at most (default 20)',
    },
    ...queryArguments,
    all: { type: 'boolean', description: 'also superseded, continued, gone and unmerged regions' },
    'keep-empty': { type: 'boolean', description: 'keep empty fields in JSON' },
  },
  run: (args, data) =>
    answerQuery(args, data, async (context) => {
      const [{ readText }] = await Promise.all([import('../../read/read-text.ts')])
      const { targets, ...query } = context
      return readText(query, {
        ...targets,
        since: textArgument(args, 'since'),
        tags: (textArgument(args, 'tags') ?? '').split(',').filter((tag) => tag !== ''),
        contextLevel: textArgument(args, 'context-level'),
        minConfidence: numberArgument(args, 'min-confidence'),
        depth: numberArgument(args, 'depth'),
        maxRegions: numberArgument(args, 'max-regions'),
        maxTokens: numberArgument(args, 'max-tokens'),
        rev: textArgument(args, 'rev'),
        all: args.all === true,
        keepEmpty: args['keep-empty'] === true,
      })
    }),
}
