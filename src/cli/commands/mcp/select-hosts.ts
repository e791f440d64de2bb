/** Which hosts, which of their files, on which machine: what `install` and `uninstall` are asked alike. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { UltragitError } from '../../../base/errors.ts'
import { discover } from '../../../git/discover.ts'
import { foundHosts } from '../../../mcp/hosts/found-hosts.ts'
import type { Machine, Scope } from '../../../mcp/hosts/host.ts'
import { type HostName, hostNamed, hostNames } from '../../../mcp/hosts/host-table.ts'
import type { UninstallRequest } from '../../../mcp/install/plan-install.ts'
import {
  type ArgumentTable,
  type CommandArguments,
  type CommandData,
  listArgument,
  type Surroundings,
  textArgument,
} from '../../command.ts'

export const hostArguments = {
  host: {
    type: 'string',
    multiple: true,
    options: [...hostNames],
    description: `a host: ${hostNames.join(', ')}`,
  },
  global: { type: 'boolean', description: "the user's file; without --host, Claude Desktop's" },
  config: { type: 'string', description: 'this file, in the shape of --host or of claude-code' },
  'dry-run': { type: 'boolean', description: 'show what would change and write nothing' },
} as const satisfies ArgumentTable

export async function selectHosts(
  args: CommandArguments,
  { surroundings, flags }: CommandData,
  { needsRepository }: { needsRepository: boolean },
): Promise<UninstallRequest> {
  const scope: Scope = args.global === true ? 'user' : 'project'
  const config = textArgument(args, 'config')
  const hosts = askedHosts(args, scope, config)
  const inProject = scope === 'project' && config === undefined
  const needed =
    needsRepository || (inProject && hosts.some((host) => hostNamed(host).projectFiles.length > 0))
  const from = resolve(surroundings.cwd, flags.repo ?? '.')
  return {
    ...machineOf(surroundings),
    hosts,
    scope,
    repoRoot: needed ? await repositoryRoot(from, surroundings.env, inProject) : from,
    ...(config === undefined ? {} : { config: resolve(surroundings.cwd, config) }),
  }
}

/** Hosts that are here and were not asked for; named only to those who asked for none. */
export function offeredHosts(args: CommandArguments, request: UninstallRequest): HostName[] {
  if (listArgument(args, 'host').length > 0 || request.config !== undefined) return []
  return foundHosts(request, existsSync).filter((name) => !request.hosts.includes(name))
}

function askedHosts(args: CommandArguments, scope: Scope, config: string | undefined): HostName[] {
  const asked = new Set(listArgument(args, 'host'))
  const hosts = hostNames.filter((name) => asked.has(name))
  if (config !== undefined && scope === 'user')
    throw new UltragitError('usage', "'--config' names the file; '--global' would name another", {
      hint: 'leave one of them out',
    })
  if (config !== undefined && hosts.length > 1)
    throw new UltragitError('usage', "'--config' takes the shape of one host", { hint: 'give one --host' })
  if (hosts.length > 0) return hosts
  return [scope === 'user' ? 'claude-desktop' : 'claude-code']
}

async function repositoryRoot(from: string, env: Surroundings['env'], inProject: boolean): Promise<string> {
  const { layout } = await discover(from, env)
  if (layout.workTree === undefined && inProject)
    throw new UltragitError('usage', 'a bare repository has no folder for project files', {
      hint: 'ultragit mcp install --global',
    })
  return layout.workTree ?? layout.gitDir
}

export function machineOf({ env }: Surroundings): Machine {
  // Every other system keeps its files the way Linux does.
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
  const home = platform === 'win32' ? env.USERPROFILE : env.HOME
  return { platform, home: home === undefined || home === '' ? homedir() : home, env }
}
