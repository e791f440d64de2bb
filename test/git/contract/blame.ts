import { describe, expect, test } from 'bun:test'
import type { Oid } from '../../../src/base/ids.ts'
import type { BlameHunk } from '../../../src/git/repository.ts'
import { Random } from '../../support/random.ts'
import { Agreement } from './agreement.ts'
import { type Histories, place, type Round, roundCount } from './histories.ts'
import { gitBytes, noPath, type OwnedLine, ownersByGit, reachable } from './oracle.ts'

export function blameContract(histories: Histories): void {
  test('the owner of every line is the one git blame names', async () => {
    const agreement = new Agreement('full blame')
    for await (const round of histories.rounds()) {
      const { history, repo } = round
      for (const path of history.paths) {
        const hunks = await repo.blame({ commit: history.head, path })
        expectWhole(round, hunks, lineCount(history.repo.dir, history.head, path))
        agreement.compare(round, path, linesOf(hunks), round.owners(path))
      }
    }
    agreement.expectEnough(histories.backend)
  })

  test('an annotated line has the same owner when blame is bounded by the parents of the annotated roots', async () => {
    const agreement = new Agreement('bounded blame, annotated lines')
    for await (const round of histories.rounds()) {
      const { history, repo } = round
      const { not, annotated } = boundsOf(round)
      const beyond = reachable(history, not)
      for (const path of history.paths) {
        const hunks = await repo.blame({ commit: history.head, path, not })
        expectWhole(round, hunks, round.owners(path).length)
        for (const hunk of hunks)
          expect(place(round, path, hunk.commit, `${hunk.outside}`)).toBe(
            place(round, path, hunk.commit, `${beyond.has(hunk.commit)}`),
          )
        const [ours, gits] = [linesOf(hunks), round.owners(path)]
        const matters = (at: number) =>
          [ours[at], gits[at]].some((line) => line && annotated.has(line.commit))
        agreement.compare(
          round,
          path,
          ours.filter((_, at) => matters(at)),
          gits.filter((_, at) => matters(at)),
        )
      }
    }
    agreement.expectEnough(histories.backend)
  })

  test('asked for some lines it gives their owners and no others', async () => {
    const agreement = new Agreement('blame of ranges')
    for await (const round of histories.rounds(Math.ceil(roundCount / 3))) {
      const { history, repo } = round
      const random = new Random(history.commits.length)
      for (const path of random.shuffle(history.paths).slice(0, 2)) {
        const owners = round.owners(path)
        if (owners.length < 4) continue
        const ranges = randomRanges(random, owners.length)
        const hunks = await repo.blame({ commit: history.head, path, ranges })
        const wanted = owners.filter((_, at) =>
          ranges.some(({ start, end }) => start <= at + 1 && at + 1 <= end),
        )
        expect(lineNumbers(hunks)).toEqual(
          owners
            .keys()
            .toArray()
            .filter((at) => wanted.includes(owners[at] as OwnedLine))
            .map((at) => at + 1),
        )
        agreement.compare(round, path, linesOf(hunks), wanted)
      }
    }
    agreement.expectEnough(histories.backend)
  })

  test('a range that goes past the end is cut there', async () => {
    for await (const round of histories.rounds(3)) {
      const { history, repo } = round
      const path = history.paths.find((each) => round.owners(each).length > 3)
      if (path === undefined) continue
      const count = round.owners(path).length
      const hunks = await repo.blame({ commit: history.head, path, ranges: [{ start: 2, end: count + 50 }] })
      expect(lineNumbers(hunks)).toEqual(Array.from({ length: count - 1 }, (_, at) => at + 2))
    }
  })

  test('ignored commits are looked through as git blame --ignore-rev does', async () => {
    const agreement = new Agreement('blame with ignored commits')
    for await (const round of histories.rounds(Math.ceil(roundCount / 3))) {
      const { history, repo } = round
      const random = new Random(history.commits.length)
      for (const path of random.shuffle(history.paths).slice(0, 2)) {
        const owned = [...new Set(round.owners(path).map(({ commit }) => commit))]
        if (owned.length < 2) continue
        const ignoreRevs = random.shuffle(owned).slice(0, 2)
        const hunks = await repo.blame({ commit: history.head, path, ignoreRevs })
        const options = ignoreRevs.map((oid) => `--ignore-rev=${oid}`)
        agreement.compare(
          round,
          path,
          linesOf(hunks),
          ownersByGit(history.repo.dir, history.head, path, ...options),
        )
      }
    }
    agreement.expectEnough(histories.backend)
  })

  test('it works at any commit, not only at the head', async () => {
    const agreement = new Agreement('blame of older commits')
    for await (const round of histories.rounds(Math.ceil(roundCount / 3))) {
      const { history, repo } = round
      const random = new Random(history.commits.length + 1)
      const commit = random.pick(history.commits)
      for (const path of history.paths) {
        if ((await repo.entryAt(commit, path)) === undefined) continue
        const hunks = await repo.blame({ commit, path })
        agreement.compare(round, path, linesOf(hunks), ownersByGit(history.repo.dir, commit, path))
      }
    }
    agreement.expectEnough(histories.backend)
  })

  describe('blame', () => {
    test('takes hundreds of boundaries', async () => {
      for await (const { history, repo } of histories.rounds(1)) {
        const [path] = history.paths
        const [first] = history.commits
        if (path === undefined || first === undefined) throw new Error('an empty history')
        const not = many(history.repo.dir, first, 450)
        const [few, all] = await Promise.all([
          repo.blame({ commit: history.head, path, not: [first] }),
          repo.blame({ commit: history.head, path, not: [...not, first] }),
        ])
        expect(all).toEqual(few)
      }
    })

    test('of a commit that lies outside itself has every line outside, and never looks at the working tree', async () => {
      for await (const { history, repo } of histories.rounds(3)) {
        const random = new Random(history.commits.length)
        const [path] = random.shuffle(history.paths)
        if (path === undefined) throw new Error('an empty history')
        for (const not of [[history.head], [history.head, ...history.commits.slice(0, 3)]]) {
          const hunks = await repo.blame({ commit: history.head, path, not })
          expect(hunks.every((hunk) => hunk.outside)).toBe(true)
          expect(lineNumbers(hunks).length).toBe(lineCount(history.repo.dir, history.head, path))
        }
      }
    })

    test('says so when there is no such file or line', async () => {
      for await (const { history, repo } of histories.rounds(1)) {
        const [path = noPath()] = history.paths
        for (const request of [{ path: noPath() }, { path, ranges: [{ start: 9999, end: 9999 }] }]) {
          await expect(repo.blame({ commit: history.head, ...request })).rejects.toMatchObject({
            name: 'UltragitError',
            code: 'not_found',
          })
        }
      }
    })

    test('gives up when the caller has', async () => {
      for await (const { history, repo } of histories.rounds(1)) {
        const request = { commit: history.head, path: history.paths[0] as never, signal: AbortSignal.abort() }
        await expect(repo.blame(request)).rejects.toMatchObject({ code: 'cancelled' })
      }
    })
  })
}

