/** What people and hostile repositories throw at `read`: one clear line each, nothing crashes, nothing is dropped. */

import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AnnotatedRepo, functionOf, region } from '../query/annotated-repo.ts'
import { ultragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'

const text = functionOf('encode') + functionOf('alpha')
const simple = () => {
  const repo = new AnnotatedRepo()
  repo.commit({ 'src/a.ts': text }, [region('src/a.ts', 'encode', { constraints: [{ text: 'stay odd' }] })])
  return repo.repo
}

function read(repo: TempRepo, ...words: string[]) {
  return ultragit(['read', ...words], { cwd: repo.dir })
}

function answer(repo: TempRepo, ...words: string[]) {
  const run = ultragit(['read', ...words, '--format', 'json'], { cwd: repo.dir })
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(run.stdout)
}

describe('lines', () => {
  const repo = simple()
  test.each([
    ['9:3', 'line range 9:3 is not valid'],
    ['0:3', 'line range 0:3 is not valid'],
    ['900:901', "line 900 is beyond the end of 'src/a.ts'"],
    ['x:y', "'x:y' is not a range of lines"],
  ])('%s', (lines, message) => {
    const run = read(repo, 'src/a.ts', '--lines', lines)
    expect(run.status).toBe(2)
    expect(run.stderr.split('\n')[0]).toBe(`error: ${message}`)
  })

  test('a range that ends beyond the file is cut, with a note', () => {
    expect(answer(repo, 'src/a.ts', '--lines', '10:900').notes).toEqual([
      'src/a.ts has 14 lines: the range was cut to 10:14',
    ])
  })

  test('together with an anchor are refused', () => {
    const run = read(repo, 'src/a.ts', 'encode', '--lines', '1:2')
    expect([run.status, run.stderr.split('\n')[0]]).toEqual([
      2,
      'error: an anchor and lines cannot be asked for together',
    ])
  })

  test('as people paste them', () => {
    expect(answer(repo, 'src/a.ts:3').query.lines).toEqual({ start: 3, end: 3 })
    expect(answer(repo, 'src/a.ts:3-5').query.lines).toEqual({ start: 3, end: 5 })
    expect(answer(repo, 'src/a.ts:3:7').query.lines).toEqual({ start: 3, end: 3 })
    expect(answer(repo, 'src/a.ts#encode').query.anchor).toBe('encode')
  })
})

describe('anchors', () => {
  const repo = simple()
  test.each(['(a+)+$', '[', '\\', '*', '.^$|()'])('%s is just a name', (anchor) => {
    const { notes, regions } = answer(repo, 'src/a.ts', '--anchor', anchor)
    expect(notes[0]).toBe(`Anchor '${anchor}' not found in src/a.ts. Returning file-level annotations.`)
    expect(regions).toHaveLength(1)
  })

  test('a near miss is only ever a suggestion', () => {
    const { notes, query } = answer(repo, 'src/a.ts', 'encod')
    expect(notes).toEqual([
      "Anchor 'encod' not found in src/a.ts. Returning file-level annotations.",
      'Nearest names: encode',
    ])
    expect(query.resolved[0].unit).toBeUndefined()
  })
})

describe('paths', () => {
  test('out of the repository, by dots or by a link, are refused', () => {
    const repo = simple()
    const outside = tempFolder()
    writeFileSync(join(outside, 'secret.ts'), 'secret')
    symlinkSync(join(outside, 'secret.ts'), join(repo.dir, 'link.ts'))
    symlinkSync(outside, join(repo.dir, 'folder'))
    for (const path of ['../x.ts', '/etc/passwd', join(outside, 'secret.ts')]) {
      const run = read(repo, path)
      expect([run.status, run.stderr.split('\n')[0]]).toEqual([
        2,
        `error: '${path}' is outside the repository`,
      ])
    }
    for (const path of ['link.ts', 'folder/secret.ts']) {
      const run = read(repo, path)
      expect([run.status, run.stderr.split('\n')[0]]).toEqual([
        2,
        `error: '${path}' leads out of the repository`,
      ])
      expect(run.stdout).toBe('')
    }
  })

  test('nowhere are not found, with the nearest as a hint', () => {
    const run = read(simple(), 'src/b.ts')
    expect(run.status).toBe(4)
    expect(run.stderr).toBe('error: File not found: src/b.ts\nhint: did you mean src/a.ts?\n')
  })

  test('of a folder name summary', () => {
    const run = read(simple(), 'src')
    expect([run.status, run.stderr]).toEqual([2, "error: 'src' is a directory\nhint: ultragit summary src\n"])
  })

  test('of a submodule name its root', () => {
    const repo = simple()
    const inner = TempRepo.init()
    inner.commit({ 'x.ts': text })
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'lib')
    repo.commit({})
    const run = read(repo, 'lib')
    expect(run.status).toBe(2)
    expect(run.stderr).toContain("'lib' is a submodule")
  })

  test('untracked, deleted and renamed in the index are answered, with a note', () => {
    const repo = simple()
    writeFileSync(join(repo.dir, 'new.ts'), text)
    expect(answer(repo, 'new.ts').notes).toEqual(['new.ts is untracked: git does not know it yet'])
    repo.git('mv', 'src/a.ts', 'src/moved.ts')
    const moved = answer(repo, 'src/moved.ts', 'encode')
    expect(moved.regions[0]).toMatchObject({ file: 'src/moved.ts', file_then: 'src/a.ts', status: 'current' })
    repo.git('mv', 'src/moved.ts', 'src/a.ts')
    rmSync(join(repo.dir, 'src/a.ts'))
    const deleted = answer(repo, 'src/a.ts')
    expect(deleted.notes).toEqual(["src/a.ts is not in the working tree: answering about HEAD's text"])
    expect(deleted.regions).toHaveLength(1)
  })

  test('are relative to where one stands, and answered from the root', () => {
    const repo = simple()
    const run = ultragit(['read', 'a.ts', '--format', 'json'], { cwd: join(repo.dir, 'src') })
    expect(JSON.parse(run.stdout).query.paths).toEqual(['src/a.ts'])
    expect(
      JSON.parse(read(repo, join(repo.dir, 'src/a.ts'), '--format', 'json').stdout).regions,
    ).toHaveLength(1)
  })
})

