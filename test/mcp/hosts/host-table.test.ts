import { describe, expect, test } from 'bun:test'
import { foundHosts } from '../../../src/mcp/hosts/found-hosts.ts'
import type { Machine } from '../../../src/mcp/hosts/host.ts'
import { type FileSigns, hostFile } from '../../../src/mcp/hosts/host-file.ts'
import { type HostName, hostNamed, hostNames } from '../../../src/mcp/hosts/host-table.ts'
import { projectDirectories } from '../../../src/mcp/hosts/project-directories.ts'
import { serverLaunch } from '../../../src/mcp/hosts/server-launch.ts'

const linux: Machine = { platform: 'linux', home: '/home/ada', env: {} }
const mac: Machine = { platform: 'darwin', home: '/Users/ada', env: {} }
const windows: Machine = {
  platform: 'win32',
  home: 'C:\\Users\\ada',
  env: { APPDATA: 'D:\\Roaming' },
}
const nothing: FileSigns = { isFile: () => false, isFolder: () => false }

function userFile(name: HostName, machine: Machine, signs = nothing): string {
  return hostFile(hostNamed(name), 'user', { machine, repoRoot: '/repo', signs }).file
}

const paths: Record<HostName, [project: string | undefined, linux: string, mac: string, windows: string]> = {
  'claude-code': [
    '.mcp.json',
    '/home/ada/.claude.json',
    '/Users/ada/.claude.json',
    'C:\\Users\\ada\\.claude.json',
  ],
  'claude-desktop': [
    undefined,
    '/home/ada/.config/claude/claude_desktop_config.json',
    '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
    'D:\\Roaming\\Claude\\claude_desktop_config.json',
  ],
  cursor: [
    '.cursor/mcp.json',
    '/home/ada/.cursor/mcp.json',
    '/Users/ada/.cursor/mcp.json',
    'C:\\Users\\ada\\.cursor\\mcp.json',
  ],
  vscode: [
    '.vscode/mcp.json',
    '/home/ada/.config/Code/User/mcp.json',
    '/Users/ada/Library/Application Support/Code/User/mcp.json',
    'D:\\Roaming\\Code\\User\\mcp.json',
  ],
  windsurf: [
    undefined,
    '/home/ada/.codeium/windsurf/mcp_config.json',
    '/Users/ada/.codeium/windsurf/mcp_config.json',
    'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json',
  ],
  zed: [
    '.zed/settings.json',
    '/home/ada/.config/zed/settings.json',
    '/Users/ada/.config/zed/settings.json',
    'D:\\Roaming\\Zed\\settings.json',
  ],
  codex: [
    '.codex/config.toml',
    '/home/ada/.codex/config.toml',
    '/Users/ada/.codex/config.toml',
    'C:\\Users\\ada\\.codex\\config.toml',
  ],
  gemini: [
    '.gemini/settings.json',
    '/home/ada/.gemini/settings.json',
    '/Users/ada/.gemini/settings.json',
    'C:\\Users\\ada\\.gemini\\settings.json',
  ],
  qbit: [
    '.qbit/mcp.json',
    '/home/ada/.qbit/mcp.json',
    '/Users/ada/.qbit/mcp.json',
    'C:\\Users\\ada\\.qbit\\mcp.json',
  ],
  opencode: [
    'opencode.json',
    '/home/ada/.config/opencode/opencode.json',
    '/Users/ada/.config/opencode/opencode.json',
    'C:\\Users\\ada\\.config\\opencode\\opencode.json',
  ],
  kiro: [
    '.kiro/settings/mcp.json',
    '/home/ada/.kiro/settings/mcp.json',
    '/Users/ada/.kiro/settings/mcp.json',
    'C:\\Users\\ada\\.kiro\\settings\\mcp.json',
  ],
}

