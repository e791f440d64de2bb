import { describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { UltragitError } from '../../../src/base/errors.ts'
import { type HostName, hostNames } from '../../../src/mcp/hosts/host-table.ts'
import { applyPlan } from '../../../src/mcp/install/apply-plan.ts'
import { configFiles } from '../../../src/mcp/install/config-files.ts'
import {
  type InstallRequest,
  planInstall,
  planUninstall,
  type UninstallRequest,
} from '../../../src/mcp/install/plan-install.ts'
import { tempFolder } from '../../support/temp-repo.ts'

interface Room {
  readonly root: string
  readonly home: string
  write(path: string, text: string | Uint8Array): string
}

function makeRoom(): Room {
  const folder = tempFolder()
  const root = join(folder, 'repo')
  const home = join(folder, 'home')
  mkdirSync(root)
  mkdirSync(home)
  return {
    root,
    home,
    write(path, text) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      return file
    },
  }
}

type Wish = Partial<InstallRequest> & { hosts: readonly HostName[] }

function requestIn({ root, home }: Room, wish: Wish): InstallRequest {
  const machine = { platform: 'linux', home, env: {} } as const
  return {
    ...machine,
    scope: 'project',
    repoRoot: root,
    binaryPath: '/opt/ultragit',
    portable: false,
    ...wish,
  }
}

async function install(room: Room, wish: Wish) {
  const plan = planInstall(requestIn(room, wish), configFiles)
  await applyPlan(plan)
  return plan
}

async function uninstall(room: Room, wish: Wish) {
  const request: UninstallRequest = requestIn(room, wish)
  const plan = planUninstall(request, configFiles)
  await applyPlan(plan)
  return plan
}

function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const plain = files.filter((file) => statSync(join(folder, file)).isFile())
  return Object.fromEntries(plain.sort().map((file) => [file, readFileSync(join(folder, file), 'latin1')]))
}