describe('a notes ref', () => {
  test('that is not there is a note on how to start, and an error when it was named', () => {
    const repo = TempRepo.init()
    repo.commit({ 'a.ts': text })
    expect(answer(repo, 'a.ts').notes[0]).toStartWith(
      "no annotations yet: 'refs/notes/ultragit' does not exist",
    )
    const named = read(repo, 'a.ts', '--noteref', 'nowhere')
    expect([named.status, named.stderr.split('\n')[0]]).toEqual([
      4,
      "error: the notes ref 'refs/notes/nowhere' does not exist",
    ])
    const byEnvironment = ultragit(['read', 'a.ts'], { cwd: repo.dir, env: { ULTRAGIT_NOTEREF: 'nowhere' } })
    expect(byEnvironment.status).toBe(4)
  })

  test('that is a commit of code holds no notes', () => {
    const repo = TempRepo.init()
    repo.git('update-ref', 'refs/notes/ultragit', repo.commit({ 'a.ts': text }))
    expect(answer(repo, 'a.ts').regions).toEqual([])
  })

  test('that names a blob is a clear error', () => {
    const repo = TempRepo.init()
    repo.commit({ 'a.ts': text })
    repo.git('update-ref', 'refs/notes/ultragit', repo.git('rev-parse', 'HEAD:a.ts'))
    const run = read(repo, 'a.ts')
    expect([run.status, run.stderr.split('\n')[0]]).toEqual([
      4,
      "error: the notes ref 'refs/notes/ultragit' names no commit that can be read",
    ])
  })

  test('of a remote is seen without any command', () => {
    const repo = simple()
    repo.git('update-ref', 'refs/notes/remotes/origin/ultragit', 'refs/notes/ultragit')
    repo.git('update-ref', '-d', 'refs/notes/ultragit')
    expect(answer(repo, 'src/a.ts').regions[0]).toMatchObject({ origin: 'origin', intent: 'why encode' })
  })
})

