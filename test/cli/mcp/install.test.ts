import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaryPath, ultragit } from '../../support/binary.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { call } from '../call.ts'

interface Room {
  readonly repo: TempRepo
  readonly home: string
  run(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }>
}

function makeRoom(): Room {
  const repo = TempRepo.init()
  const home = tempFolder()
  return {
    repo,
    home,
    run: (...args) => call(args, { cwd: repo.dir, env: { HOME: home, USERPROFILE: home } }),
  }
}

const inJson = (text: string) => JSON.parse(text)

describe('ultragit mcp install', () => {
  test('makes .mcp.json, says so, and says when there is nothing to do', async () => {
    const { repo, run } = makeRoom()
    const file = join(repo.dir, '.mcp.json')
    expect(await run('mcp', 'install')).toEqual({
      status: 0,
      stdout: `created    claude-code  ${file}\n`,
      stderr: '',
    })
    const text = readFileSync(file, 'utf8')
    expect((await run('mcp', 'install')).stdout).toBe(`unchanged  claude-code  ${file}\n`)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect((await run('mcp', 'uninstall')).stdout).toBe(`removed    claude-code  ${file}\n`)
    expect(existsSync(file)).toBe(false)
  })

  test('works from a folder of the repository and with --repo', async () => {
    const { repo, home } = makeRoom()
    const inside = join(repo.dir, 'a/b')
    mkdirSync(inside, { recursive: true })
    const env = { HOME: home }
    expect((await call(['mcp', 'install'], { cwd: inside, env })).status).toBe(0)
    const entry = inJson(readFileSync(join(repo.dir, '.mcp.json'), 'utf8')).mcpServers.ultragit
    expect(entry.cwd).toBe(repo.dir)
    const far = ['mcp', 'install', '--repo', repo.dir, '--host', 'cursor', '--config', 'x.json']
    const elsewhere = tempFolder()
    expect((await call(far, { cwd: elsewhere, env })).status).toBe(0)
    expect(inJson(readFileSync(join(elsewhere, 'x.json'), 'utf8')).mcpServers.ultragit.cwd).toBe(repo.dir)
  })

  test('writes nothing on a dry run and shows the lines', async () => {
    const { repo, run } = makeRoom()
    writeFileSync(join(repo.dir, '.mcp.json'), '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n')
    const { stdout } = await run('mcp', 'install', '--dry-run', '--portable')
    expect(stdout).toBe(
      [
        `updated    claude-code  ${repo.dir}/.mcp.json`,
        '  -    "a": {}',
        '  +    "a": {},',
        '  +    "ultragit": {',
        '  +      "command": "ultragit",',
        '  +      "args": ["mcp", "start"]',
        '  +    }',
        'nothing was written (--dry-run)',
        '',
      ].join('\n'),
    )
    expect(readFileSync(join(repo.dir, '.mcp.json'), 'utf8')).not.toContain('ultragit')
  })

  test('offers the hosts of this machine when none is named', async () => {
    const { home, run } = makeRoom()
    mkdirSync(join(home, '.cursor'))
    mkdirSync(join(home, '.codex'))
    const { stdout } = await run('mcp', 'install')
    expect(stdout).toEndWith(
      '\nalso on this machine: cursor, codex\n  ultragit mcp install --host cursor --host codex\n',
    )
    expect((await run('mcp', 'install', '--host', 'cursor')).stdout).not.toContain('also on this machine')
  })

  test('answers in JSON, remarks included', async () => {
    const { home, repo, run } = makeRoom()
    const { stdout } = await run('mcp', 'install', '--host', 'windsurf', '--host', 'zed', '--format', 'json')
    const user = join(home, '.codeium/windsurf/mcp_config.json')
    const project = join(repo.dir, '.zed/settings.json')
    expect(inJson(stdout)).toEqual({
      dry_run: false,
      changes: [
        {
          host: 'windsurf',
          scope: 'user',
          file: user,
          target: user,
          action: 'created',
          remarks: ["windsurf has no file in a project; this is the user's file"],
        },
        { host: 'zed', scope: 'project', file: project, target: project, action: 'created', remarks: [] },
      ],
      also_found: [],
    })
  })

  test('is refused in one line with a way out', async () => {
    const { repo, run } = makeRoom()
    expect(await run('mcp', 'install', '--host', 'curser')).toMatchObject({ status: 2 })
    expect((await run('mcp', 'install', '--config', 'x', '--global')).stderr).toContain("'--global'")
    expect((await run('mcp', 'install', '--config', 'x', '--host', 'zed', '--host', 'qbit')).status).toBe(2)
    writeFileSync(join(repo.dir, '.mcp.json'), '{\n "a": ]')
    const broken = await run('mcp', 'install')
    expect(broken.status).toBe(5)
    expect(broken.stderr).toStartWith(`error: ${repo.dir}/.mcp.json:2:7: expected a value\nhint: `)
    const outside = await call(['mcp', 'install'], { cwd: tempFolder() })
    expect(outside.status).toBe(3)
  })

  test('in a bare repository leaves only the files of the user', async () => {
    const repo = TempRepo.init('--bare')
    const home = tempFolder()
    const run = (...args: string[]) => call(args, { cwd: repo.dir, env: { HOME: home } })
    expect((await run('mcp', 'install')).stderr).toContain('a bare repository has no folder')
    const { stdout } = await run('mcp', 'install', '--host', 'cursor', '--global', '--format', 'json')
    const [change] = inJson(stdout).changes
    expect(inJson(readFileSync(change.file, 'utf8')).mcpServers.ultragit.args).toEqual([
      'mcp',
      'start',
      '--repo',
      repo.dir,
    ])
  })
})

describe('ultragit mcp uninstall', () => {
  test('needs no repository for the files of the user', async () => {
    const { home, run } = makeRoom()
    expect((await run('mcp', 'install', '--global')).status).toBe(0)
    const away = await call(['mcp', 'uninstall', '--global'], { cwd: tempFolder(), env: { HOME: home } })
    expect(away).toMatchObject({ status: 0, stdout: expect.stringContaining('removed    claude-desktop') })
    expect((await call(['mcp', 'uninstall'], { cwd: tempFolder(), env: { HOME: home } })).status).toBe(3)
  })
})

test('the compiled binary names itself in the files of the user', () => {
  const { repo, home } = makeRoom()
  const run = ultragit(['mcp', 'install', '--global', '--host', 'codex', '--format', 'json'], {
    cwd: repo.dir,
    env: { HOME: home },
  })
  expect(run.stderr).toBe('')
  const file = inJson(run.stdout).changes[0].file
  expect(Bun.TOML.parse(readFileSync(file, 'utf8'))).toEqual({
    mcp_servers: { ultragit: { command: binaryPath(), args: ['mcp', 'start'], cwd: repo.dir } },
  })
})
