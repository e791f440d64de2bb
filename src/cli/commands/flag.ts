/** `flag`: marks what is recorded about some code as doubtful, or settles such doubts. */
import { effectiveRegion } from '../../annotation/effective-region.ts'
import type { Correction } from '../../annotation/schema.ts'
import { UltragitError } from '../../base/errors.ts'
import { resolveTargets } from '../../place/resolve-targets.ts'
import type { Session } from '../../session.ts'
import { authorName } from '../../write/author-name.ts'
import { correctRegion, regionByKey } from '../../write/correct/change-region.ts'
import { describeRegion } from '../../write/correct/find-region.ts'
import { newestRegionFor } from '../../write/newest-region.ts'
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { reportRestored, withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: ['ultragit flag <path> [anchor] --reason <why>', 'ultragit flag <path> [anchor] --resolve'],
  examples: [
    ['ultragit flag src/client.ts connect --reason "the limit is 8 now"', 'doubt the newest region about it'],
    ['ultragit flag src/client.ts connect --resolve', 'the doubts are settled'],
  ],
  formats: ['text', 'json'],
  args: {
    path: { type: 'positional', description: 'the file' },
    anchor: { type: 'positional', required: false, description: 'a function, class or section of it' },
    reason: { type: 'string', valueHint: 'why', description: 'what is doubtful about it' },
    resolve: { type: 'boolean', description: 'close what was flagged' },
    'allow-secrets': { type: 'boolean', description: 'write what looks like a credential' },
  },
  run: (args, data) => withWriteSession(data, (session) => runFlag(session, args, data)),
}

async function runFlag(session: Session, args: CommandArguments, data: CommandData): Promise<number> {
  const reason = textArgument(args, 'reason')?.trim()
  const isResolve = args.resolve === true
  if (!isResolve && (reason === undefined || reason === ''))
    throw new UltragitError('usage', "'flag' needs '--reason'", { hint: '--reason "what is doubtful"' })
  const { paths, anchor } = await resolveTargets(session, {
    words: [textArgument(args, 'path') ?? ''],
    from: data.surroundings.cwd,
    anchor: textArgument(args, 'anchor'),
    lines: undefined,
  })
  const [path] = paths
  if (path === undefined) throw new UltragitError('usage', "'flag' needs a path")
  const found = await newestRegionFor(session, { path, anchor, flagged: isResolve })
  const author = await authorName(data.surroundings.env, session.repository)
  const type = isResolve ? 'resolve' : 'flag'
  const { value, restored } = await correctRegion(session, {
    target: found.target,
    find: regionByKey(found.key),
    correction: () => aboutRegion(type, { reason, author }),
    fallback: found.annotation,
    allowSecrets: args['allow-secrets'] === true,
    message: `Notes changed by ultragit flag`,
  })
  reportRestored(restored, data)
  const flags = effectiveRegion(value).openFlags.length
  const place = `${describeRegion(value)} of ${found.target.slice(0, 12)}`
  if (data.format === 'json')
    data.output.answer(
      JSON.stringify({ commit: found.target, region: describeRegion(value), open_flags: flags }),
    )
  else data.output.answer(isResolve ? `resolved the flags on ${place}` : `flagged ${place}`)
  return 0
}

/** With milliseconds: a flag may follow a resolution within the second, and is not closed by it. */
function aboutRegion(
  type: 'flag' | 'resolve',
  { reason, author }: { readonly reason: string | undefined; readonly author: string },
): Correction {
  return {
    field: '',
    correction_type: type,
    ...(reason === undefined || reason === '' ? {} : { correction_text: reason }),
    timestamp: new Date().toISOString(),
    author,
  }
}
