/** `mcp status` with the compiled binary: what was installed works, and what is hostile is never run. */
import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { binaryPath, ultragit } from '../../support/binary.ts'
import { type TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo } from '../server/annotated-repo.ts'

interface Status {
  readonly ok: boolean
  readonly entries: readonly {
    readonly host: string
    readonly scope: string
    readonly file: string
    readonly ok: boolean
    readonly reason?: string
    readonly hint?: string
    readonly repository?: string
    readonly remarks?: readonly string[]
    readonly eras?: readonly { readonly era: string; readonly tools: number; readonly latency: number }[]
  }[]
}

/** A machine of its own, with ultragit on its PATH. */
function machine(): { repo: TempRepo; env: Record<string, string>; home: string } {
  const home = tempFolder()
  const path = `${dirname(binaryPath())}:${process.env.PATH}`
  return { repo: annotatedRepo(), home, env: { HOME: home, PATH: path } }
}

function statusOf({ repo, env }: ReturnType<typeof machine>): Status & { exit: number | null } {
  const run = ultragit(['mcp', 'status', '--json'], { cwd: repo.dir, env })
  return { exit: run.status, ...JSON.parse(run.stdout) }
}

function writeEntry(repo: TempRepo, entry: unknown): void {
  repo.write('.mcp.json', JSON.stringify({ mcpServers: { ultragit: entry } }))
}

describe('what install wrote', () => {
  test('works in every host, in both eras, from where the host stands', () => {
    const here = machine()
    const hosts = ['claude-code', 'cursor', 'vscode', 'zed', 'codex', 'gemini', 'qbit', 'opencode', 'kiro']
    const flags = hosts.flatMap((host) => ['--host', host])
    expect(ultragit(['mcp', 'install', ...flags], { cwd: here.repo.dir, env: here.env }).status).toBe(0)
    expect(
      ultragit(['mcp', 'install', '--global', '--host', 'claude-desktop', '--host', 'windsurf'], {
        cwd: here.repo.dir,
        env: here.env,
      }).status,
    ).toBe(0)
    const { ok, exit, entries } = statusOf(here)
    expect(entries.map(({ reason }) => reason)).toEqual(entries.map(() => undefined))
    expect({ ok, exit }).toEqual({ ok: true, exit: 0 })
    expect(entries.map(({ host }) => host).sort()).toEqual([...hosts, 'claude-desktop', 'windsurf'].sort())
    for (const { repository, eras } of entries) {
      expect(repository).toBe(here.repo.dir)
      expect(eras).toMatchObject([
        { era: '2026-07-28', tools: 4 },
        { era: '2025-11-25', tools: 4 },
      ])
    }
  }, 30_000)

  test('is told in words too', () => {
    const here = machine()
    ultragit(['mcp', 'install'], { cwd: here.repo.dir, env: here.env })
    const { stdout, status } = ultragit(['mcp', 'status'], { cwd: here.repo.dir, env: here.env })
    expect(status).toBe(0)
    expect(stdout).toStartWith(
      `ok  claude-code  ${join(here.repo.dir, '.mcp.json')}\n    serves ${here.repo.dir}\n`,
    )
    expect(stdout).toMatch(/ {4}2026-07-28: 4 tools, answered in [\d.]+ ms\n {4}2025-11-25: 4 tools/)
  })

  test('nothing installed: says how, and the answer is no', () => {
    const here = machine()
    const { stdout, status } = ultragit(['mcp', 'status'], { cwd: here.repo.dir, env: here.env })
    expect(status).toBe(1)
    expect(stdout).toContain('ultragit mcp install')
  })
})