describe('the files of a host', () => {
  test('are in the table for exactly the known hosts', () => {
    expect(Object.keys(paths)).toEqual(hostNames)
  })

  test.each(Object.entries(paths))(
    'of %s are where it reads them',
    (name, [project, onLinux, onMac, onWindows]) => {
      const host = hostNamed(name as HostName) // a key of the table above
      expect(userFile(name as HostName, linux)).toBe(onLinux)
      expect(userFile(name as HostName, mac)).toBe(onMac)
      expect(userFile(name as HostName, windows)).toBe(onWindows)
      const inProject = hostFile(host, 'project', { machine: linux, repoRoot: '/repo', signs: nothing })
      expect(inProject).toEqual(
        project === undefined
          ? { file: onLinux, scope: 'user' }
          : { file: `/repo/${project}`, scope: 'project' },
      )
      if (project === undefined) return
      const there = { machine: windows, repoRoot: 'C:\\work', signs: nothing }
      expect(hostFile(host, 'project', there).file).toBe(`C:\\work\\${project.replaceAll('/', '\\')}`)
    },
  )

  test('follow the variables that move them, if those are absolute', () => {
    const env = { XDG_CONFIG_HOME: '/xdg', CODEX_HOME: '/codex', CLAUDE_CONFIG_DIR: '/claude' }
    const moved = { ...linux, env }
    expect(userFile('zed', moved)).toBe('/xdg/zed/settings.json')
    expect(userFile('opencode', { ...mac, env })).toBe('/xdg/opencode/opencode.json')
    expect(userFile('vscode', moved)).toBe('/xdg/Code/User/mcp.json')
    expect(userFile('codex', moved)).toBe('/codex/config.toml')
    expect(userFile('claude-code', moved)).toBe('/claude/.claude.json')
    expect(userFile('zed', { ...linux, env: { XDG_CONFIG_HOME: 'relative' } })).toBe(
      '/home/ada/.config/zed/settings.json',
    )
    expect(userFile('vscode', { ...windows, env: {} })).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json',
    )
  })

  test('of Claude Desktop on Linux are in Claude when only that folder exists', () => {
    const folders = (...names: string[]) => ({
      isFile: () => false,
      isFolder: (path: string) => names.some((name) => path === `/home/ada/.config/${name}`),
    })
    const file = (folder: string) => `/home/ada/.config/${folder}/claude_desktop_config.json`
    expect(userFile('claude-desktop', linux, folders('Claude'))).toBe(file('Claude'))
    expect(userFile('claude-desktop', linux, folders('claude', 'Claude'))).toBe(file('claude'))
    expect(userFile('claude-desktop', linux, folders('claude'))).toBe(file('claude'))
  })

  test('of opencode may have the name with comments', () => {
    const signs = { isFile: (path: string) => path.endsWith('.jsonc'), isFolder: () => true }
    expect(userFile('opencode', linux, signs)).toBe('/home/ada/.config/opencode/opencode.jsonc')
    const place = { machine: linux, repoRoot: '/repo', signs }
    expect(hostFile(hostNamed('opencode'), 'project', place).file).toBe('/repo/opencode.jsonc')
  })
})

const wishes = { repoRoot: '/repo', binaryPath: '/opt/ultragit', portable: false }
const bare = { command: 'ultragit', args: ['mcp', 'start'] }
const inRepo = { ...bare, cwd: '/repo' }
const fromUser = { command: '/opt/ultragit', args: ['mcp', 'start', '--repo', '/repo'] }
const fromUserInRepo = { command: '/opt/ultragit', args: ['mcp', 'start'], cwd: '/repo' }
const folder = '$' + '{workspaceFolder}'

const shapes: Record<HostName, [key: string, project: object, user: object, portable: object]> = {
  'claude-code': ['mcpServers', inRepo, fromUser, bare],
  'claude-desktop': ['mcpServers', inRepo, fromUser, bare],
  cursor: ['mcpServers', inRepo, fromUser, { ...bare, args: ['mcp', 'start', '--repo', folder] }],
  vscode: [
    'servers',
    { type: 'stdio', ...inRepo },
    { type: 'stdio', ...fromUserInRepo },
    { type: 'stdio', ...bare, cwd: folder },
  ],
  windsurf: ['mcpServers', inRepo, fromUser, bare],
  zed: ['context_servers', bare, fromUser, bare],
  codex: ['mcp_servers', inRepo, fromUserInRepo, bare],
  gemini: ['mcpServers', inRepo, fromUserInRepo, bare],
  qbit: ['mcpServers', bare, fromUser, bare],
  opencode: [
    'mcp',
    { type: 'local', command: ['ultragit', 'mcp', 'start'] },
    { type: 'local', command: ['/opt/ultragit', 'mcp', 'start', '--repo', '/repo'] },
    { type: 'local', command: ['ultragit', 'mcp', 'start'] },
  ],
  kiro: ['mcpServers', inRepo, fromUser, bare],
}

describe('the entry for a host', () => {
  test.each(Object.entries(shapes))('%s has its shape', (name, [key, project, user, portable]) => {
    const host = hostNamed(name as HostName) // a key of the table above
    expect(host.container).toBe(key)
    expect(host.entry(serverLaunch(host, 'project', wishes))).toEqual(project as never)
    expect(host.entry(serverLaunch(host, 'user', wishes))).toEqual(user as never)
    for (const scope of ['project', 'user'] as const) {
      const entry = host.entry(serverLaunch(host, scope, { ...wishes, portable: true }))
      expect(entry).toEqual(portable as never)
      expect(JSON.stringify(entry)).not.toContain('"/')
    }
  })
})

test('hosts are found by the folders they leave', () => {
  const there = new Set(['/home/ada/.cursor', '/home/ada/.config/Claude', '/home/ada/.kiro'])
  expect(foundHosts(linux, (path) => there.has(path))).toEqual(['claude-desktop', 'cursor', 'kiro'])
  expect(foundHosts(linux, () => false)).toEqual([])
})

test('the folders named by hosts are tried in the order of the table, only if absolute', () => {
  expect(projectDirectories({ WORKSPACE_FOLDER_PATHS: '/a,b,/c', CLAUDE_PROJECT_DIR: '/p' })).toEqual([
    '/p',
    '/a,b,/c',
    '/a',
    '/c',
  ])
  expect(projectDirectories({ CLAUDE_PROJECT_DIR: '..', WORKSPACE_FOLDER_PATHS: '' })).toEqual([])
})
