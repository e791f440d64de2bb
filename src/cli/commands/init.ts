/** `init`: sets a repository up, says every change, and can take exactly those back. */
import { thisBinary } from '../../mcp/install/this-binary.ts'
import type { Session } from '../../session.ts'
import { planSetUp, type SetUp } from '../../write/init/set-up.ts'
import { type Command, type CommandArguments, type CommandData, listArgument } from '../command.ts'
import { withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: ['ultragit init [--hooks] [--mcp [host…]] [--agents] [--dry-run] [--undo]'],
  examples: [
    ['ultragit init', 'notes follow amend and rebase, and come with every fetch'],
    ['ultragit init --hooks --mcp --agents', 'all of it'],
    ['ultragit init --undo', 'take it out again'],
  ],
  formats: ['text', 'json'],
  args: {
    host: { type: 'positional', required: false, multiple: true, description: 'hosts for --mcp' },
    hooks: { type: 'boolean', description: 'git hooks that carry annotations through squashes' },
    mcp: { type: 'boolean', description: 'an entry in the settings of MCP hosts' },
    agents: { type: 'boolean', description: 'a block in AGENTS.md or CLAUDE.md' },
    'dry-run': { type: 'boolean', description: 'say what would change' },
    undo: { type: 'boolean', description: 'take out everything init put in' },
  },
  run: async (args, data) => {
    await withWriteSession(data, (session) => runInit(session, args, data))
    if (args.mcp === true) await runMcp(args, data)
    return 0
  },
}

async function runInit(session: Session, args: CommandArguments, data: CommandData): Promise<void> {
  const isUndo = args.undo === true
  const plan = await planSetUp(session, {
    hooks: isUndo || args.hooks === true,
    agents: isUndo || args.agents === true,
    binary: thisBinary(),
  })
  const due = plan.filter(({ isMade, isOurs, obstacle }) =>
    isUndo ? isOurs : !isMade && obstacle === undefined,
  )
  for (const { what, obstacle } of plan)
    if (!isUndo && obstacle !== undefined) data.output.warn(`${what}: ${obstacle}`)
  if (args['dry-run'] !== true) for (const one of due) await (isUndo ? one.undo() : one.make())
  show(due, { isUndo, isDryRun: args['dry-run'] === true }, data)
}

function show(
  due: readonly SetUp[],
  { isUndo, isDryRun }: { isUndo: boolean; isDryRun: boolean },
  data: CommandData,
): void {
  if (data.format === 'json') {
    data.output.answer(
      JSON.stringify({ changes: due.map(({ what }) => what), undo: isUndo, dry_run: isDryRun }),
    )
    return
  }
  const verb = `${isDryRun ? 'would ' : ''}${isUndo ? 'remove' : 'set'}`
  for (const { what } of due) data.output.answer(`${verb} ${what}`)
  if (due.length === 0) data.output.answer('nothing to do')
}

async function runMcp(args: CommandArguments, data: CommandData): Promise<void> {
  const { command: mcp } =
    args.undo === true ? await import('./mcp/uninstall.ts') : await import('./mcp/install.ts')
  await mcp.run({ host: listArgument(args, 'host'), 'dry-run': args['dry-run'] === true }, data)
}