function problemOf(work: () => unknown): UltragitError {
  try {
    work()
  } catch (error) {
    if (error instanceof UltragitError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('mcp install', () => {
  test('makes the file of every host, once, and uninstall leaves no file', async () => {
    for (const scope of ['project', 'user'] as const) {
      const room = makeRoom()
      const first = await install(room, { hosts: hostNames, scope })
      expect(first.map(({ action }) => action)).toEqual(hostNames.map(() => 'created'))
      for (const { file, after } of first) expect(readFileSync(file, 'utf8')).toBe(after ?? '')
      const again = await install(room, { hosts: hostNames, scope })
      expect(again.map(({ action }) => action)).toEqual(hostNames.map(() => 'unchanged'))
      const gone = await uninstall(room, { hosts: hostNames, scope })
      expect(gone.map(({ action }) => action)).toEqual(hostNames.map(() => 'removed'))
      expect(snapshot(room.root)).toEqual({})
      expect(snapshot(room.home)).toEqual({})
    }
  })

  test('writes the entry of the contract into .mcp.json', async () => {
    const room = makeRoom()
    const [change] = await install(room, { hosts: ['claude-code'] })
    expect(change?.file).toBe(join(room.root, '.mcp.json'))
    expect(JSON.parse(readFileSync(join(room.root, '.mcp.json'), 'utf8'))).toEqual({
      mcpServers: { ultragit: { command: 'ultragit', args: ['mcp', 'start'], cwd: room.root } },
    })
  })

  test('does not touch a file that says the same, whatever its form', async () => {
    const room = makeRoom()
    const text = `{"mcpServers":{ "ultragit" : {"env":{"A":"1"},\n"cwd":${JSON.stringify(room.root)},\t"args":["mcp" ,"start"],"command":"ultragit"} } }`
    const file = room.write('repo/.mcp.json', text)
    utimesSync(file, 1000, 1000)
    const before = statSync(file)
    const [change] = await install(room, { hosts: ['claude-code'] })
    expect(change?.action).toBe('unchanged')
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(statSync(file).mtimeMs).toBe(before.mtimeMs)
    expect(statSync(file).ino).toBe(before.ino)
  })

  test('updates an entry that differs and keeps foreign keys and servers', async () => {
    const room = makeRoom()
    const file = room.write(
      'repo/.mcp.json',
      '{"mcpServers": {"other": {"command": "x"}, "ultragit": {"command": "/old", "args": [], "env": {"A": "1"}}}}',
    )
    const [change] = await install(room, { hosts: ['claude-code'], portable: true })
    expect(change?.action).toBe('updated')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: {
        other: { command: 'x' },
        ultragit: { command: 'ultragit', args: ['mcp', 'start'], env: { A: '1' } },
      },
    })
  })

  test('says when a host has no project file', () => {
    const room = makeRoom()
    const request = requestIn(room, { hosts: ['windsurf', 'cursor'] })
    const [windsurf, cursor] = planInstall(request, configFiles)
    expect(windsurf).toMatchObject({ scope: 'user', file: `${room.home}/.codeium/windsurf/mcp_config.json` })
    expect(windsurf?.remarks).toEqual(["windsurf has no file in a project; this is the user's file"])
    expect(windsurf?.after).toContain('"command": "/opt/ultragit"')
    expect(cursor).toMatchObject({ scope: 'project', remarks: [] })
  })

  test('says when a file has more than plain JSON for a host that reads no more', async () => {
    const room = makeRoom()
    room.write('repo/.mcp.json', '{\n  // mine\n  "a": 1\n}')
    room.write('repo/.vscode/mcp.json', '{\n  // mine\n  "a": 1\n}')
    const [claude, vscode] = await install(room, { hosts: ['claude-code', 'vscode'] })
    expect(claude?.remarks).toEqual(['line 2 is not plain JSON; claude-code may not read this file'])
    expect(vscode?.remarks).toEqual([])
  })

  test('takes any file in the shape of a host, as a project file', async () => {
    const room = makeRoom()
    const file = room.write('elsewhere/settings.json', '{\n    "a": 1\n}\n')
    await install(room, { hosts: ['claude-desktop'], config: file, scope: 'user' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      a: 1,
      mcpServers: { ultragit: { command: 'ultragit', args: ['mcp', 'start'], cwd: room.root } },
    })
    await uninstall(room, { hosts: ['claude-desktop'], config: file })
    expect(readFileSync(file, 'utf8')).toBe('{\n    "a": 1\n}\n')
  })

  test('touches nothing when one of several files is broken', () => {
    const room = makeRoom()
    room.write('repo/.cursor/mcp.json', '{"mcpServers": {}}')
    room.write('repo/.zed/settings.json', '{\n  "a": 1\n  "b": 2\n}')
    const before = snapshot(room.root)
    const request = requestIn(room, { hosts: ['claude-code', 'cursor', 'zed'] })
    for (const plan of [planInstall, planUninstall]) {
      const problem = problemOf(() => plan(request, configFiles))
      expect(problem.code).toBe('config_invalid')
      expect(problem.message).toBe(`${room.root}/.zed/settings.json:3:3: expected ',' or '}'`)
    }
    expect(snapshot(room.root)).toEqual(before)
  })

  test('refuses what is no text file', () => {
    const room = makeRoom()
    room.write('repo/.mcp.json', Uint8Array.of(0x7b, 0xff, 0x7d))
    const request = requestIn(room, { hosts: ['claude-code'] })
    expect(problemOf(() => planInstall(request, configFiles)).message).toContain('is not UTF-8 text')
    mkdirSync(join(room.root, '.cursor/mcp.json'), { recursive: true })
    const folder = requestIn(room, { hosts: ['cursor'] })
    expect(problemOf(() => planInstall(folder, configFiles)).message).toContain('must be a plain file')
  })

  test('fills an empty file', async () => {
    const room = makeRoom()
    const file = room.write('repo/.mcp.json', '')
    const [change] = await install(room, { hosts: ['claude-code'] })
    expect(change?.action).toBe('updated')
    expect(readFileSync(file, 'utf8')).toContain('"ultragit"')
  })
})

describe('mcp uninstall', () => {
  test('without an entry changes nothing, not even an empty document', async () => {
    const room = makeRoom()
    const file = room.write('repo/.mcp.json', '{}')
    const [claude, cursor] = await uninstall(room, { hosts: ['claude-code', 'cursor'] })
    expect([claude?.action, cursor?.action]).toEqual(['unchanged', 'unchanged'])
    expect(readFileSync(file, 'utf8')).toBe('{}')
    expect(existsSync(join(room.root, '.cursor'))).toBe(false)
  })

  test('gives foreign bytes back exactly, in JSON and TOML', async () => {
    const room = makeRoom()
    const texts = {
      'repo/.mcp.json': '\ufeff{\r\n\t"mcpServers" : { "a": {"command": "x"} }\r\n}',
      'repo/.codex/config.toml': '# mine\nmodel = "x"',
      'repo/.zed/settings.json': '// Zed\n{\n  "theme": "One", // dark\n}\n',
    }
    for (const [path, text] of Object.entries(texts)) room.write(path, text)
    const before = snapshot(room.root)
    await install(room, { hosts: ['claude-code', 'codex', 'zed'] })
    expect(snapshot(room.root)).not.toEqual(before)
    await uninstall(room, { hosts: ['claude-code', 'codex', 'zed'] })
    expect(snapshot(room.root)).toEqual(before)
  })
})

describe('a plan is written', () => {
  test('through links, which stay, also to a file that is not there yet', async () => {
    const room = makeRoom()
    const target = room.write('dotfiles/mcp.json', '{"a": 1}')
    symlinkSync(target, join(room.root, '.mcp.json'))
    symlinkSync('../../dotfiles/new.json', join(room.root, 'link.json'))
    mkdirSync(join(room.root, '.cursor'))
    symlinkSync('../link.json', join(room.root, '.cursor/mcp.json'))
    room.write('repo/.qbit/keep', '')
    const missing = join(room.root, '../dotfiles/deep/zed.json')
    mkdirSync(join(room.root, '.zed'))
    symlinkSync(missing, join(room.root, '.zed/settings.json'))
    const plan = await install(room, { hosts: ['claude-code', 'zed'] })
    expect(plan[0]).toMatchObject({ file: join(room.root, '.mcp.json'), target })
    expect(lstatSync(join(room.root, '.mcp.json')).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(target, 'utf8')).mcpServers).toBeDefined()
    expect(readFileSync(missing, 'utf8')).toContain('context_servers')
    await uninstall(room, { hosts: ['claude-code', 'zed'] })
    expect(readFileSync(target, 'utf8')).toBe('{"a": 1}')
    expect(lstatSync(join(room.root, '.zed/settings.json')).isSymbolicLink()).toBe(true)
    expect(existsSync(missing)).toBe(false)
  })

  test('is refused where links go in circles', () => {
    const room = makeRoom()
    symlinkSync('.mcp.json', join(room.root, '.mcp.json'))
    const request = requestIn(room, { hosts: ['claude-code'] })
    expect(problemOf(() => planInstall(request, configFiles)).message).toContain('too many links')
  })

  test('once where two hosts share a file', async () => {
    const room = makeRoom()
    room.write('repo/shared.json', '{}')
    mkdirSync(join(room.root, '.cursor'))
    symlinkSync('shared.json', join(room.root, '.mcp.json'))
    mkdirSync(join(room.root, '.zed'))
    symlinkSync('../shared.json', join(room.root, '.zed/settings.json'))
    await install(room, { hosts: ['claude-code', 'zed'] })
    const written = JSON.parse(readFileSync(join(room.root, 'shared.json'), 'utf8'))
    expect(Object.keys(written)).toEqual(['mcpServers', 'context_servers'])
  })

  test.skipIf(process.platform === 'win32')(
    'with the permissions of the file, or those of its kind',
    async () => {
      const room = makeRoom()
      const file = room.write('repo/.mcp.json', '{}')
      chmodSync(file, 0o640)
      await install(room, { hosts: ['claude-code', 'cursor', 'windsurf'] })
      const mode = (path: string) => statSync(path).mode & 0o777
      expect(mode(file)).toBe(0o640)
      expect(mode(join(room.root, '.cursor/mcp.json'))).toBe(0o644 & ~process.umask())
      expect(mode(join(room.home, '.codeium/windsurf/mcp_config.json'))).toBe(0o600)
    },
  )

  test('without leaving anything beside the file', async () => {
    const room = makeRoom()
    await install(room, { hosts: ['claude-code'] })
    expect(readdirSync(room.root)).toEqual(['.mcp.json'])
  })

  test('not at all when one file cannot be written', async () => {
    const room = makeRoom()
    room.write('repo/.cursor', 'a file where a folder must be')
    const plan = planInstall(requestIn(room, { hosts: ['claude-code', 'cursor'] }), configFiles)
    await expect(applyPlan(plan)).rejects.toThrow(
      `cannot write '${room.root}/.cursor/mcp.json': a part of the path is not a folder`,
    )
    expect(Object.keys(snapshot(room.root))).toEqual(['.cursor'])
  })

  test.skipIf(process.getuid?.() === 0)('not at all into a read-only folder', async () => {
    const room = makeRoom()
    chmodSync(room.root, 0o555)
    try {
      const plan = planInstall(requestIn(room, { hosts: ['claude-code'] }), configFiles)
      await expect(applyPlan(plan)).rejects.toThrow(
        `cannot write '${room.root}/.mcp.json': permission denied`,
      )
    } finally {
      chmodSync(room.root, 0o755)
    }
  })

  test('not over a file that changed since', async () => {
    const room = makeRoom()
    const file = room.write('repo/.mcp.json', '{"a": 1}')
    const plan = planInstall(requestIn(room, { hosts: ['claude-code'] }), configFiles)
    writeFileSync(file, '{"a": 2}')
    await expect(applyPlan(plan)).rejects.toThrow('was changed meanwhile')
    expect(readFileSync(file, 'utf8')).toBe('{"a": 2}')
  })
})
