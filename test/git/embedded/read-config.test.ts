import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { discover } from '../../../src/git/discover.ts'
import { readConfig } from '../../../src/git/embedded/read-config.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'

async function values(repo: TempRepo, env: Record<string, string | undefined>): Promise<string[]> {
  const { layout } = await discover(repo.dir, env)
  return (await readConfig(layout, env))
    .filter(({ key }) => key.startsWith('ultragit.'))
    .map(({ key, value, scope }) => `${scope} ${key}=${value}`)
}

function gitValues(repo: TempRepo, env: Record<string, string | undefined>): string[] {
  const run = Bun.spawnSync(['git', 'config', '--list', '--show-scope'], { cwd: repo.dir, env })
  return run.stdout
    .toString()
    .split('\n')
    .filter((line) => line.includes('\tultragit.'))
    .map((line) => line.replace('\t', ' '))
}

describe('readConfig', () => {
  test('includes by git directory, by branch and by path as git does', async () => {
    const repo = TempRepo.init()
    const home = tempFolder()
    const conditions = [
      `gitdir:${repo.dir}/`,
      `gitdir:${repo.dir}/.git`,
      `gitdir:${repo.dir}`,
      `gitdir/i:${repo.dir.toUpperCase()}/`,
      `gitdir:${repo.dir.slice(1)}/`,
      'gitdir:**/.git',
      'gitdir:.git',
      'gitdir:repo-*/**',
      `gitdir:${dirname(repo.dir)}/*/.git`,
      'gitdir:~/',
      'onbranch:main',
      'onbranch:ma*',
      'onbranch:**',
      'onbranch:topic/',
      'onbranch:m[a-c]in',
      'hasconfig:remote.*.url:nothing',
      'unknown:condition',
    ]
    const lines = conditions.map((condition, at) => `[includeIf "${condition}"]\n\tpath = part-${at}\n`)
    writeFileSync(join(home, '.gitconfig'), `${lines.join('')}[include]\n\tpath = ~/plain\n`)
    for (const at of conditions.keys())
      writeFileSync(join(home, `part-${at}`), `[ultragit]\n\tpart = ${at}\n`)
    writeFileSync(join(home, 'plain'), '[ultragit]\n\tplain = yes\n')
    const env = { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: undefined }
    const expected = gitValues(repo, env)
    expect(await values(repo, env)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(6)
    expect(expected.length).toBeLessThan(conditions.length)
  })

  test('reads the XDG file before the one at home, and what git -c hands on', async () => {
    const repo = TempRepo.init()
    const home = tempFolder()
    mkdirSync(join(home, 'xdg/git'), { recursive: true })
    writeFileSync(join(home, 'xdg/git/config'), '[ultragit]\n\tfrom = xdg\n')
    writeFileSync(join(home, '.gitconfig'), '[ultragit]\n\tfrom = home\n')
    const parameters = ["'ultragit.old=it'\\''s'", "'ultragit.New.key'='v w'", "'ultragit.bare'"].join(' ')
    const env = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'xdg'),
      GIT_CONFIG_GLOBAL: undefined,
      GIT_CONFIG_PARAMETERS: parameters,
    }
    const ours = await values(repo, env)
    expect(ours).toEqual([
      'global ultragit.from=xdg',
      'global ultragit.from=home',
      "command ultragit.old=it's",
      'command ultragit.New.key=v w',
      'command ultragit.bare=undefined',
    ])
    expect(gitValues(repo, env)).toEqual(ours.map((line) => line.replace('=undefined', '')))
  })

  test('ends a file that includes itself', async () => {
    const repo = TempRepo.init()
    repo.git('config', 'include.path', 'config')
    await expect(values(repo, process.env)).rejects.toMatchObject({ code: 'config_invalid' })
  })
})
