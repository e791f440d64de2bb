/** The flags every command takes. */
import type { ArgumentTable, GlobalFlags } from './command.ts'
import type { SplitWords } from './split-words.ts'

export const globalFlags: ArgumentTable = {
  repo: { type: 'string', valueHint: 'path', description: 'work on the repository at this path' },
  noteref: { type: 'string', valueHint: 'ref', description: 'use this notes ref' },
  format: { type: 'string', valueHint: 'name', description: 'form of the answer' },
  color: {
    type: 'enum',
    options: ['auto', 'always', 'never'],
    valueHint: 'when',
    description: 'auto, always or never',
  },
  quiet: { type: 'boolean', alias: 'q', description: 'no remarks on stderr' },
  verbose: { type: 'boolean', description: 'more remarks on stderr' },
  help: { type: 'boolean', alias: 'h', description: 'show help' },
  version: { type: 'boolean', alias: 'V', description: 'show the version' },
}

export function globalFlagsOf(values: SplitWords['values']): GlobalFlags {
  const text = (name: string) => {
    const value = values.get(name)?.at(-1)
    return typeof value === 'string' ? value : undefined
  }
  const color = text('color')
  return {
    repo: text('repo'),
    noteref: text('noteref'),
    format: text('format'),
    color: color === 'always' || color === 'never' ? color : 'auto',
    quiet: values.get('quiet')?.at(-1) === true,
    verbose: values.get('verbose')?.at(-1) === true,
  }
}
