import { expect, test } from 'bun:test'
import { asOid, type Oid } from '../../../src/base/ids.ts'
import type { FileChange, Rename, Repository } from '../../../src/git/repository.ts'
import { Random } from '../../support/random.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { type Histories, type Open, place } from './histories.ts'
import { changesByGit, gitBytes, gitLines } from './oracle.ts'

export function changesContract(open: Open, histories: Histories): void {
  test('changesOf gives what diff-tree gives against the first parent', async () => {
    for await (const { history, repo } of histories.rounds(15)) {
      const answer = await repo.changesOf(history.commits)
      const pairs = history.commits.map((commit) => [history.parents.get(commit)?.[0], commit] as const)
      const expected = changesByGit(history.repo.dir, pairs)
      for (const [at, commit] of history.commits.entries())
        expect(byPath(answer.get(commit) ?? [])).toEqual(byPath(expected[at] ?? []))
    }
  })

  test('changesBetween gives what diff-tree gives between any two commits', async () => {
    for await (const { history, repo } of histories.rounds(15)) {
      const random = new Random(history.commits.length)
      for (let left = 5; left > 0; left--) {
        const [from, to] = [random.pick(history.commits), random.pick(history.commits)]
        const [expected = []] = changesByGit(history.repo.dir, [[from, to]])
        expect(byPath(await repo.changesBetween(from, to))).toEqual(byPath(expected))
      }
    }
  })

  test('patchIds are those of git patch-id over every commit', async () => {
    for await (const { history, repo } of histories.rounds(15)) {
      const patches = gitBytes(
        history.repo.dir,
        [...unquotedPaths, 'diff-tree', '--stdin', '--root', '-p', '-U0'],
        `${history.commits.join('\n')}\n`,
      )
      const answer = await repo.patchIds(history.commits)
      expect([...answer].map(([commit, id]) => `${id} ${commit}`).sort()).toEqual(
        patchIdLines(history.repo, patches),
      )
      expect(answer.size).toBeGreaterThan(5)
    }
  })

  test('patchIdBetween is that of the whole difference', async () => {
    for await (const round of histories.rounds(15)) {
      const { history, repo } = round
      const random = new Random(history.commits.length)
      for (let left = 4; left > 0; left--) {
        const [from, to] = [random.pick(history.commits), random.pick(history.commits)]
        const patch = gitBytes(history.repo.dir, [...unquotedPaths, 'diff-tree', '-p', '-U0', from, to])
        const expected = patchIdLines(history.repo, patch)[0]?.slice(0, 40)
        expect(place(round, from, to, `${await repo.patchIdBetween(from, to)}`)).toBe(
          place(round, from, to, `${expected}`),
        )
      }
    }
  })

  test('a rebased commit keeps its patch id and its changes, whatever diff settings the repository has', async () => {
    const temp = TempRepo.init()
    temp.commit({ 'a.ts': lines(20), 'b.ts': lines(3) })
    temp.git('checkout', '-q', '-b', 'topic')
    const before = asOid(temp.commit({ 'a.ts': lines(20, 15), 'c.ts': 'new\n' }))
    temp.git('checkout', '-q', 'main')
    temp.commit({ 'a.ts': lines(20, 2), 'b.ts': null })
    temp.git('cherry-pick', 'topic')
    const after = asOid(temp.head())
    for (const [key, value] of unkindSettings) temp.git('config', key, value)
    const repo = await open(temp.dir)
    const ids = await repo.patchIds([before, after])
    expect(ids.get(before)).toMatch(/^[0-9a-f]{40}$/)
    expect(ids.get(before)).toBe(ids.get(after) as string)
    expect((await repo.changesOf([after])).get(after)?.map(({ path }) => String(path))).toEqual([
      'a.ts',
      'c.ts',
    ])
    repo.close()
  })

  test('binary files, mode changes, links that become files and submodules are told apart', async () => {
    const temp = specialChanges()
    const commits = gitLines(temp.dir, ['rev-list', '--reverse', 'HEAD']).map(asOid)
    const repo = await open(temp.dir)
    const expected = changesByGit(
      temp.dir,
      commits.map((commit, at) => [commits[at - 1], commit] as const),
    )
    const answer = await repo.changesOf(commits)
    expect(commits.map((commit) => byPath(answer.get(commit) ?? []))).toEqual(expected.map(byPath))
    expect(expected.flat().map(({ status }) => status)).toContain('type')
    const patches = gitBytes(
      temp.dir,
      ['diff-tree', '--stdin', '--root', '-p', '-U0', '--full-index'],
      `${commits.join('\n')}\n`,
    )
    const ids = await repo.patchIds(commits)
    expect([...ids].map(([commit, id]) => `${id} ${commit}`).sort()).toEqual(patchIdLines(temp, patches))
    repo.close()
  })

  test('a commit asked for alone did what it did among others', async () => {
    const expectSame = async (dir: string, repo: Repository) => {
      const commits = gitLines(dir, ['rev-list', 'HEAD']).map(asOid)
      const [changes, ids] = [await repo.changesOf(commits), await repo.patchIds(commits)]
      for (const commit of commits) {
        const alone = await repo.changesOf([commit])
        expect([...alone.keys()]).toEqual([commit])
        expect(byPath(alone.get(commit) ?? [])).toEqual(byPath(changes.get(commit) ?? []))
        expect((await repo.patchIds([commit])).get(commit)).toBe(ids.get(commit) as string)
      }
    }
    for await (const { history, repo } of histories.rounds(3)) await expectSame(history.repo.dir, repo)
    const special = specialChanges()
    const shallow = new TempRepo(tempFolder())
    special.git('clone', '-q', '--depth=2', `file://${special.dir}`, shallow.dir)
    for (const { dir } of [special, shallow]) {
      const repo = await open(dir)
      await expectSame(dir, repo)
      repo.close()
    }
  })

  test('changesOf leaves out commits that are missing', async () => {
    for await (const { history, repo } of histories.rounds(1)) {
      const missing: Oid = asOid('dead'.repeat(10))
      expect([...(await repo.changesOf([missing, history.head])).keys()]).toEqual([history.head])
      expect((await repo.changesOf([])).size).toBe(0)
      expect((await repo.patchIds([])).size).toBe(0)
    }
  })

  test('renames since an earlier commit are those of the commits since', async () => {
    let seen = 0
    for await (const { history, repo } of histories.rounds(20)) {
      const all = await repo.renames(history.head, [])
      for (const back of ['^', '~2', '~5']) {
        const earlier = history.repo.git('rev-parse', `${history.head}${back}`)
        const before = new Set(gitLines(history.repo.dir, ['rev-list', earlier]))
        const since = ({ commit }: Rename) => !before.has(commit)
        const renames = await repo.renames(history.head, [asOid(earlier)])
        seen += renames.length
        expect(renames.filter(since).map(renameText).sort()).toEqual(all.filter(since).map(renameText).sort())
      }
    }
    expect(seen).toBeGreaterThan(0)
  })

  test('a caller that has given up gets no changes', async () => {
    for await (const { history, repo } of histories.rounds(1)) {
      const gone = AbortSignal.abort()
      await expect(repo.changesOf([history.head], gone)).rejects.toMatchObject({ code: 'cancelled' })
      await expect(repo.changesBetween(history.head, history.head, gone)).rejects.toMatchObject({
        code: 'cancelled',
      })
      await expect(repo.patchIds([history.head], gone)).rejects.toMatchObject({ code: 'cancelled' })
      await expect(repo.renames(history.head, [], gone)).rejects.toMatchObject({ code: 'cancelled' })
    }
  })
}

