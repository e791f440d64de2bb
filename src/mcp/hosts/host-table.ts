/** Every host `mcp install` knows. To add one, add a row: nothing else names a host. */
import { posix, win32 } from 'node:path'
import type { EntryValue, Host, Launch, Machine } from './host.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: the hosts replace it, not we
const workspaceFolder = '${workspaceFolder}'

export const hostTable = {
  'claude-code': {
    projectFiles: ['.mcp.json'],
    userFiles: (machine) => [inFolderOf(machine, 'CLAUDE_CONFIG_DIR', [], '.claude.json')],
    traces: (machine) => [
      inHome(machine, '.claude'),
      inFolderOf(machine, 'CLAUDE_CONFIG_DIR', [], '.claude.json'),
    ],
    format: 'json',
    container: 'mcpServers',
    entry: plainEntry,
    cwd: 'ignored',
    projectVariable: 'CLAUDE_PROJECT_DIR',
  },
  'claude-desktop': {
    projectFiles: [],
    userFiles: (machine) => inDesktopFolders(machine, 'claude_desktop_config.json'),
    traces: (machine) => inDesktopFolders(machine),
    format: 'json',
    container: 'mcpServers',
    entry: plainEntry,
    cwd: 'ignored',
  },
  cursor: {
    projectFiles: ['.cursor/mcp.json'],
    userFiles: (machine) => [inHome(machine, '.cursor', 'mcp.json')],
    traces: (machine) => [inHome(machine, '.cursor')],
    format: 'jsonc',
    container: 'mcpServers',
    entry: plainEntry,
    cwd: 'ignored',
    workspace: { variable: workspaceFolder, in: 'args' },
    projectVariable: 'WORKSPACE_FOLDER_PATHS',
  },
  vscode: {
    projectFiles: ['.vscode/mcp.json'],
    userFiles: (machine) => [inAppData(machine, 'Code', 'User', 'mcp.json')],
    traces: (machine) => [inAppData(machine, 'Code'), inHome(machine, '.vscode')],
    format: 'jsonc',
    container: 'servers',
    entry: (launch) => ({ type: 'stdio', ...plainEntry(launch) }),
    cwd: 'honoured',
    workspace: { variable: workspaceFolder, in: 'cwd' },
  },
  windsurf: {
    projectFiles: [],
    userFiles: (machine) => [inHome(machine, '.codeium', 'windsurf', 'mcp_config.json')],
    traces: (machine) => [inHome(machine, '.codeium', 'windsurf')],
    format: 'jsonc',
    container: 'mcpServers',
    entry: plainEntry,
    cwd: 'ignored',
  },
  zed: {
    projectFiles: ['.zed/settings.json'],
    userFiles: (machine) => [inZedFolder(machine, 'settings.json')],
    traces: (machine) => [inZedFolder(machine)],
    format: 'jsonc',
    container: 'context_servers',
    entry: plainEntry,
    // Zed starts servers in the root of the open project and has declined to make that a setting.
    cwd: 'none',
  },
  codex: {
    projectFiles: ['.codex/config.toml'],
    userFiles: (machine) => [inFolderOf(machine, 'CODEX_HOME', ['.codex'], 'config.toml')],
    traces: (machine) => [inFolderOf(machine, 'CODEX_HOME', ['.codex'])],
    format: 'toml',
    container: 'mcp_servers',
    entry: plainEntry,
    cwd: 'honoured',
  },
  gemini: {
    projectFiles: ['.gemini/settings.json'],
    userFiles: (machine) => [inHome(machine, '.gemini', 'settings.json')],
    traces: (machine) => [inHome(machine, '.gemini')],
    format: 'jsonc',
    container: 'mcpServers',
    entry: plainEntry,
    cwd: 'honoured',
  },
  qbit: {
    projectFiles: ['.qbit/mcp.json'],
    userFiles: (machine) => [inHome(machine, '.qbit', 'mcp.json')],
    traces: (machine) => [inHome(machine, '.qbit')],
    format: 'json',
    container: 'mcpServers',
    entry: plainEntry,
    cwd: 'none',
  },
  opencode: {
    projectFiles: ['opencode.json', 'opencode.jsonc'],
    userFiles: (machine) => [
      inConfigHome(machine, 'opencode', 'opencode.json'),
      inConfigHome(machine, 'opencode', 'opencode.jsonc'),
    ],
    traces: (machine) => [inConfigHome(machine, 'opencode')],
    format: 'jsonc',
    container: 'mcp',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
    // Versions before June 2026 do not start at all when an entry has a key they do not know, `cwd` among them.
    cwd: 'none',
  },
  kiro: {
    projectFiles: ['.kiro/settings/mcp.json'],
    userFiles: (machine) => [inHome(machine, '.kiro', 'settings', 'mcp.json')],
    traces: (machine) => [inHome(machine, '.kiro')],
    format: 'jsonc',
    container: 'mcpServers',
    entry: plainEntry,
    cwd: 'ignored',
  },
} as const satisfies Readonly<Record<string, Host>>

export type HostName = keyof typeof hostTable

export const hostNames = Object.keys(hostTable) as HostName[] // keys of a constant

export function hostNamed(name: HostName): Host {
  return hostTable[name]
}

function plainEntry({ command, args, cwd }: Launch): Record<string, EntryValue> {
  return { command, args, ...(cwd === undefined ? {} : { cwd }) }
}

function inHome(machine: Machine, ...parts: string[]): string {
  return pathsOf(machine).join(machine.home, ...parts)
}

/** Below the folder an environment variable names, else below its default in the home folder. */
function inFolderOf(machine: Machine, variable: string, fallback: string[], ...parts: string[]): string {
  const paths = pathsOf(machine)
  const named = machine.env[variable]
  const folder =
    named !== undefined && paths.isAbsolute(named) ? named : paths.join(machine.home, ...fallback)
  return paths.join(folder, ...parts)
}

/** `$XDG_CONFIG_HOME`, else `~/.config`. */
function inConfigHome(machine: Machine, ...parts: string[]): string {
  return inFolderOf(machine, 'XDG_CONFIG_HOME', ['.config'], ...parts)
}

/** Where desktop programs keep what is theirs. */
function inAppData(machine: Machine, ...parts: string[]): string {
  if (machine.platform === 'win32') return inFolderOf(machine, 'APPDATA', ['AppData', 'Roaming'], ...parts)
  if (machine.platform === 'darwin') return inHome(machine, 'Library', 'Application Support', ...parts)
  return inConfigHome(machine, ...parts)
}

/** On Linux there are two spellings: the documented one comes first. */
function inDesktopFolders(machine: Machine, ...parts: string[]): string[] {
  const names = machine.platform === 'linux' ? ['claude', 'Claude'] : ['Claude']
  return names.map((name) => inAppData(machine, name, ...parts))
}

function inZedFolder(machine: Machine, ...parts: string[]): string {
  if (machine.platform === 'win32') return inAppData(machine, 'Zed', ...parts)
  if (machine.platform === 'darwin') return inHome(machine, '.config', 'zed', ...parts)
  return inConfigHome(machine, 'zed', ...parts)
}

export function pathsOf(machine: Pick<Machine, 'platform'>): typeof posix {
  return machine.platform === 'win32' ? win32 : posix
}
