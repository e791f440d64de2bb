/** Settings through the binary: order, origins, writing, and files that cannot be trusted. */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunOptions, ultragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'

const toml = '.ultragit-config.toml'

function get(repo: TempRepo, key: string, env: RunOptions['env'] = {}, ...flags: string[]) {
  const run = ultragit(['config', 'get', key, '--format', 'json', ...flags], { cwd: repo.dir, env })
  return { status: run.status, stderr: run.stderr, ...JSON.parse(run.stdout) }
}

describe('settings', () => {
  test('flag, environment, git in all its scopes, TOML, default', () => {
    const repo = TempRepo.init()
    const home = tempFolder()
    const global = join(home, 'gitconfig')
    writeFileSync(global, '[ultragit]\n\tnoteref = global\n')
    const env = { GIT_CONFIG_GLOBAL: global }
    const value = (more: RunOptions['env'], ...flags: string[]) => {
      const found = get(repo, 'noteref', more, ...flags)
      return [found.value.replace('refs/notes/', ''), found.origin.replace(home, 'HOME')]
    }
    expect(value({})).toEqual(['ultragit', 'default'])
    repo.write(toml, 'noteref = "toml"\n')
    expect(value({})).toEqual(['toml', toml])
    expect(value(env)).toEqual(['global', 'git global file:HOME/gitconfig'])
    repo.git('config', 'ultragit.noteref', 'local')
    expect(value(env)).toEqual(['local', 'git local file:.git/config'])
    const command = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'ultragit.noteref',
      GIT_CONFIG_VALUE_0: 'command',
    }
    expect(value({ ...env, ...command })).toEqual(['command', 'git command command line:'])
    expect(value({ ...env, ULTRAGIT_NOTEREF: 'env' })).toEqual(['env', 'environment ULTRAGIT_NOTEREF'])
    expect(value({ ...env, ULTRAGIT_NOTEREF: 'env' }, '--noteref', 'flag')).toEqual(['flag', 'flag'])
  })

  test('both backends say the same', () => {
    const repo = TempRepo.init()
    repo.git('config', 'ultragit.maxRegions', '9')
    repo.git('config', '--add', 'ultragit.include', 'src/**')
    repo.git('config', '--add', 'ultragit.include', 'lib/**')
    repo.write(toml, '[check]\nmissing = "error"\n')
    const list = (backend: string) =>
      ultragit(['config', 'list', '--format', 'json'], { cwd: repo.dir, env: { ULTRAGIT_GIT: backend } })
        .stdout
    expect(list('embedded')).toBe(list('native').replace('"value":"native"', '"value":"embedded"'))
  })

  test('set writes git configuration, unset takes it out', () => {
    const repo = TempRepo.init()
    const config = (...args: string[]) => ultragit(['config', ...args], { cwd: repo.dir })
    expect(config('set', 'ultragit.maxregions', '3')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(repo.git('config', 'ultragit.maxRegions')).toBe('3')
    expect(config('set', 'exclude', 'a/**,b/{c,d}').status).toBe(0)
    expect(get(repo, 'exclude').value).toEqual(['a/**', 'b/{c,d}'])
    expect(config('unset', 'maxRegions').status).toBe(0)
    expect(config('unset', 'maxRegions').status).toBe(0)
    expect(get(repo, 'maxRegions')).toMatchObject({ value: 20, origin: 'default' })
    expect(config('set', 'maxRegions', 'many')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("error: 'maxRegions' must be a whole number above 0, not 'many'\n"),
    })
    expect(config('set', 'noteref', 'refs/heads/main').status).toBe(2)
    expect(config('set', 'noteref', '--global').status).toBe(2)
  })

  test('set --global writes the file of the user', () => {
    const repo = TempRepo.init()
    const global = join(tempFolder(), 'gitconfig')
    const env = { GIT_CONFIG_GLOBAL: global }
    ultragit(['config', 'set', 'historyLimit', '4', '--global'], { cwd: repo.dir, env })
    expect(get(repo, 'historyLimit', env)).toMatchObject({ value: 4, origin: `git global file:${global}` })
    expect(repo.tryGit({}, 'config', '--local', 'ultragit.historyLimit').status).toBe(1)
  })

  test('a bad value in git configuration warns and falls back', () => {
    const repo = TempRepo.init()
    repo.git('config', 'ultragit.maxRegions', 'many')
    const found = get(repo, 'maxRegions')
    expect(found).toMatchObject({ status: 0, value: 20, origin: 'default' })
    expect(found.stderr).toBe(
      "warning: ultragit.maxRegions must be a whole number above 0, not 'many' (file:.git/config); ignored\n",
    )
  })

  test('the list shows every setting with its origin', () => {
    const repo = TempRepo.init()
    const lines = ultragit(['config', 'list'], { cwd: repo.dir }).stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ultragit\.noteref +refs\/notes\/ultragit +default$/)
    expect(lines.every((line) => /^ultragit\.\S+ .* default$/.test(line))).toBe(true)
    expect(ultragit(['config'], { cwd: repo.dir }).stdout.trimEnd().split('\n')).toEqual(lines)
  })

  test('a notes ref elsewhere is refused from every source', () => {
    const repo = TempRepo.init()
    const list = ['config', 'list']
    expect(ultragit([...list, '--noteref', 'refs/heads/main'], { cwd: repo.dir }).status).toBe(2)
    const fromEnv = ultragit(list, { cwd: repo.dir, env: { ULTRAGIT_NOTEREF: 'refs/heads/main' } })
    expect(fromEnv.status).toBe(5)
    expect(fromEnv.stderr).toStartWith('error: ULTRAGIT_NOTEREF must be a ref under refs/notes/')
    repo.write(toml, 'noteref = "refs/heads/main"\n')
    expect(ultragit(list, { cwd: repo.dir }).status).toBe(5)
  })
})