/** A patch id covers the paths as the patch spells them, so the setting that changes the spelling is fixed. */
const unquotedPaths = ['-c', 'core.quotePath=false']

const unkindSettings = [
  ['diff.noprefix', 'true'],
  ['diff.mnemonicPrefix', 'true'],
  ['diff.algorithm', 'histogram'],
  ['diff.context', '9'],
  ['diff.interHunkContext', '9'],
  ['diff.renames', 'copies'],
  ['diff.orderFile', 'no-such-file'],
  ['diff.ignoreSubmodules', 'all'],
  ['diff.submodule', 'log'],
  ['diff.relative', 'true'],
  ['patchid.stable', 'false'],
  ['color.ui', 'always'],
  ['core.abbrev', '4'],
] as const

function specialChanges(): TempRepo {
  const temp = TempRepo.init()
  const [blob, link] = ['one\ntwo\n', 'target'].map((input) =>
    temp.gitWith({ input }, 'hash-object', '-w', '--stdin'),
  )
  const binary = ['a\0b', 'a\0c'].map((input) => temp.gitWith({ input }, 'hash-object', '-w', '--stdin'))
  const trees = [
    [`100644 blob ${blob}\tfile`, `120000 blob ${link}\tlink`, `100644 blob ${binary[0]}\tbin`],
    [`100755 blob ${blob}\tfile`, `120000 blob ${link}\tlink`, `100644 blob ${binary[0]}\tbin`],
    [`100755 blob ${blob}\tfile`, `100644 blob ${blob}\tlink`, `100644 blob ${binary[1]}\tbin`],
    [`100755 blob ${blob}\tfile`, `160000 commit ${'12'.repeat(20)}\tlink`, `100644 blob ${binary[1]}\tbin`],
    [
      `100644 blob ${blob}\tmoved`,
      `160000 commit ${'34'.repeat(20)}\tlink`,
      `100644 blob ${binary[1]}\tbin2`,
    ],
  ]
  let parent: string | undefined
  for (const tree of trees) {
    const oid = temp.gitWith({ input: `${tree.join('\n')}\n` }, 'mktree', '--missing')
    parent = temp.git('commit-tree', '-m', 'step', ...(parent === undefined ? [] : ['-p', parent]), oid)
  }
  temp.git('update-ref', 'refs/heads/main', parent ?? '')
  return temp
}

function patchIdLines(temp: TempRepo, patches: Uint8Array): string[] {
  const answer = temp.gitWith({ input: patches }, 'patch-id', '--stable')
  return answer === '' ? [] : answer.split('\n').sort()
}

function byPath(changes: readonly FileChange[]): FileChange[] {
  return [...changes].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function lines(count: number, changed?: number): string {
  return Array.from({ length: count }, (_, at) => `line ${at}${at === changed ? ' changed' : ''}\n`).join('')
}

function renameText({ commit, parent, from, to }: Rename): string {
  return [commit, parent, from, to].join(' ')
}
