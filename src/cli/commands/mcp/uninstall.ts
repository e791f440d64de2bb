/** `mcp uninstall`: takes the entry out of the settings of each host asked for, and what is empty then. */
import { applyPlan } from '../../../mcp/install/apply-plan.ts'
import { configFiles } from '../../../mcp/install/config-files.ts'
import { planUninstall } from '../../../mcp/install/plan-install.ts'
import type { Command, CommandArguments, CommandData } from '../../command.ts'
import { hostArguments, selectHosts } from './select-hosts.ts'
import { showChanges } from './show-changes.ts'

export const command: Command = {
  usage: ['ultragit mcp uninstall [--host <name>]... [--global] [--config <file>] [--dry-run]'],
  examples: [
    ['ultragit mcp uninstall', 'out of .mcp.json of this repository'],
    ['ultragit mcp uninstall --host cursor', "out of another host's file"],
    ['ultragit mcp uninstall --global', 'out of Claude Desktop'],
  ],
  formats: ['text', 'json'],
  args: hostArguments,
  run: uninstall,
}

async function uninstall(args: CommandArguments, data: CommandData): Promise<undefined> {
  const changes = planUninstall(await selectHosts(args, data, { needsRepository: false }), configFiles)
  const dryRun = args['dry-run'] === true
  if (!dryRun) await applyPlan(changes)
  showChanges(changes, data, { dryRun, offered: [] })
}
