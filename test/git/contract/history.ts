import { describe, expect, test } from 'bun:test'
import { asOid, type Oid } from '../../../src/base/ids.ts'
import type { HistoryEntry, Repository } from '../../../src/git/repository.ts'
import { Random } from '../../support/random.ts'
import type { RandomHistory } from '../random-history.ts'
import { type Histories, place, roundCount } from './histories.ts'
import { changesByGit, gitLines, noPath, pathsAt, reachable } from './oracle.ts'

export function historyContract(histories: Histories): void {
  describe('history', () => {
    test('walks what rev-list walks, every child before its parents', async () => {
      for await (const round of histories.rounds(20)) {
        const { history, repo } = round
        const random = new Random(history.commits.length)
        for (const tips of [[history.head], [random.pick(history.commits), random.pick(history.commits)]]) {
          const entries = await collect(repo, tips)
          const expected = gitLines(history.repo.dir, ['rev-list', '--parents', ...tips])
          expect(entries.map(({ oid, parents }) => [oid, ...parents].join(' ')).sort()).toEqual(
            expected.sort(),
          )
          expect(place(round, ...childrenAfterParents(entries))).toBe(place(round))
        }
      }
    })

    test('walks what came since an earlier commit', async () => {
      for await (const round of histories.rounds(20)) {
        const { history, repo } = round
        for (const tip of [history.head, ...new Random(3).shuffle(history.commits).slice(0, 4)]) {
          for (const back of ['^', '~2', '~9', '^2']) {
            const earlier = history.repo
              .tryGit({}, 'rev-parse', '--verify', '-q', `${tip}${back}`)
              .stdout.trim()
            if (earlier === '') continue
            const since = sinceCommit(history.repo.dir, tip, earlier)
            const entries = await collect(repo, [tip], undefined, [asOid(earlier)])
            // With skewed clocks a few of what is left out may appear all the same.
            const listed = entries.filter(({ oid }) => since.has(oid))
            expect(place(round, ...listed.map(printed).sort())).toBe(
              place(round, ...[...since.values()].sort()),
            )
            expect(place(round, ...childrenAfterParents(listed))).toBe(place(round))
          }
        }
      }
    })

    test('walks nothing from no tips', async () => {
      for await (const { repo } of histories.rounds(1)) expect(await collect(repo, [])).toEqual([])
    })

    test('stops when the caller leaves the loop, and when it aborts', async () => {
      for await (const { history, repo } of histories.rounds(1)) {
        for await (const batch of repo.history([history.head])) {
          expect(batch.length).toBeGreaterThan(0)
          break
        }
        await expect(collect(repo, [history.head], AbortSignal.abort())).rejects.toMatchObject({
          code: 'cancelled',
        })
        expect((await collect(repo, [history.head])).length).toBeGreaterThan(0)
      }
    })
  })

  describe('mergeBase', () => {
    test('is a best common ancestor, and none for unrelated histories', async () => {
      for await (const { history, repo } of histories.rounds(20)) {
        const random = new Random(history.commits.length)
        for (let left = 6; left > 0; left--) {
          const [a, b] = [random.pick(history.commits), random.pick(history.commits)]
          const run = history.repo.tryGit({}, 'merge-base', '--all', a, b)
          const best = run.stdout.trim().split('\n')
          expect(best).toContain((await repo.mergeBase(a, b)) ?? '')
        }
        const lone = asOid(history.repo.git('commit-tree', '-m', 'alone', `${history.head}^{tree}`))
        expect(await repo.mergeBase(history.head, lone)).toBeUndefined()
      }
    })
  })

  describe('lastChange', () => {
    test('is the commit rev-list -1 names', async () => {
      for await (const round of histories.rounds(Math.ceil(roundCount / 2))) {
        const { history, repo } = round
        const random = new Random(history.commits.length)
        for (const from of [history.head, random.pick(history.commits)]) {
          const older = pathsAt(history.repo.dir, random.pick(history.commits))
          for (const path of random.shuffle([...new Set([...history.paths, ...older])]).slice(0, 3)) {
            const expected = gitLines(history.repo.dir, ['rev-list', '-1', from, '--', path])[0]
            const answer = await repo.lastChange(from, path)
            expect(place(round, from, path, `${answer}`)).toBe(place(round, from, path, `${expected}`))
          }
        }
        expect(await repo.lastChange(history.head, noPath())).toBeUndefined()
      }
    })
  })

  describe('renames', () => {
    test('are those of git log -m -M, each with the parent it was seen against', async () => {
      let found = 0
      for await (const { history, repo } of histories.rounds(20)) {
        const random = new Random(history.commits.length)
        const some = [random.pick(history.commits), random.pick(history.commits)]
        const inHead = reachable(history, [history.head])
        for (const not of [[], history.parents.get(random.pick(history.commits)) ?? [], some]) {
          const outside = reachable(history, not)
          const known = renamesByGit(history, inHead)
          const expected = renamesByGit(history, inHead.difference(outside))
          const answer = (await repo.renames(history.head, not)).map(renameText)
          // git's own walk enters `not` here and there under skewed clocks, so more may come, but nothing untrue.
          const wanted =
            histories.backend === 'native' ? answer.filter((each) => expected.includes(each)) : answer
          expect(wanted.sort()).toEqual(expected.sort())
          expect(answer.filter((each) => !known.includes(each))).toEqual([])
          found += expected.length
        }
      }
      expect(found).toBeGreaterThan(100)
    })
  })
}

async function collect(
  repo: Repository,
  tips: readonly Oid[],
  signal?: AbortSignal,
  not?: readonly Oid[],
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for await (const batch of repo.history(tips, signal, not)) entries.push(...batch)
  return entries
}

function childrenAfterParents(entries: readonly HistoryEntry[]): Oid[] {
  const seen = new Set<Oid>()
  return entries.flatMap(({ oid, parents }) => {
    seen.add(oid)
    return parents.some((parent) => seen.has(parent)) ? [oid] : []
  })
}

function renamesByGit(history: RandomHistory, commits: ReadonlySet<Oid>): string[] {
  const pairs = [...commits].flatMap((commit) =>
    (history.parents.get(commit) ?? []).map((parent) => [parent, commit] as const),
  )
  return changesByGit(history.repo.dir, pairs).flatMap((changes, at) =>
    changes
      .filter(({ status }) => status === 'renamed')
      .map(({ from, path }) => `${pairs[at]?.[1]} ${pairs[at]?.[0]} ${from} → ${path}`),
  )
}

function renameText(rename: { commit: Oid; parent: Oid; from: string; to: string }): string {
  return `${rename.commit} ${rename.parent} ${rename.from} → ${rename.to}`
}

function printed({ seconds, oid, parents }: HistoryEntry): string {
  return [seconds, oid, ...parents].join(' ')
}

/** By commit, as rev-list prints it: what the one reaches and the other does not. */
function sinceCommit(dir: string, tip: string, earlier: string): Map<string, string> {
  const known = new Set(gitLines(dir, ['rev-list', earlier]))
  const lines = gitLines(dir, ['rev-list', '--timestamp', '--parents', tip])
  const byCommit = lines.map((line) => [line.split(' ')[1] ?? '', line] as const)
  return new Map(byCommit.filter(([oid]) => !known.has(oid)))
}
