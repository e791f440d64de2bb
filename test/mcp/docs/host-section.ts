/** Set-up per host as it stands in docs/mcp.md: made by the installer itself, so that it stays true. */
import type { Host } from '../../../src/mcp/hosts/host.ts'
import { type HostName, hostNamed, hostNames } from '../../../src/mcp/hosts/host-table.ts'
import { planInstall } from '../../../src/mcp/install/plan-install.ts'

const machine = { platform: 'linux', home: '~', env: {} } as const
const request = {
  ...machine,
  repoRoot: '/home/you/app',
  binaryPath: '/usr/local/bin/ultragit',
  portable: false,
}
const noFiles = {
  isFile: () => false,
  isFolder: () => false,
  read: () => undefined,
  resolve: (path: string) => path,
}

export function hostSection(): string {
  return hostNames.map((name) => hostPart(name, hostNamed(name))).join('\n\n')
}

function hostPart(name: HostName, host: Host): string {
  const scope = host.projectFiles.length > 0 ? 'project' : 'user'
  const [change] = planInstall({ ...request, hosts: [name], scope }, noFiles)
  const command =
    scope === 'project' ? (name === 'claude-code' ? '' : ` --host ${name}`) : ` --global --host ${name}`
  const user = host.userFiles(machine).map((file) => `\`${file}\``)
  return [
    `### ${name}`,
    '',
    `\`ultragit mcp install${command}\``,
    '',
    `- in a project: ${host.projectFiles.map((file) => `\`${file}\``).join(' or ') || 'no such file'}`,
    `- for the user: ${user.join(' or ')}${placeNote(host)}`,
    `- started in: ${standing(host)}`,
    '',
    `\`\`\`${host.format === 'json' ? 'json' : host.format}`,
    (change?.after ?? '').trimEnd(),
    '```',
  ].join('\n')
}

/** Where another platform keeps it elsewhere. */
function placeNote(host: Host): string {
  const [linux] = host.userFiles(machine)
  const [mac] = host.userFiles({ ...machine, platform: 'darwin' })
  const [windows] = host.userFiles({ ...machine, platform: 'win32' })
  const notes = [
    ...(mac === linux ? [] : [`macOS: \`${mac}\``]),
    ...(windows?.replaceAll('\\', '/') === linux ? [] : [`Windows: \`${windows}\``]),
  ]
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`
}

function standing(host: Host): string {
  const variable =
    host.projectVariable === undefined ? '' : `; \`${host.projectVariable}\` names the open folder`
  if (host.cwd === 'honoured') return `the folder \`cwd\` names${variable}`
  const reason = host.cwd === 'ignored' ? '`cwd` is not relied on' : 'the format has no `cwd`'
  return `a folder of the host's choice: ${reason}, user files get \`--repo\`${variable}`
}
