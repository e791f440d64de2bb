/** How a host is to start the server: by name where the file is shared, by absolute path where it is the user's own. */
import type { Host, Launch, Scope } from './host.ts'

export interface LaunchWishes {
  readonly repoRoot: string
  readonly binaryPath: string
  /** No absolute path at all: the file may be committed and used by others. */
  readonly portable: boolean
}

export function serverLaunch(host: Host, scope: Scope, wishes: LaunchWishes): Launch {
  const start = ['mcp', 'start']
  const { repoRoot, binaryPath, portable } = wishes
  if (portable) {
    const variable = host.workspace?.variable
    const args =
      variable === undefined || host.workspace?.in !== 'args' ? start : [...start, '--repo', variable]
    return { command: 'ultragit', args, cwd: host.workspace?.in === 'cwd' ? variable : undefined }
  }
  if (scope === 'project')
    return { command: 'ultragit', args: start, cwd: host.cwd === 'none' ? undefined : repoRoot }
  if (host.cwd === 'honoured') return { command: binaryPath, args: start, cwd: repoRoot }
  return { command: binaryPath, args: [...start, '--repo', repoRoot], cwd: undefined }
}
