/** What the four queries have in common at the command line: paths and anchors, the budget, the formats. */

import { UltragitError } from '../base/errors.ts'
import type { RepoPath } from '../base/ids.ts'
import type { LineRange } from '../base/lines.ts'
import { parseLines } from '../place/parse-target.ts'
import type { Session } from '../session.ts'
import {
  type Argument,
  type CommandArguments,
  type CommandData,
  listArgument,
  textArgument,
} from './command.ts'
import { openCommandSession } from './open-command-session.ts'

export const queryFormats = ['markdown', 'pretty', 'json'] as const

export const queryArguments = {
  'max-tokens': {
    type: 'string',
    number: { whole: true, min: 0 },
    valueHint: 'n',
    description: 'make the answer fit (default 8000; 0: no limit)',
  },
  rev: {
    type: 'string',
    valueHint: 'commit',
    description: 'answer as of this commit instead of the working tree',
  },
} as const satisfies Record<string, Argument>

export function targetArguments(several: boolean): Record<string, Argument> {
  return {
    path: {
      type: 'positional',
      description: several ? 'files; a later word that is no path is the anchor' : 'the file',
      required: true,
      multiple: true,
    },
    anchor: { type: 'string', valueHint: 'name', description: 'a function, class, section … by name' },
  }
}

/** What the words of the command line come to. */
interface Targets {
  readonly paths: readonly RepoPath[]
  readonly anchor: string | undefined
  readonly lines: LineRange | undefined
}

export interface QueryContext {
  readonly session: Session
  readonly format: (typeof queryFormats)[number]
  readonly color: boolean
  readonly width: number
  readonly targets: Targets
  readonly signal: AbortSignal | undefined
}

export async function answerQuery(
  args: CommandArguments,
  data: CommandData,
  answer: (context: QueryContext) => Promise<string>,
): Promise<undefined> {
  const session = await openCommandSession(data)
  try {
    const { restoreBeforeReading } = await import('./write-session.ts')
    await restoreBeforeReading(session, data)
    const targets = await findTargets(args, data, session)
    const format = queryFormats.find((name) => name === data.format) ?? 'markdown'
    const { output } = data
    const color = output.paint('x', 'bold') !== 'x'
    data.output.answer(
      await answer({ session, format, color, width: output.width, targets, signal: undefined }),
    )
  } finally {
    session.close()
  }
}

async function findTargets(args: CommandArguments, data: CommandData, session: Session): Promise<Targets> {
  const { resolveTargets } = await import('../place/resolve-targets.ts')
  const lines = textArgument(args, 'lines')
  const range = lines === undefined ? undefined : parseLines(lines)
  if (lines !== undefined && range === undefined)
    throw new UltragitError('usage', `'${lines}' is not a range of lines`, { hint: 'such as --lines 10:20' })
  return resolveTargets(session, {
    words: listArgument(args, 'path'),
    from: data.surroundings.cwd,
    anchor: textArgument(args, 'anchor'),
    lines: range,
  })
}
