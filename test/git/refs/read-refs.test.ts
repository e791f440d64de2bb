import { describe, expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { discover } from '../../../src/git/discover.ts'
import { listRefFiles, readHead, readRef } from '../../../src/git/refs/read-refs.ts'
import { isWellFormed } from '../../../src/git/refs/ref-name.ts'
import type { Layout } from '../../../src/git/repository.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'

async function layoutOf(repo: TempRepo): Promise<Layout> {
  return (await discover(repo.dir, process.env)).layout
}

describe('readRef', () => {
  test('never leaves the git directory', async () => {
    const repo = TempRepo.init()
    const oid = repo.commit({ a: '1\n' })
    writeFileSync(join(repo.dir, 'outside'), `${oid}\n`)
    writeFileSync(join(repo.dir, '.git/refs/heads/escape'), 'ref: refs/../../outside\n')
    writeFileSync(join(repo.dir, '.git/secret'), `${oid}\n`)
    const layout = await layoutOf(repo)
    for (const name of [
      'refs/../../outside',
      '../outside',
      'refs/heads/escape',
      '/etc/passwd',
      'secret',
      'refs/heads/a\0b',
    ]) {
      expect(await readRef(layout, name)).toBeUndefined()
    }
    expect<string | undefined>(await readRef(layout, 'refs/heads/main')).toBe(oid)
  })

  test('follows symbolic refs, but not in a circle', async () => {
    const repo = TempRepo.init()
    const oid = repo.commit({ a: '1\n' })
    repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
    repo.git('symbolic-ref', 'refs/heads/one', 'refs/heads/two')
    repo.git('symbolic-ref', 'refs/heads/two', 'refs/heads/one')
    const layout = await layoutOf(repo)
    expect<string | undefined>(await readRef(layout, 'refs/heads/alias')).toBe(oid)
    expect(await readRef(layout, 'refs/heads/one')).toBeUndefined()
    expect((await listRefFiles(layout, 'refs/heads/')).map(({ name }) => name)).toEqual([
      'refs/heads/alias',
      'refs/heads/main',
    ])
  })

  test('sees a packed ref that changed, and prefers the loose one', async () => {
    const repo = TempRepo.init()
    const first = repo.commit({ a: '1\n' })
    repo.git('branch', 'side')
    repo.git('pack-refs', '--all')
    const layout = await layoutOf(repo)
    expect<string | undefined>(await readRef(layout, 'refs/heads/side')).toBe(first)
    const second = repo.commit({ a: '2\n' })
    expect<string | undefined>(await readRef(layout, 'refs/heads/main')).toBe(second)
    repo.git('branch', '-f', 'side', second)
    repo.git('pack-refs', '--all')
    expect<string | undefined>(await readRef(layout, 'refs/heads/side')).toBe(second)
    repo.git('branch', '-D', 'side')
    expect(await readRef(layout, 'refs/heads/side')).toBeUndefined()
  })
})

describe('readHead', () => {
  test('takes HEAD from the worktree and branches from the common directory', async () => {
    const repo = TempRepo.init()
    const oid = repo.commit({ a: '1\n' })
    const linked = new TempRepo(join(tempFolder(), 'linked'))
    repo.git('worktree', 'add', '-q', '-b', 'side', linked.dir)
    linked.git('update-ref', 'refs/worktree/mine', oid)
    const layout = await layoutOf(linked)
    expect<unknown>(await readHead(layout)).toEqual({ ref: 'refs/heads/side', oid })
    const names = (await listRefFiles(layout, 'refs/')).map(({ name }) => name)
    expect(names).toEqual(linked.git('for-each-ref', '--format=%(refname)').split('\n'))
    expect(names).toContain('refs/worktree/mine')
    expect((await listRefFiles(await layoutOf(repo), 'refs/')).map(({ name }) => name)).not.toContain(
      'refs/worktree/mine',
    )
  })

  test('understands a HEAD that is a link', async () => {
    const repo = TempRepo.init()
    const oid = repo.commit({ a: '1\n' })
    const layout = await layoutOf(repo)
    unlinkSync(join(repo.dir, '.git/HEAD'))
    symlinkSync('refs/heads/main', join(repo.dir, '.git/HEAD'))
    expect<unknown>(await readHead(layout)).toEqual({ ref: 'refs/heads/main', oid })
  })
})

describe('listRefFiles', () => {
  test('sorts by bytes and skips what is no ref', async () => {
    const repo = TempRepo.init()
    repo.commit({ a: '1\n' })
    for (const name of ['b', 'a', 'a-b', 'a.b', 'ü', '\u{1f600}', '\uffee']) repo.git('branch', name)
    mkdirSync(join(repo.dir, '.git/refs/heads/empty/folder'), { recursive: true })
    writeFileSync(join(repo.dir, '.git/refs/heads/.hidden'), `${repo.head()}\n`)
    const names = (await listRefFiles(await layoutOf(repo), 'refs/heads/')).map(({ name }) => name)
    expect(names).toEqual(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads').split('\n'))
  })

  test('takes any beginning of a name, and none that leaves the refs', async () => {
    const repo = TempRepo.init()
    repo.commit({ a: '1\n' })
    for (const name of ['topic/one', 'topic/two', 'topics', 'packed/topic']) repo.git('branch', name)
    repo.git('pack-refs', '--all')
    for (const name of ['topic/three', 'topic-loose']) repo.git('branch', name)
    const all = repo.git('for-each-ref', '--format=%(refname)').split('\n')
    const layout = await layoutOf(repo)
    for (const prefix of [
      '',
      'r',
      'refs',
      'refs/',
      'refs/h',
      'refs/heads/topic',
      'refs/heads/topic/t',
      'refs/tags/',
    ])
      expect([prefix, ...(await listRefFiles(layout, prefix)).map(({ name }) => name)]).toEqual([
        prefix,
        ...all.filter((name) => name.startsWith(prefix)),
      ])
    for (const prefix of ['refs/../', 'refs/heads/../../', '../', '/'])
      expect([prefix, ...(await listRefFiles(layout, prefix))]).toEqual([prefix])
  })
})

test('isWellFormed agrees with git check-ref-format', () => {
  const names = [
    ...[
      'a',
      'a/b',
      'a.b',
      'a..b',
      '.a',
      'a.',
      'a/.b',
      'a.lock',
      'a.lock/b',
      'a b',
      'a~b',
      'a^',
      'a:b',
      'a?',
      'a*',
      'a[b',
    ],
    ...['a\\b', 'a\x7f', 'a\tb', '@', 'a@{b', 'a@b', '/a', 'a/', 'a//b', '', 'ä', '-a', 'a{}', 'HEAD'],
  ]
  for (const name of names) {
    const { exitCode } = Bun.spawnSync(['git', 'check-ref-format', `refs/heads/${name}`])
    expect(`${JSON.stringify(name)} ${isWellFormed(`refs/heads/${name}`)}`).toBe(
      `${JSON.stringify(name)} ${exitCode === 0}`,
    )
  }
})
