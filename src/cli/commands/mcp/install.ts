/** `mcp install`: one entry in the settings of each host asked for; every other byte of them stays. */
import { applyPlan } from '../../../mcp/install/apply-plan.ts'
import { configFiles } from '../../../mcp/install/config-files.ts'
import { planInstall } from '../../../mcp/install/plan-install.ts'
import { thisBinary } from '../../../mcp/install/this-binary.ts'
import type { Command, CommandArguments, CommandData } from '../../command.ts'
import { hostArguments, offeredHosts, selectHosts } from './select-hosts.ts'
import { showChanges } from './show-changes.ts'

export const command: Command = {
  usage: ['ultragit mcp install [--host <name>]... [--global] [--config <file>] [--portable] [--dry-run]'],
  examples: [
    ['ultragit mcp install', 'Claude Code in this repository: .mcp.json'],
    ['ultragit mcp install --host cursor --host vscode', 'other hosts in this repository'],
    ['ultragit mcp install --portable', 'without paths of this machine, to commit the file'],
    ['ultragit mcp install --global', "Claude Desktop; with --host, that host's user file"],
    ['ultragit mcp install --dry-run', 'show what would change'],
  ],
  formats: ['text', 'json'],
  args: {
    ...hostArguments,
    portable: { type: 'boolean', description: 'write no absolute path' },
  },
  run: install,
}

async function install(args: CommandArguments, data: CommandData): Promise<undefined> {
  const selection = await selectHosts(args, data, { needsRepository: true })
  const changes = planInstall(
    { ...selection, binaryPath: thisBinary(), portable: args.portable === true },
    configFiles,
  )
  const dryRun = args['dry-run'] === true
  if (!dryRun) await applyPlan(changes)
  showChanges(changes, data, { dryRun, offered: offeredHosts(args, selection) })
}