describe('the file of the repository', () => {
  test.each<[string, (repo: TempRepo) => void, string]>([
    ['malformed', (repo) => repo.write(toml, '[read]\nmax_regions = = 5\n'), `${toml}:2:15: `],
    [
      'with an unknown key',
      (repo) => repo.write(toml, 'notref = "x"\n'),
      `${toml}:1:1: unknown key 'notref'`,
    ],
    ['naming a program', (repo) => repo.write(toml, 'git = "native"\n'), `${toml}:1:1: 'git' is never taken`],
    ['a folder', (repo) => mkdirSync(join(repo.dir, toml)), `'${toml}' must be a plain file`],
    [
      'a link',
      (repo) => symlinkSync('/etc/hostname', join(repo.dir, toml)),
      `'${toml}' must be a plain file`,
    ],
    [
      'a link to nowhere',
      (repo) => symlinkSync('nowhere', join(repo.dir, toml)),
      `'${toml}' must be a plain file`,
    ],
    ['too large', (repo) => repo.write(toml, '#'.repeat(300_000)), `'${toml}' must be a plain file`],
    ['a pipe', (repo) => Bun.spawnSync(['mkfifo', join(repo.dir, toml)]), `'${toml}' must be a plain file`],
    ['binary', (repo) => repo.write(toml, new Uint8Array([0xff, 0xfe, 0, 1])), `${toml}:1:1: `],
  ])('%s: exit 5', (_name, spoil, message) => {
    const repo = TempRepo.init()
    spoil(repo)
    const run = ultragit(['config', 'list'], { cwd: repo.dir })
    expect(run.stderr).toStartWith(`error: ${message}`)
    expect(run.stderr).toContain('\nhint: ')
    expect(run.status).toBe(5)
  })

  test('is read from HEAD in a bare repository', () => {
    const repo = TempRepo.init()
    repo.commit({ [toml]: 'noteref = "team"\n' })
    const bare = tempFolder()
    repo.git('clone', '-q', '--bare', repo.dir, join(bare, 'it.git'))
    expect(get(new TempRepo(join(bare, 'it.git')), 'noteref').value).toBe('refs/notes/team')
  })
})
