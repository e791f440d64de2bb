/** The binary as a user meets it: usage, formats, colours, exit status. */
import { describe, expect, test } from 'bun:test'
import { binaryPath, ultragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'

const empty = tempFolder()
const repo = TempRepo.init()
repo.commit({ 'a.txt': 'a\n' })

describe('exit status', () => {
  test.each<[number, string[], string]>([
    [0, ['config', 'list'], repo.dir],
    [1, ['doctor'], empty],
    [2, ['nosuch'], repo.dir],
    [2, [], repo.dir],
    [3, ['config', 'list'], empty],
    [4, ['config', 'set', 'noteref', 'team', '--global'], repo.dir],
    [5, ['config', 'list', '--noteref', 'x'], broken().dir],
  ])('%i: ultragit %j', (status, args, cwd) => {
    const run = ultragit(args, { cwd, env: { GIT_CONFIG_GLOBAL: '/dev/null/nowhere' } })
    expect(run.stderr).not.toContain('    at ')
    expect(run.status).toBe(status)
  })
})

function broken(): TempRepo {
  const made = TempRepo.init()
  made.write('.ultragit-config.toml', 'noteref = \n')
  return made
}

describe('wrong usage', () => {
  test.each([
    [['dotcor'], "unknown command 'dotcor'", "did you mean 'ultragit doctor'?"],
    [['config', 'lits'], "unknown command 'config lits'", "did you mean 'ultragit config list'?"],
    [['config', 'list', '--fromat', 'json'], "unknown flag '--fromat'", "did you mean '--format'?"],
    [['doctor', '--jsno'], "unknown flag '--jsno'", "did you mean '--json'?"],
    [['--qiet', 'doctor'], "unknown flag '--qiet'", "did you mean '--quiet'?"],
    [['doctor', '--format'], "'--format' needs a value", '--format=<value>'],
    [['doctor', '--format', 'xml'], "unknown format 'xml'", 'one of: text, json'],
    [['doctor', '--color', 'alwys'], "unknown '--color' 'alwys'", "did you mean 'always'?"],
    [['doctor', 'now'], "'doctor' has no use for 'now'", 'ultragit doctor --help'],
    [['completions'], "'completions' needs <shell>: bash, zsh, fish", 'ultragit completions --help'],
    [['completions', 'bsh'], "unknown <shell> 'bsh'", "did you mean 'bash'?"],
    [['config', 'get', 'maxRegion'], "unknown setting 'maxRegion'", "did you mean 'maxRegions'?"],
    [['\x1b[31mred'], "unknown command '\\u001b[31mred'", 'ultragit --help'],
  ])('%j', (args, message, hint) => {
    expect(ultragit(args, { cwd: repo.dir })).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: ${message}\nhint: ${hint}\n`,
    })
  })

  test('is JSON on stdout when JSON is asked for, wherever the flag stands', () => {
    const error = {
      code: 'usage',
      message: "unknown command 'dotcor'",
      hint: "did you mean 'ultragit doctor'?",
    }
    for (const args of [
      ['--format', 'json', 'dotcor'],
      ['dotcor', '--format=json'],
    ]) {
      const run = ultragit(args, { cwd: empty })
      expect([run.status, run.stderr]).toEqual([2, ''])
      expect(JSON.parse(run.stdout)).toEqual({ error })
    }
    const outside = ultragit(['config', 'list', '--format', 'json'], { cwd: empty })
    expect(outside.status).toBe(3)
    expect(JSON.parse(outside.stdout).error).toMatchObject({ code: 'not_a_repository', hint: 'git init' })
  })
})

describe('colour', () => {
  const colourStart = '\x1b['
  test.each<[string, string[], Record<string, string>, boolean]>([
    ['none on a pipe', [], {}, false],
    ['with always', ['--color', 'always'], {}, true],
    ['always outranks NO_COLOR', ['--color=always'], { NO_COLOR: '1' }, true],
    ['none with never', ['--color', 'never'], {}, false],
  ])('%s', (_name, flags, env, coloured) => {
    const answer = ultragit(['doctor', ...flags], { cwd: repo.dir, env })
    expect(answer.stdout.includes(colourStart)).toBe(coloured)
    expect(ultragit(['nosuch', ...flags], { cwd: repo.dir, env }).stderr.includes(colourStart)).toBe(coloured)
  })
})

describe.if(process.platform === 'linux' && Bun.which('script') !== null)('on a terminal', () => {
  const onTerminal = (env: Record<string, string>) =>
    Bun.spawnSync(['script', '-qec', `'${binaryPath()}' doctor`, '/dev/null'], {
      cwd: repo.dir,
      env: { ...process.env, TERM: 'xterm', ...env },
    }).stdout.toString()

  test('the answer is coloured', () => expect(onTerminal({})).toStartWith('\x1b[32mok  \x1b[0m binary'))
  test('but not with NO_COLOR', () => expect(onTerminal({ NO_COLOR: '1' })).toStartWith('ok   binary'))
  test('nor on a dumb one', () => expect(onTerminal({ TERM: 'dumb' })).toStartWith('ok   binary'))
})

test('--repo names the repository, from wherever it is called', () => {
  repo.git('config', 'ultragit.maxRegions', '7')
  const get = ['config', 'get', 'maxRegions']
  expect(ultragit([...get, '--repo', repo.dir], { cwd: empty }).stdout).toBe('7\n')
  repo.write('sub/x', '')
  expect(ultragit(['--repo', '..', ...get], { cwd: `${repo.dir}/sub` }).stdout).toBe('7\n')
  const missing = ultragit([...get, '--repo', 'no/such'], { cwd: empty })
  expect(missing.status).toBe(3)
  expect(missing.stderr).toStartWith(`error: no such directory: '${empty}/no/such'\n`)
})

test('--version says version and commit, also among other flags', () => {
  for (const args of [['--version'], ['-V'], ['--quiet', '--version'], ['doctor', '--version']])
    expect(ultragit(args, { cwd: empty }).stdout).toMatch(
      /^ultragit \d+\.\d+\.\d+ \((?:[0-9a-f]{12}|unknown)\)\n$/,
    )
})

test('--quiet leaves the answer and the errors', () => {
  const run = ultragit(['config', 'get', 'noteref', '--quiet'], { cwd: repo.dir })
  expect(run).toEqual({ status: 0, stdout: 'refs/notes/ultragit\n', stderr: '' })
  expect(ultragit(['nosuch', '-q'], { cwd: repo.dir }).stderr).toStartWith('error: ')
})
