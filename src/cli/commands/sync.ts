/** `sync`: shares the annotations through a remote. */
import { UltragitError } from '../../base/errors.ts'
import type { Session } from '../../session.ts'
import { syncNotes, syncStatus } from '../../write/sync/sync-notes.ts'
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { reportRestored, withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: ['ultragit sync [--remote origin] [--push|--pull] [--status]'],
  examples: [
    ['ultragit sync', "merge the team's annotations with yours and push"],
    ['ultragit sync --status', 'what is only here, only there, or changed on both sides'],
  ],
  formats: ['text', 'json'],
  args: {
    remote: {
      type: 'string',
      valueHint: 'name',
      description: 'the remote (default: origin, or the only one)',
    },
    push: { type: 'boolean', description: 'push only' },
    pull: { type: 'boolean', description: 'fetch and merge only' },
    status: { type: 'boolean', description: 'fetch and compare, change nothing of yours' },
    'allow-deletions': { type: 'boolean', description: 'push although many notes there would go' },
  },
  run: (args, data) => withWriteSession(data, (session) => runSync(session, args, data)),
}

async function runSync(session: Session, args: CommandArguments, data: CommandData): Promise<number> {
  const remote = await remoteNamed(session, textArgument(args, 'remote'))
  if (args.status === true) {
    const status = await syncStatus(session, remote)
    const { ahead, behind, diverged } = status
    if (data.format === 'json') data.output.answer(JSON.stringify({ remote, ...status }))
    else data.output.answer(`${remote}: ${ahead} ahead, ${behind} behind, ${diverged} diverged`)
    return 0
  }
  if (args.push === true && args.pull === true)
    throw new UltragitError('usage', "'--push' and '--pull' exclude each other", {
      hint: 'both: ultragit sync',
    })
  const synced = await syncNotes(session, {
    remote,
    push: args.pull !== true,
    pull: args.push !== true,
    allowDeletions: args['allow-deletions'] === true,
  })
  reportRestored(synced.restored, data)
  const { received, sent } = synced
  if (data.format === 'json')
    data.output.answer(JSON.stringify({ remote, received, sent, tip: synced.tip ?? null }))
  else data.output.answer(`${remote}: ${received} received, ${sent} sent`)
  return 0
}

async function remoteNamed(session: Session, asked: string | undefined): Promise<string> {
  const names = new Set<string>()
  for (const { key } of await session.repository.config()) {
    const name = /^remote\.(.+)\.(?:url|pushurl)$/s.exec(key)?.[1]
    if (name !== undefined) names.add(name)
  }
  const [only, second] = names
  const name = asked ?? (names.has('origin') || second !== undefined ? 'origin' : only)
  if (name !== undefined && names.has(name)) return name
  throw new UltragitError(
    'usage',
    name === undefined ? 'there is no remote' : `there is no remote '${name}'`,
    {
      hint: names.size === 0 ? 'git remote add origin <url>' : `one of: ${[...names].join(', ')}`,
    },
  )
}
