/** What is wrong with a repository is said in one line with a way out: no stack, no hang, with git and without. */
import { afterAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { binaryPath, ultragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'

const isRoot = process.getuid?.() === 0

function annotated(): TempRepo {
  const repo = TempRepo.init()
  repo.note(repo.commit({ 'a.txt': 'a\n' }), '{}')
  return repo
}

interface Case {
  readonly name: string
  make(): { readonly cwd: string; readonly env?: Record<string, string> }
  readonly status: number
  readonly message: RegExp
  readonly hint: RegExp
}

const cases: readonly Case[] = [
  {
    name: 'not a repository',
    make: () => ({ cwd: tempFolder() }),
    status: 3,
    message: /^not a git repository/,
    hint: /^git init$/,
  },
  {
    name: 'GIT_DIR names nothing',
    make: () => ({ cwd: annotated().dir, env: { GIT_DIR: '/no/such/place' } }),
    status: 3,
    message: /^not a git repository: '\/no\/such\/place'/,
    hint: /GIT_DIR/,
  },
  {
    name: '.git is a file that points nowhere',
    make: () => {
      const cwd = tempFolder()
      writeFileSync(join(cwd, '.git'), 'gitdir: ../gone/.git/worktrees/x\n')
      return { cwd }
    },
    status: 3,
    message: /\.git' points to '\.\.\/gone/,
    hint: /worktree/,
  },
  {
    name: '.git is a file with something else in it',
    make: () => {
      const cwd = tempFolder()
      writeFileSync(join(cwd, '.git'), 'hello\n')
      return { cwd }
    },
    status: 3,
    message: /^invalid gitfile format/,
    hint: /./,
  },
  {
    name: 'the configuration of git is broken',
    make: () => {
      const { dir } = annotated()
      writeFileSync(join(dir, '.git/config'), '[core\nbare = what')
      return { cwd: dir }
    },
    status: 5,
    message: /config/,
    hint: /./,
  },
  {
    name: 'it belongs to another user',
    make: () => {
      const { dir } = annotated()
      if (isRoot) for (const path of ['.', '.git']) chownSync(join(dir, path), 12_345, 12_345)
      return { cwd: dir }
    },
    status: 4,
    message: /belongs to another user/,
    hint: /safe\.directory/,
  },
]

const needsRoot = new Set(['it belongs to another user'])

for (const backend of ['native', 'embedded']) {
  describe(`with ${backend} git`, () => {
    test.each(cases.filter(({ name }) => isRoot || !needsRoot.has(name)))('$name', (one) => {
      const { cwd, env } = one.make()
      const options = { cwd, env: { ...env, ULTRAGIT_GIT: backend } }
      const run = ultragit(['config', 'list'], options)
      const [error = '', hint = '', ...more] = run.stderr.trimEnd().split('\n')
      expect(error.replace(/^error: /, '')).toMatch(one.message)
      expect(hint.replace(/^hint: /, '')).toMatch(one.hint)
      expect([run.status, run.stdout, more]).toEqual([one.status, '', []])
      const doctor = ultragit(['doctor', '--json'], options)
      expect(doctor.status).toBe(1)
      expect(JSON.parse(doctor.stdout).checks).toContainEqual(
        expect.objectContaining({
          check: one.status === 5 ? 'config' : 'repository',
          status: 'fail',
          text: error.replace(/^error: /, ''),
        }),
      )
    })

    test('an empty repository is fine, and HEAD has no commit', () => {
      const check = headOf(TempRepo.init().dir, backend)
      expect(check).toMatchObject({ status: 'warn', text: 'no commit yet' })
    })

    test('HEAD may point nowhere', () => {
      const repo = annotated()
      writeFileSync(join(repo.dir, '.git/HEAD'), 'ref: refs/heads/gone\n')
      expect(headOf(repo.dir, backend)).toMatchObject({ status: 'warn', text: 'no commit yet' })
    })

    test('a HEAD that is no HEAD makes it no repository', () => {
      const repo = annotated()
      writeFileSync(join(repo.dir, '.git/HEAD'), 'rubbish\n')
      expect(ultragit(['config', 'list'], { cwd: repo.dir, env: { ULTRAGIT_GIT: backend } }).status).toBe(3)
    })

    test('a truncated pack fails the checks that need it, one line each', () => {
      const repo = annotated()
      repo.git('gc', '-q')
      const folder = join(repo.dir, '.git/objects/pack')
      const pack = readdirSync(folder).find((name) => name.endsWith('.pack')) ?? ''
      chmodSync(join(folder, pack), 0o644)
      truncateSync(join(folder, pack), 20)
      rmSync(join(repo.dir, '.git/objects/info/commit-graph'), { force: true })
      const run = ultragit(['doctor', '--json'], { cwd: repo.dir, env: { ULTRAGIT_GIT: backend } })
      expect(run.stderr).toBe('')
      expect(run.status).toBe(1)
      const failed = JSON.parse(run.stdout).checks.filter(
        (check: { status: string }) => check.status === 'fail',
      )
      expect(failed.map(({ check }: { check: string }) => check)).toEqual(['HEAD', 'notes'])
      for (const { fix } of failed) expect(fix).toContain('git fsck')
    })
  })
}

function headOf(cwd: string, backend: string): unknown {
  const run = ultragit(['doctor', '--json'], { cwd, env: { ULTRAGIT_GIT: backend } })
  expect([run.status, run.stderr]).toEqual([0, ''])
  return JSON.parse(run.stdout).checks.find(({ check }: { check: string }) => check === 'HEAD')
}

// Root reads everything: as root the binary is run as nobody.
describe.if(!isRoot || Bun.which('setpriv') !== null)('without the right to read', () => {
  const { dir } = annotated()
  const parent = dirname(dir)
  const modes = new Map([dir, parent, dirname(parent)].map((path) => [path, statSync(path).mode]))
  afterAll(() => {
    chmodSync(join(dir, '.git'), 0o755)
    for (const [path, mode] of modes) chmodSync(path, mode)
  })

  function asNobody(): { status: number | null; stderr: string } {
    const become = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
    const run = Bun.spawnSync([...become, binaryPath(), 'config', 'list', '--repo', dir], {
      cwd: '/',
      env: { ...process.env, HOME: '/nonexistent' },
    })
    return { status: run.exitCode, stderr: run.stderr.toString() }
  }

  test('.git says permission denied', () => {
    for (const path of modes.keys()) if (path !== tmpdir()) chmodSync(path, 0o755)
    chmodSync(join(dir, '.git'), 0)
    const run = asNobody()
    expect(run.stderr).toMatch(/^error: cannot read '.*\.git.*': permission denied\nhint: ls -ld .+\n$/)
    expect(run.status).toBe(4)
  })

  test('a folder above it says permission denied', () => {
    chmodSync(parent, isRoot ? 0o700 : 0)
    const run = asNobody()
    expect(run.stderr).toBe(`error: cannot read '${dir}': permission denied\nhint: ls -ld '${dir}'\n`)
    expect(run.status).toBe(4)
  })
})

describe('a folder with an odd name', () => {
  test('control characters are shown, not obeyed', () => {
    const dir = join(tempFolder(), 'line\nline\x1b[31m')
    mkdirSync(dir)
    new TempRepo(dir).git('init', '-q')
    for (const backend of ['native', 'embedded']) {
      const run = ultragit(['doctor'], { cwd: dir, env: { ULTRAGIT_GIT: backend } })
      expect([run.status, run.stderr]).toEqual([0, ''])
      expect(run.stdout).toContain('/line\\nline\\u001b[31m, sha1, ')
    }
  })

  test.if(process.platform === 'linux')('one that is not UTF-8 is said to be the reason', () => {
    const line = 'd="$(printf "x\\377")"; mkdir "$d" && cd "$d" && git init -q && exec "$0" config list'
    const run = Bun.spawnSync(['sh', '-c', line, binaryPath()], { cwd: tempFolder() })
    expect(run.stderr.toString()).toEndWith("x\ufffd'\nhint: its name is not UTF-8: rename the folder\n")
    expect(run.exitCode).toBe(3)
  })
})