/** What the horizon is, worked out the slow way. */
export function boundsOf({ history }: Round): { not: Oid[]; roots: Oid[]; annotated: Set<Oid> } {
  const inHead = reachable(history, [history.head])
  const annotated = new Set(history.annotated.filter((oid) => inHead.has(oid)))
  const roots = [...annotated].filter((oid) => {
    const older = reachable(history, history.parents.get(oid) ?? [])
    return ![...older].some((each) => annotated.has(each))
  })
  return { not: [...new Set(roots.flatMap((root) => history.parents.get(root) ?? []))], roots, annotated }
}

export function linesOf(hunks: readonly BlameHunk[]): OwnedLine[] {
  return hunks.flatMap(({ commit, path, originalStart, count }) =>
    Array.from({ length: count }, (_, at) => ({ commit, path, original: originalStart + at })),
  )
}

function lineNumbers(hunks: readonly BlameHunk[]): number[] {
  return hunks.flatMap(({ start, count }) => Array.from({ length: count }, (_, at) => start + at))
}

/** Hunks in order, no gap, no overlap, all lines. */
function expectWhole(round: Round, hunks: readonly BlameHunk[], lines: number): void {
  let next = 1
  for (const hunk of hunks) {
    expect(place(round, `${hunk.start}`)).toBe(place(round, `${next}`))
    next += hunk.count
  }
  expect(place(round, `${next - 1} lines`)).toBe(place(round, `${lines} lines`))
}

function lineCount(dir: string, commit: Oid, path: string): number {
  const text = gitBytes(dir, ['cat-file', 'blob', `${commit}:${path}`]).toString('latin1')
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

/** Ranges in order, apart from each other. */
function randomRanges(random: Random, length: number): { start: number; end: number }[] {
  const middle = random.int(2, length - 1)
  const first = random.int(1, middle - 1)
  const third = random.int(middle + 1, length)
  return [
    { start: first, end: random.int(first, middle - 1) },
    { start: third, end: random.int(third, length) },
  ]
}

/** Commits beside the history, older than all of it. */
function many(dir: string, first: Oid, count: number): Oid[] {
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `commit refs/beside/${at}\nmark :${at + 1}\ncommitter C <c@d> ${at} +0000\ndata 0\nfrom ${first}\n\nget-mark :${at + 1}\n`,
  )
  const printed = gitBytes(dir, ['fast-import', '--quiet', '--cat-blob-fd=1'], lines.join('')).toString()
  return printed.trim().split('\n') as Oid[] // fast-import prints nothing but ids
}
