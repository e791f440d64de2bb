import { describe, expect, test } from 'bun:test'
import type { Oid, RepoPath } from '../../../src/base/ids.ts'
import { blameIncrementally } from '../../../src/git/blame/incremental-blame.ts'
import { computeHorizon, extendHorizon } from '../../../src/git/history/horizon.ts'
import type { BlameHunk } from '../../../src/git/repository.ts'
import { Random } from '../../support/random.ts'
import { boundsOf } from './blame.ts'
import { type Histories, place, type Round, roundCount } from './histories.ts'
import { pathsAt, reachable } from './oracle.ts'

export function horizonContract(histories: Histories): void {
  describe('the horizon', () => {
    test('has the parents of the annotated commits without annotated ancestors as boundaries', async () => {
      let bounded = 0
      for await (const { history, repo, ...rest } of histories.rounds()) {
        const { not, annotated } = boundsOf({ history, repo, ...rest })
        const horizon = await computeHorizon(repo, history.head, new Set(history.annotated))
        expect(horizon.head).toBe(history.head)
        expect(new Set(horizon.commits.annotated())).toEqual(annotated)
        expect(reachable(history, horizon.boundaries)).toEqual(reachable(history, not))
        if (not.length > 0) bounded++
      }
      expect(bounded).toBeGreaterThan(roundCount / 3)
    })

    test('holds the annotated commits and their descendants, each younger than its parents', async () => {
      for await (const { history, repo } of histories.rounds()) {
        const { commits } = await computeHorizon(repo, history.head, new Set(history.annotated))
        for (const oid of reachable(history, [history.head])) {
          const below = reachable(history, [oid])
          const isInside = history.annotated.some((annotated) => below.has(annotated))
          expect(commits.get(oid) !== undefined).toBe(isInside)
          for (const parent of history.parents.get(oid) ?? [])
            expect(commits.get(parent)?.age ?? -1).toBeLessThan(commits.get(oid)?.age ?? 0)
        }
      }
    })

    test('grows with new commits to what a walk from scratch gives', async () => {
      let extended = 0
      for await (const { history, repo } of histories.rounds()) {
        const annotated = new Set(history.annotated)
        const scratch = await computeHorizon(repo, history.head, annotated)
        for (const older of new Random(history.commits.length).shuffle(history.commits).slice(0, 4)) {
          const earlier = await computeHorizon(repo, older, annotated)
          const grown = await extendHorizon(repo, earlier, history.head, annotated)
          expect(grown !== undefined).toBe(reachable(history, [history.head]).has(older))
          if (grown === undefined) continue
          extended++
          expect(grown.boundaries).toEqual(scratch.boundaries)
          expect(grown.commits.bytes.equals(scratch.commits.bytes)).toBe(true)
        }
      }
      expect(extended).toBeGreaterThan(roundCount)
    })

    test('is empty when nothing, or nothing reachable, is annotated', async () => {
      for await (const { history, repo } of histories.rounds(3)) {
        const unreachable = 'dead'.repeat(10) as Oid // a full id
        for (const annotated of [new Set<Oid>(), new Set([unreachable])]) {
          const horizon = await computeHorizon(repo, history.head, annotated)
          expect([horizon.boundaries.length, horizon.commits.size]).toEqual([0, 0])
        }
      }
    })
  })

  describe('incremental blame', () => {
    for (const bound of ['without a bound', 'bounded by the horizon']) {
      test(`equals blame from scratch, ${bound}`, async () => {
        const seen = { cases: 0, renamed: 0 }
        for await (const round of histories.rounds()) {
          const { history } = round
          const random = new Random(history.commits.length + 2)
          const not = bound === 'without a bound' ? undefined : boundsOf(round).not
          const older = random.pick(history.commits)
          const known = new Set(pathsAt(history.repo.dir, older))
          const paths = random.shuffle(history.paths)
          for (const path of paths.filter((each) => known.has(each)).slice(0, 2)) {
            await compareIncremental(round, { older, cachedPath: path, path, not }, seen)
          }
          // The cached blame may even be of another file: it then helps less, and must not mislead.
          const [path, other] = [paths[0], random.shuffle([...known])[0]]
          if (path !== undefined && other !== undefined && other !== path) {
            await compareIncremental(round, { older, cachedPath: other, path, not }, seen)
            seen.renamed++
          }
        }
        expect(seen.cases).toBeGreaterThan(roundCount)
        expect(seen.renamed).toBeGreaterThan(roundCount / 3)
      })
    }
  })
}

interface IncrementalCase {
  readonly older: Oid
  readonly cachedPath: RepoPath
  readonly path: RepoPath
  readonly not: readonly Oid[] | undefined
}

async function compareIncremental(
  round: Round,
  given: IncrementalCase,
  seen: { cases: number },
): Promise<void> {
  const { repo, history } = round
  const bound = given.not === undefined ? {} : { not: given.not }
  const cachedAt = await repo.lastChange(given.older, given.cachedPath)
  if (cachedAt === undefined)
    throw new Error(place(round, given.older, given.cachedPath, 'was never changed'))
  const hunks = await repo.blame({ commit: cachedAt, path: given.cachedPath, ...bound })
  const request = { commit: history.head, path: given.path, ...bound }
  const scratch = await repo.blame(request)
  const fast = await blameIncrementally(repo, request, { commit: cachedAt, path: given.cachedPath, hunks })
  const facts = [given.path, `cached at ${cachedAt} ${given.cachedPath}`, `not ${given.not ?? []}`]
  expect(place(round, ...facts, ...lineFacts(fast))).toBe(place(round, ...facts, ...lineFacts(scratch)))
  seen.cases++
}

/** Outside the bound only that much is promised. */
function lineFacts(hunks: readonly BlameHunk[]): string[] {
  return hunks.flatMap(({ start, count, outside, commit, path, originalStart }) =>
    Array.from({ length: count }, (_, at) =>
      outside ? `\n${start + at} outside` : `\n${start + at} ${commit} ${path} ${originalStart + at}`,
    ),
  )
}