describe('what is not well', () => {
  test('a program of another is named and never run', () => {
    const here = machine()
    const [evil, proof] = [join(here.repo.dir, 'evil'), join(here.home, 'proof')]
    writeFileSync(evil, `#!/bin/sh\ntouch '${proof}'\n`)
    chmodSync(evil, 0o755)
    mkdirSync(join(here.repo.dir, 'bin'))
    writeFileSync(join(here.repo.dir, 'bin/ultragit'), `#!/bin/sh\ntouch '${proof}'\n`)
    chmodSync(join(here.repo.dir, 'bin/ultragit'), 0o755)
    const hostile = [
      { command: evil, args: ['mcp', 'start'] },
      { command: './evil', args: ['mcp', 'start'] },
      { command: 'sh', args: ['-c', `touch ${proof}`] },
      { command: ['sh', '-c', `touch ${proof}`] },
      { command: binaryPath(), args: ['mcp', 'start', `--repo=$(touch ${proof})`, '; touch', proof] },
      { command: 'ultragit; touch', args: [proof] },
      { command: binaryPath(), args: ['hook', 'post-commit'] },
    ]
    for (const entry of hostile) {
      writeEntry(here.repo, entry)
      const { exit, entries } = statusOf(here)
      expect({ entry, exit, ok: entries[0]?.ok, tried: entries[0]?.eras }).toEqual({
        entry,
        exit: 1,
        ok: false,
        tried: undefined,
      })
    }
    // Found first on the PATH, and still not the one that asks.
    writeEntry(here.repo, { command: 'ultragit', args: ['mcp', 'start'] })
    const shadowed = { ...here, env: { ...here.env, PATH: `${join(here.repo.dir, 'bin')}:${here.env.PATH}` } }
    const run = Bun.spawnSync([binaryPath(), 'mcp', 'status', '--json'], {
      cwd: here.repo.dir,
      env: { ...process.env, ...shadowed.env },
    })
    expect(JSON.parse(run.stdout.toString()).entries[0].reason).toContain('which is not this ultragit')
    expect(existsSync(proof)).toBe(false)
  }, 30_000)

  test('variables of the file that could run something are not used', () => {
    const here = machine()
    const proof = join(here.home, 'proof')
    const folder = join(here.repo.dir, 'bin')
    mkdirSync(folder)
    writeFileSync(join(folder, 'git'), `#!/bin/sh\ntouch '${proof}'\n`)
    chmodSync(join(folder, 'git'), 0o755)
    here.repo.write('evil.ts', `require('fs').writeFileSync(${JSON.stringify(proof)}, '')\n`)
    writeEntry(here.repo, {
      command: binaryPath(),
      args: ['mcp', 'start'],
      env: {
        PATH: folder,
        BUN_OPTIONS: `--preload=${join(here.repo.dir, 'evil.ts')}`,
        LD_PRELOAD: join(here.repo.dir, 'evil.so'),
        GIT_EXEC_PATH: folder,
      },
    })
    const { ok, entries } = statusOf(here)
    expect(ok).toBe(true)
    expect(entries[0]?.remarks).toEqual([
      'tried without the variables of the file: PATH, BUN_OPTIONS, LD_PRELOAD, GIT_EXEC_PATH',
    ])
    expect(existsSync(proof)).toBe(false)
  })

  test.each([
    [{ command: '/no/such/ultragit', args: ['mcp', 'start'] }, "'/no/such/ultragit' does not exist"],
    [
      { command: 'ultragit', args: ['mcp', 'start', '--repo', '/no/such/repo'] },
      "no such directory: '/no/such/repo'",
    ],
    [
      { command: 'ultragit', args: ['mcp', 'start', '--noteref', 'nowhere'] },
      "2026-07-28: the notes ref 'refs/notes/nowhere' does not exist",
    ],
  ])('%j: the reason is told', (entry, reason) => {
    const here = machine()
    writeEntry(here.repo, entry)
    const { exit, entries } = statusOf(here)
    expect(exit).toBe(1)
    expect(entries[0]?.reason).toStartWith(reason)
  })

  test('a broken file does not hide the others', () => {
    const here = machine()
    here.repo.write('.mcp.json', '{ "mcpServers": { ')
    here.repo.write('.codex/config.toml', '[mcp_servers.ultragit\n')
    here.repo.write(
      '.gemini/settings.json',
      '{"mcpServers":{"ultragit":{"command":"ultragit","args":["mcp","start"]}}}',
    )
    const { ok, entries } = statusOf(here)
    expect(ok).toBe(false)
    expect(entries.map(({ host, ok }) => [host, ok])).toEqual([
      ['claude-code', false],
      ['codex', false],
      ['gemini', true],
    ])
  })
})
