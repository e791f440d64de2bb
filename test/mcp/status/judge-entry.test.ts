import { describe, expect, test } from 'bun:test'
import type { HostName } from '../../../src/mcp/hosts/host-table.ts'
import type { FoundEntry } from '../../../src/mcp/status/find-entries.ts'
import { type Judgement, judgeEntry } from '../../../src/mcp/status/judge-entry.ts'

const binary = '/opt/ultragit/ultragit'
const links: Readonly<Record<string, string>> = {
  [binary]: binary,
  '/usr/bin/ultragit': binary,
  '/usr/bin/evil': '/usr/bin/evil',
  '/repo/ultragit': '/repo/ultragit',
}

function judge(value: unknown, host: HostName = 'gemini', scope: FoundEntry['scope'] = 'project'): Judgement {
  return judgeEntry(
    { host, scope, file: 'x', entry: { value } },
    {
      machine: { platform: 'linux', home: '/home/ada', env: {} },
      repoRoot: '/repo',
      binary,
      realPath: (path) => links[path],
      which: (name) =>
        name === 'ultragit' ? '/usr/bin/ultragit' : name === 'evil' ? '/usr/bin/evil' : undefined,
    },
  )
}

function reasonOf(judgement: Judgement): string {
  return 'reason' in judgement ? judgement.reason : 'would be started'
}

const start = ['mcp', 'start']

describe('an entry that is ours', () => {
  test.each([
    [{ command: 'ultragit', args: start }],
    [{ command: binary, args: start }],
    [{ command: '/usr/bin/ultragit', args: [...start, '--repo', '/other'] }],
    [{ command: ['ultragit', 'mcp', 'start'] }],
    [{ command: 'ultragit', args: [...start, '--noteref=team', '--quiet', '--toolset', 'core'] }],
  ])('%j would be started', (entry) => expect(reasonOf(judge(entry))).toBe('would be started'))

  test('is started with the flags it has, where its host stands', () => {
    expect(judge({ command: 'ultragit', args: [...start, '--repo', '/a=b'], cwd: '/repo/sub' })).toEqual({
      launch: { flags: ['--repo=/a=b'], repo: '/a=b', cwd: '/repo/sub', env: {}, remarks: [] },
    })
  })

  test.each([
    ['gemini', 'project', '/elsewhere'],
    ['claude-code', 'project', '/repo'],
    ['zed', 'project', '/repo'],
    ['claude-desktop', 'user', '/home/ada'],
    ['codex', 'user', '/elsewhere'],
  ] as const)('%s in a %s file stands in %s', (host, scope, cwd) => {
    expect(judge({ command: 'ultragit', args: start, cwd: '/elsewhere' }, host, scope)).toMatchObject({
      launch: { cwd },
    })
  })

  test('gets the variable of its host, and the open folder for what the host would replace', () => {
    expect(judge({ command: 'ultragit', args: start }, 'claude-code')).toMatchObject({
      launch: { env: { CLAUDE_PROJECT_DIR: '/repo' } },
    })
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the hosts replace it
    const variable = '${workspaceFolder}'
    expect(judge({ command: 'ultragit', args: [...start, '--repo', variable] }, 'cursor')).toMatchObject({
      launch: { repo: '/repo' },
    })
    expect(judge({ command: 'ultragit', args: start, cwd: variable }, 'vscode')).toMatchObject({
      launch: { cwd: '/repo' },
    })
  })
})

describe('an entry that is not ours', () => {
  test.each([
    [{ command: '/usr/bin/evil', args: start }, "it points at '/usr/bin/evil', which is not this ultragit"],
    [{ command: 'evil', args: start }, "it points at '/usr/bin/evil', which is not this ultragit"],
    [{ command: './ultragit', args: start }, "it points at '/repo/ultragit', which is not this ultragit"],
    [{ command: '/gone/ultragit', args: start }, "'/gone/ultragit' does not exist"],
    [{ command: 'ultragit2', args: start }, "'ultragit2' is not found on the PATH"],
    [{ command: '', args: start }, "'' is not found on the PATH"],
    [{ command: ['sh', '-c', 'evil'] }, "'sh' is not found on the PATH"],
    [{ command: 'ultragit', args: ['read', 'x'] }, 'its arguments are not those of a server'],
    [{ command: 'ultragit' }, 'its arguments are not those of a server'],
    [{ command: 'ultragit', args: [...start, '--evil'] }, 'its arguments are not those of a server'],
    [{ command: 'ultragit', args: [...start, '--repo'] }, 'its arguments are not those of a server'],
    [{ command: 'ultragit', args: [...start, 'word'] }, 'its arguments are not those of a server'],
    [{ command: 'ultragit', args: [...start, '--', '--repo'] }, 'its arguments are not those of a server'],
    [{ command: 5, args: start }, 'the entry does not say which program to start'],
    [{ url: 'https://example.com' }, 'the entry does not say which program to start'],
    ['text', 'the entry does not say which program to start'],
    [null, 'the entry does not say which program to start'],
    [{ command: 'ultragit', args: start, disabled: true }, 'the entry is switched off'],
  ])('%j is named', (entry, reason) => expect(reasonOf(judge(entry))).toStartWith(reason))

  test('variables that could make something run are left out and named', () => {
    const env = {
      LD_PRELOAD: '/repo/evil.so',
      PATH: '/repo/bin',
      BUN_OPTIONS: '--preload=/repo/evil.ts',
      GIT_SSH_COMMAND: 'evil',
      ULTRAGIT_NOTEREF: 'team',
      ULTRAGIT_GIT: 5,
    }
    expect(judge({ command: 'ultragit', args: start, env })).toEqual({
      launch: {
        flags: [],
        repo: undefined,
        cwd: '/repo',
        env: { ULTRAGIT_NOTEREF: 'team' },
        remarks: [
          'tried without the variables of the file: LD_PRELOAD, PATH, BUN_OPTIONS, GIT_SSH_COMMAND, ULTRAGIT_GIT',
        ],
      },
    })
  })
})
