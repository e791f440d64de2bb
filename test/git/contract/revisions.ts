import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid } from '../../../src/base/ids.ts'
import type { Ref } from '../../../src/git/repository.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import type { Open } from './histories.ts'
import { gitLines } from './oracle.ts'

export function revisionsContract(open: Open): void {
  describe('head', () => {
    test('names the branch and its commit', async () => {
      const temp = TempRepo.init()
      const oid = temp.commit({ 'a.ts': 'a\n' })
      const repo = await open(temp.dir)
      expect(await repo.head()).toEqual({ ref: 'refs/heads/main', oid } as never)
      repo.close()
    })

    test('has no branch when detached', async () => {
      const temp = TempRepo.init()
      const oid = temp.commit({ 'a.ts': 'a\n' })
      temp.git('checkout', '-q', '--detach')
      const repo = await open(temp.dir)
      expect(await repo.head()).toEqual({ ref: undefined, oid } as never)
      repo.close()
    })

    test('has a branch but no commit before the first one', async () => {
      const temp = TempRepo.init()
      const repo = await open(temp.dir)
      expect(await repo.head()).toEqual({ ref: 'refs/heads/main', oid: undefined })
      expect(await repo.resolve('HEAD')).toBeUndefined()
      repo.close()
    })

    test('follows a commit, a switch and a pack-refs made after opening', async () => {
      const temp = TempRepo.init()
      const repo = await open(temp.dir)
      const first = temp.commit({ 'a.ts': 'a\n' })
      expect(await repo.head()).toEqual({ ref: 'refs/heads/main', oid: first } as never)
      temp.git('checkout', '-q', '-b', 'topic/deep')
      const second = temp.commit({ 'a.ts': 'b\n' })
      expect(await repo.head()).toEqual({ ref: 'refs/heads/topic/deep', oid: second } as never)
      temp.git('pack-refs', '--all', '--prune')
      expect(await repo.head()).toEqual({ ref: 'refs/heads/topic/deep', oid: second } as never)
      temp.git('gc', '-q')
      expect((await repo.readCommits([(await repo.head()).oid ?? ('' as never)])).size).toBe(1)
      repo.close()
    })
  })

  describe('resolve', () => {
    const temp = revisionsRepo()
    const oid = temp.head()
    const known = [
      ...['HEAD', '@', 'HEAD~2', 'HEAD^', 'HEAD^1', 'HEAD^2', 'HEAD~0', 'HEAD^0', 'HEAD^2~1', 'HEAD~1^1'],
      ...[
        'main',
        'heads/main',
        'refs/heads/main',
        'topic/deep',
        'light',
        'v1',
        'tags/v1',
        'v1^{}',
        'v1^{commit}',
      ],
      ...['v1~1', 'tag-of-tag', 'both', 'heads/both', 'umlaut-ü', 'refs/notes/ultragit', 'main^{commit}~1'],
      ...[oid, oid.slice(0, 12), oid.slice(0, 7), oid.slice(0, 12).toUpperCase(), `${oid.slice(0, 12)}~1`],
    ]
    const unknown = [
      ...[
        'nope',
        '',
        ' ',
        'HEAD ',
        'HEAD\n',
        'HEAD\nmain',
        'main\0',
        '--all',
        '-h',
        '--help',
        '--git-dir',
        '^HEAD',
      ],
      ...[
        'HEAD..main',
        'HEAD...v1',
        'HEAD:a.ts',
        'HEAD~99',
        'HEAD^3',
        'HEAD^{tree}',
        'v1-tree',
        'v1-blob',
        'main^!',
      ],
      ...[
        '0'.repeat(40),
        'dead'.repeat(10),
        'abc',
        '../HEAD',
        'refs/heads',
        'HEAD~-1',
        '@{u}',
        'main@{upstream}',
      ],
      ...[temp.git('rev-parse', 'HEAD^{tree}'), temp.git('rev-parse', 'HEAD:a.ts'), `${oid}0`],
    ]

    test('gives the commit git gives', async () => {
      const repo = await open(temp.dir)
      const answers: Record<string, string | undefined> = {}
      const expected: Record<string, string | undefined> = {}
      for (const revision of known) {
        answers[revision] = await repo.resolve(revision)
        expected[revision] = temp.git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`)
      }
      expect(answers).toEqual(expected)
      repo.close()
    })

    for (const revision of unknown) {
      test(`names no commit: ${JSON.stringify(revision)}`, async () => {
        const repo = await open(temp.dir)
        expect(await repo.resolve(revision)).toBeUndefined()
        repo.close()
      })
    }

    test('goes on after a question that git dies of', async () => {
      const repo = await open(temp.dir)
      const answers = await Promise.allSettled(
        ['HEAD', '@{u}', 'HEAD~1'].map((revision) => repo.resolve(revision)),
      )
      expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason))).toEqual(
        [asOid(oid), undefined, asOid(temp.git('rev-parse', 'HEAD~1'))],
      )
      repo.close()
    })

    test('refuses an abbreviation that fits two commits', async () => {
      const many = TempRepo.init()
      const seen = new Set<string>()
      let twice: string | undefined
      const tree = many.git('mktree', '-z')
      for (let n = 0; twice === undefined; n++) {
        const made = many.gitWith({ input: `${n}` }, 'commit-tree', tree)
        if (seen.has(made.slice(0, 4))) twice = made.slice(0, 4)
        seen.add(made.slice(0, 4))
        if (n > 2000) throw new Error('no two commits alike')
      }
      const repo = await open(many.dir)
      expect(await repo.resolve(twice)).toBeUndefined()
      repo.close()
    })
  })

  describe('listRefs', () => {
    test('gives what for-each-ref gives, loose, packed and symbolic', async () => {
      const temp = revisionsRepo()
      temp.git('pack-refs', '--all')
      const moved = temp.commit({ 'a.ts': 'newer\n' })
      temp.git('update-ref', 'refs/remotes/origin/main', moved)
      temp.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
      temp.git('update-ref', '-d', 'refs/tags/light')
      const repo = await open(temp.dir)
      for (const prefix of [
        'refs/',
        'refs/heads/',
        'refs/tags/',
        'refs/notes/',
        'refs/remotes/',
        'refs/none/',
      ]) {
        expect([...(await repo.listRefs(prefix))]).toEqual(refsByGit(temp, prefix))
      }
      temp.git('branch', 'later')
      expect([...(await repo.listRefs('refs/heads/'))]).toEqual(refsByGit(temp, 'refs/heads/'))
      repo.close()
    })

    test('leaves out refs that point nowhere', async () => {
      const temp = TempRepo.init()
      const oid = temp.commit({ 'a.ts': 'a\n' })
      temp.git('symbolic-ref', 'refs/heads/dangling', 'refs/heads/none')
      writeFileSync(join(temp.dir, '.git/refs/heads/garbage'), 'not an oid\n')
      writeFileSync(join(temp.dir, '.git/refs/heads/main.lock'), '')
      const repo = await open(temp.dir)
      expect([...(await repo.listRefs('refs/heads/'))]).toEqual([{ name: 'refs/heads/main', oid }] as never)
      repo.close()
    })
  })
}

function revisionsRepo(): TempRepo {
  const temp = TempRepo.init()
  temp.commit({ 'a.ts': 'one\n' })
  const second = temp.commit({ 'a.ts': 'two\n' })
  temp.git('tag', '-a', '-m', 'first', 'v1')
  temp.git('tag', '-a', '-m', 'of a tag', 'tag-of-tag', 'v1')
  temp.git('tag', 'light')
  temp.git('tag', '-a', '-m', 'tree', 'v1-tree', 'HEAD^{tree}')
  temp.git('tag', '-a', '-m', 'blob', 'v1-blob', 'HEAD:a.ts')
  temp.git('checkout', '-q', '-b', 'topic/deep')
  temp.commit({ 'b.ts': 'side\n' })
  temp.commit({ 'b.ts': 'side 2\n' })
  temp.git('checkout', '-q', 'main')
  temp.commit({ 'a.ts': 'three\n' })
  temp.git('merge', '-q', '--no-ff', '-m', 'merge', 'topic/deep')
  temp.git('branch', 'both', 'topic/deep')
  temp.git('tag', 'both', second)
  temp.git('branch', 'umlaut-ü', second)
  temp.note(second, '{}')
  return temp
}

function refsByGit(temp: TempRepo, prefix: string): Ref[] {
  return gitLines(temp.dir, ['for-each-ref', '--format=%(objectname) %(refname)', prefix]).map((line) => {
    const at = line.indexOf(' ')
    return { oid: line.slice(0, at), name: Buffer.from(line.slice(at + 1), 'latin1').toString() } as Ref // git's own id
  })
}
