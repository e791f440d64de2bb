/** Blame with a graph is blame without one: whatever came after it was written, and whatever is in its file. */
import { afterAll, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { asRepoPath, type Oid, type RepoPath } from '../../../src/base/ids.ts'
import { historyFolder, NativeHistoryGraph } from '../../../src/git/native/history-graph.ts'
import { openRepository } from '../../../src/git/open-repository.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { Random } from '../../support/random.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { Histories, type Open, patience } from '../contract/histories.ts'

const openNative: Open = (dir, env = process.env) => openRepository({ cwd: dir, env, backend: 'native' })
const histories = new Histories('native', openNative)

/** Only what belongs to the answer: runs may be cut differently. */
async function ownersOf(
  repo: Repository,
  commit: Oid,
  path: RepoPath,
  not: readonly Oid[] = [],
): Promise<string[]> {
  const owners: string[] = []
  for (const { start, count, ...hunk } of await repo.blame({ commit, path, not }))
    for (let at = 0; at < count; at++) owners[start + at] = hunk.outside ? 'outside' : hunk.commit
  return owners
}

describe('a history graph', () => {
  test(
    'changes no blame, bounded or not, of any file of a random history',
    async () => {
      const random = new Random(11)
      let compared = 0
      for await (const { history, repo } of histories.rounds()) {
        const { head, commits, paths } = history
        const not = random.shuffle([...commits]).slice(0, random.int(0, 2))
        const before: string[][] = []
        for (const path of paths)
          before.push(await ownersOf(repo, head, path), await ownersOf(repo, head, path, not))
        expect(await repo.historyGraph?.write(random.pick(commits))).toBe(true)
        const after: string[][] = []
        for (const path of paths)
          after.push(await ownersOf(repo, head, path), await ownersOf(repo, head, path, not))
        expect(after).toEqual(before)
        compared += after.length
        rmSync(historyFolder(repo.layout), { recursive: true })
      }
      expect(compared).toBeGreaterThan(100)
    },
    patience,
  )
})

describe('its file', () => {
  const repo = TempRepo.init()
  const path = asRepoPath('a.txt')
  for (let at = 0; at < 30; at++)
    repo.commit({ 'a.txt': `${'same\n'.repeat(at)}line ${at}\n`, [`b${at % 5}.txt`]: `${at}\n` })
  const head = repo.commit({ 'a.txt': `${'same\n'.repeat(30)}end\n` }) as Oid
  const opened = openNative(repo.dir)
  const folder = opened.then(({ layout }) => historyFolder(layout))
  const file = folder.then((path) => join(path, 'info', 'commit-graph'))
  afterAll(async () => (await opened).close())

  test('is seen by git once it is there, beside the stores that are named already', async () => {
    const { layout } = await opened
    const git = { program: 'git', cwd: repo.dir, env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: '/elsewhere' } }
    const graph = new NativeHistoryGraph(layout, git)
    expect(graph.seenBy(git)).toBe(git)
    expect(await graph.write(head)).toBe(true)
    const stores = ['/elsewhere', await folder].join(delimiter)
    expect(graph.seenBy(git).env.GIT_ALTERNATE_OBJECT_DIRECTORIES).toBe(stores)
    const partial = new NativeHistoryGraph({ ...layout, partialClone: true }, git)
    expect(partial.seenBy(git)).toBe(git)
    expect(await partial.write(head)).toBe(false)
    rmSync(await folder, { recursive: true })
  })

  test('lies beside the index, and nowhere else', async () => {
    const { historyGraph } = await opened
    expect(historyGraph?.isOf(head)).toBe(false)
    expect(await historyGraph?.write(head)).toBe(true)
    expect(historyGraph?.isOf(head)).toBe(true)
    expect(await file).toStartWith(join(repo.dir, '.git', 'ultragit'))
    expect(
      readFileSync(await file)
        .subarray(0, 4)
        .toString(),
    ).toBe('CGPH')
    expect(existsSync(join(repo.dir, '.git', 'objects', 'info', 'commit-graph'))).toBe(false)
    expect(repo.git('fsck', '--full')).not.toContain('error')
  })

  test.each([
    ['empty', (file: string) => truncateSync(file, 0)],
    ['cut off', (file: string) => truncateSync(file, 700)],
    ['something else', (file: string) => writeFileSync(file, 'no graph at all\n'.repeat(100))],
    ['longer', (file: string) => appendFileSync(file, 'more')],
    ['of a newer kind', (file: string) => writeFileSync(file, readFileSync(file).fill(9, 4, 6))],
  ])('does no harm when it is %s', async (_, damage) => {
    const native = await opened
    rmSync(await folder, { recursive: true })
    const before = await ownersOf(native, head, path)
    expect(await native.historyGraph?.write(head)).toBe(true)
    damage(await writable(await file))
    expect(await ownersOf(native, head, path)).toEqual(before)
    expect(await native.historyGraph?.write(head)).toBe(true)
  })

  test('is written again when a writer was killed long ago, and not beside one that is at it', async () => {
    const native = await opened
    rmSync(await folder, { recursive: true })
    const lock = `${await file}.lock`
    mkdirSync(join(await folder, 'info'), { recursive: true })
    writeFileSync(lock, '')
    expect(await native.historyGraph?.write(head)).toBe(false)
    utimesSync(lock, 1, 1)
    expect(await native.historyGraph?.write(head)).toBe(true)
  })

  test('is no longer of lately after a while', async () => {
    const { historyGraph } = await opened
    expect(historyGraph?.isRecent()).toBe(true)
    utimesSync(await file, 1, 1)
    expect(historyGraph?.isRecent()).toBe(false)
  })
})

/** git leaves it read-only. */
async function writable(file: string): Promise<string> {
  const bytes = readFileSync(file)
  rmSync(file)
  writeFileSync(file, bytes)
  return file
}
