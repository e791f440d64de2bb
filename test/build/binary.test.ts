/** What a self-contained binary must stand: hostile surroundings, none at all, and readers that go away. */
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binaryPath, ultragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'

describe('a hostile current directory', () => {
  test('its bunfig.toml, .env, tsconfig.json and package.json are not loaded', () => {
    const repo = TempRepo.init()
    repo.commit({ a: '1' })
    const marker = join(repo.dir, 'marker')
    const write = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x')\n`
    writeFileSync(join(repo.dir, 'evil.js'), write)
    writeFileSync(join(repo.dir, 'evil.ts'), write)
    writeFileSync(join(repo.dir, 'bunfig.toml'), 'preload = ["./evil.js", "./evil.ts"]\n[run]\nbun = true\n')
    for (const name of ['.env', '.env.local', '.env.production', '.env.development'])
      writeFileSync(join(repo.dir, name), 'ULTRAGIT_NOTEREF=refs/notes/evil\nBUN_INSPECT_PRELOAD=./evil.js\n')
    writeFileSync(join(repo.dir, 'tsconfig.json'), '{"compilerOptions":{"paths":{"*":["./evil.ts"]}}}')
    writeFileSync(join(repo.dir, 'package.json'), '{"main":"evil.js","imports":{"#a":"./evil.js"}}')
    mkdirSync(join(repo.dir, 'node_modules/citty'), { recursive: true })
    writeFileSync(join(repo.dir, 'node_modules/citty/index.js'), write)
    for (const args of [['--version'], ['config', 'get', 'noteref'], ['doctor']]) {
      const run = ultragit(args, { cwd: repo.dir })
      expect(run.status).toBe(0)
      expect(run.stdout).not.toContain('evil')
    }
    expect(existsSync(marker)).toBe(false)
    // The trap is a real one: bun itself steps into it.
    writeFileSync(join(repo.dir, 'harmless.js'), '')
    Bun.spawnSync([process.execPath, 'harmless.js'], { cwd: repo.dir })
    expect(existsSync(marker)).toBe(true)
  })

  test('a git beside the sources is not run', () => {
    const repo = TempRepo.init()
    repo.commit({ a: '1' })
    const marker = join(repo.dir, 'marker')
    writeFileSync(join(repo.dir, 'git'), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
    for (const PATH of [repo.dir, '.', '']) {
      const run = ultragit(['doctor'], { cwd: repo.dir, env: { PATH } })
      expect(run.stdout).toContain('read with embedded git')
    }
    expect(existsSync(marker)).toBe(false)
  })
})

describe('no surroundings at all', () => {
  const folder = tempFolder()
  const bare = (args: string[], cwd = folder) => {
    const run = Bun.spawnSync([binaryPath(), ...args], { cwd, env: {} })
    return { status: run.exitCode, stdout: run.stdout.toString(), stderr: run.stderr.toString() }
  }

  test.each([
    [['--version'], /^ultragit \d/],
    [['--help'], /\nCommands\n/],
    [['help', 'config', 'set'], /^ultragit config set/],
    [['licenses'], /MIT/],
    [['schema', 'annotation'], /"properties"/],
    [['completions', 'bash'], /^complete /m],
  ])('%j works', (args, answer) => {
    const run = bare(args)
    expect([run.status, run.stderr]).toEqual([0, ''])
    expect(run.stdout).toMatch(answer)
  })

  test('doctor says what is missing', () => {
    const run = bare(['doctor'])
    expect(run.status).toBe(1)
    expect(run.stdout).toContain('warn git ')
    expect(run.stdout).toContain('fix: install git')
    expect(run.stdout).toContain('fail repository not a git repository')
    expect(run.stdout).toContain('ok   grammars ')
  })

  test('a repository is answered by the built-in git', () => {
    const repo = TempRepo.init()
    repo.git('config', 'ultragit.maxRegions', '3')
    repo.commit({ '.ultragit-config.toml': 'noteref = "team"\n' })
    const run = bare(['config', 'list'], repo.dir)
    expect([run.status, run.stderr]).toEqual([0, ''])
    expect(run.stdout).toMatch(/^ultragit\.maxRegions +3 +git local file:/m)
    expect(run.stdout).toMatch(/^ultragit\.noteref +refs\/notes\/team +\.ultragit-config\.toml$/m)
  })
})

describe('readers that go away', () => {
  const shell = Bun.which('sh')

  test.if(shell !== null).each([
    ['licenses', 'true'],
    ['licenses', 'head -c 10'],
    ['--version', 'true'],
    ['--help', 'true'],
    ['schema annotation', 'sleep 0.05'],
  ])('ultragit %s | %s says nothing on stderr', async (args, reader) => {
    const line = `{ "$0" ${args}; echo "status $?" >&2; } | ${reader}`
    const run = Bun.spawn([shell ?? '', '-c', line, binaryPath()], { stdout: 'pipe', stderr: 'pipe' })
    expect(await run.stderr.text()).toBe('status 0\n')
  })

  test.if(shell !== null)('a command that is cut short cleans up', () => {
    const room = tempFolder()
    const run = Bun.spawnSync([shell ?? '', '-c', '"$0" demo | true', binaryPath()], {
      env: { ...process.env, TMPDIR: room },
    })
    expect(run.stderr.toString()).toBe('')
    expect(readdirSync(room)).toEqual([])
  })

  test.if(existsSync('/dev/full'))('a full disk is an error, not a stack', () => {
    const run = Bun.spawnSync([binaryPath(), 'licenses'], { stdout: Bun.file('/dev/full') })
    expect(run.stderr.toString()).toMatch(/^error: the answer cannot be written: .*no space left.*\n$/)
    expect(run.exitCode).toBe(4)
  })

  test.if(shell !== null).each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it while it waits for git',
    async (signal) => {
      const repo = TempRepo.init()
      const tools = tempFolder()
      const pid = join(tools, 'pid')
      writeFileSync(join(tools, 'git'), `#!/bin/sh\necho $$ > '${pid}'\nexec sleep 20\n`, { mode: 0o755 })
      const run = Bun.spawn([binaryPath(), 'config', 'list'], {
        cwd: repo.dir,
        env: { ...process.env, PATH: `${tools}:${process.env.PATH}` },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      while (!existsSync(pid) || (await Bun.file(pid).text()) === '') await Bun.sleep(5)
      run.kill(signal)
      await run.exited
      process.kill(Number(await Bun.file(pid).text()))
      expect(run.signalCode).toBe(signal)
      expect(await run.stderr.text()).toBe('')
    },
  )
})