describe('notes', () => {
  test.each([
    ['invalid JSON', '{"$schema": "ultragit/v1", "regions": [', 1],
    ['deep nesting', `{"$schema":"ultragit/v1","x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, 0],
    ['wrong types', '{"$schema":"ultragit/v1","regions":{"file":3},"summary":[1],"timestamp":false}', 0],
    ['an unknown schema', '{"$schema":"somebody/v9","regions":[]}', 1],
    [
      'a megabyte',
      JSON.stringify({ $schema: 'ultragit/v1', summary: 'x'.repeat(1024 * 1024), regions: [] }),
      0,
    ],
    ['bytes', '\x01\x02 not JSON', 1],
  ])('of %s neither stop an answer nor vanish in silence', (_, note, malformed) => {
    const repo = simple()
    repo.note(repo.commit({ 'b.ts': functionOf('beta') }), note)
    const { regions, stats, warnings = [] } = answer(repo, 'src/a.ts')
    expect(regions).toHaveLength(1)
    expect(stats.malformed).toBeGreaterThanOrEqual(malformed)
    if (malformed > 0) expect(warnings.join('\n')).toContain(`malformed note on ${repo.head()}`)
  })

  test('of several documents are read as their merge', () => {
    const repo = new AnnotatedRepo()
    const oid = repo.repo.commit({ 'a.ts': text })
    const document = (anchor: string) =>
      JSON.stringify({ $schema: 'ultragit/v1', commit: oid, summary: 's', regions: [region('a.ts', anchor)] })
    repo.repo.note(oid, `${document('encode')}\n${document('alpha')}\n`)
    expect(answer(repo.repo, 'a.ts').regions).toHaveLength(2)
  })

  test('with terminal escapes and bidirectional overrides are shown, not obeyed', () => {
    const repo = new AnnotatedRepo()
    const nasty = 'red \u001b[31malert\u001b]0;title\u0007 \u202etxet\u2066'
    repo.commit({ 'a.ts': text }, [
      region('a.ts', 'encode', { intent: nasty, constraints: [{ text: nasty }] }),
    ])
    for (const format of ['json', 'markdown', 'pretty']) {
      const { stdout } = read(repo.repo, 'a.ts', '--format', format)
      expect(stdout).not.toMatch(/[\u001b\u0007\u202e\u2066]/)
      expect(stdout).toContain('alert')
    }
  })
})

describe('the index', () => {
  const file = (repo: TempRepo) => join(repo.dir, '.git/ultragit/index.sqlite')
  const expected = (repo: TempRepo) =>
    ultragit(['read', 'src/a.ts', '--format', 'json'], { cwd: repo.dir, env: { ULTRAGIT_NO_CACHE: '1' } })
      .stdout

  test('when damaged is made anew', () => {
    const repo = simple()
    read(repo, 'src/a.ts')
    for (const suffix of ['-wal', '-shm']) rmSync(file(repo) + suffix, { force: true })
    writeFileSync(file(repo), 'this is no database, not at all, whatever its name says. '.repeat(100))
    const run = read(repo, 'src/a.ts', '--format', 'json')
    expect(run.stdout).toBe(expected(repo))
    expect(run.stderr).toContain('the index is damaged')
    expect(read(repo, 'src/a.ts').stderr).toBe('')
  })

  test('of a newer version is passed over and left alone', () => {
    const repo = simple()
    read(repo, 'src/a.ts')
    const db = new Database(file(repo))
    db.run('pragma user_version = 9999')
    db.close()
    const run = read(repo, 'src/a.ts', '--format', 'json')
    expect(run.stdout).toBe(expected(repo))
    expect(run.stderr).toContain('written by a newer ultragit')
    const after = new Database(file(repo))
    expect(after.query('pragma user_version').get()).toEqual({ user_version: 9999 })
    after.close()
  })

  test('when locked for long is passed over', () => {
    const repo = simple()
    read(repo, 'src/a.ts')
    repo.commit({ 'b.ts': functionOf('beta') })
    const db = new Database(file(repo))
    db.run('pragma locking_mode = exclusive')
    db.run('begin exclusive')
    const run = ultragit(['read', 'src/a.ts', '--format', 'json'], { cwd: repo.dir })
    db.run('rollback')
    db.close()
    expect(run.status).toBe(0)
    expect(run.stdout).toBe(expected(repo))
  }, 30_000)

  test('that cannot be written changes nothing', () => {
    const repo = simple()
    mkdirSync(join(repo.dir, '.git/ultragit'))
    writeFileSync(join(repo.dir, '.git/ultragit/index.sqlite'), '')
    rmSync(join(repo.dir, '.git/ultragit'), { recursive: true })
    writeFileSync(join(repo.dir, '.git/ultragit'), 'a file where the folder should be')
    chmodSync(join(repo.dir, '.git/ultragit'), 0o444)
    const run = read(repo, 'src/a.ts', '--format', 'json')
    expect(run.status).toBe(0)
    expect(run.stdout).toBe(expected(repo))
  })

  for (const content of ['', 'no database', 'SQLite format 3\0 and then nothing of the kind'])
    test(`beside a memory of writes that reads ${JSON.stringify(content.slice(0, 15))} says the same`, () => {
      const repo = simple()
      const before = expected(repo)
      mkdirSync(join(repo.dir, '.git/ultragit'), { recursive: true })
      writeFileSync(join(repo.dir, '.git/ultragit/outbox.sqlite'), content)
      const run = read(repo, 'src/a.ts', '--format', 'json')
      expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: before })
    })
})
