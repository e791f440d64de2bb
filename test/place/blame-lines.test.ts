/** Blame that is bounded, remembered and carried on names the same annotated commits as a full one by git. */
import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRepoPath, type Oid } from '../../src/base/ids.ts'
import { blameLines } from '../../src/place/blame-lines.ts'
import { openPlaces } from '../../src/place/open-places.ts'
import { loadToday } from '../../src/place/today-file.ts'
import type { Session } from '../../src/session.ts'
import { ownersByGit } from '../git/contract/oracle.ts'
import { randomHistory } from '../git/random-history.ts'
import { Random } from '../support/random.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { openIn, somePaths } from './annotated-history.ts'

/** `TEST_ROUNDS=300` for the full measure. */
const rounds = Number(process.env.TEST_ROUNDS ?? 120)

test(
  `every annotated owner is git's, over ${rounds} histories, while HEAD moves on`,
  async () => {
    let compared = 0
    for (let seed = 0; seed < rounds; seed++) compared += await compareHistory(seed)
    expect(compared).toBeGreaterThan(rounds)
  },
  30_000 + 500 * rounds,
)

async function compareHistory(seed: number): Promise<number> {
  const random = new Random(seed + 5)
  const history = randomHistory({
    seed: seed + 10_000,
    commits: 12 + (seed % 5) * 8,
    files: 2,
    mergeRate: seed % 5 === 0 ? 0.45 : 0.2,
    annotateRate: [0.1, 0.25, 0.6][seed % 3] ?? 0.2,
    skewedClocks: seed % 2 === 0,
    oddPaths: seed % 4 === 0,
    notes: true,
  })
  const { repo, annotated } = history
  const session = await openIn(repo.dir, { ULTRAGIT_NO_CACHE: '1' })
  let compared = 0
  try {
    for (const back of [random.int(2, 8), random.int(0, 2), 0]) {
      repo.git('update-ref', 'refs/heads/main', ancestor(history, back))
      for (const path of somePaths(repo.dir, seed).slice(0, 1)) {
        const owners = await annotatedOwners(session, path, new Set(annotated))
        const full = ownersByGit(repo.dir, 'HEAD', path, '--root').map(({ commit }) =>
          annotated.includes(commit) ? commit : undefined,
        )
        expect(owners, `seed ${seed}, ${back} back, ${path}`).toEqual(full)
        compared += 1
      }
    }
  } finally {
    session.close()
    rmSync(repo.dir, { recursive: true, force: true })
  }
  return compared
}

async function annotatedOwners(
  session: Session,
  path: Parameters<typeof loadToday>[1],
  annotated: ReadonlySet<Oid>,
): Promise<(Oid | undefined)[]> {
  const places = await openPlaces(session, {})
  const { repository } = session
  const file = await loadToday({ ...places, repository }, path)
  const { owners } = await blameLines({ ...places, repository, index: session.index() }, file)
  return owners.slice(1).map((owner) => (owner != null && annotated.has(owner) ? owner : undefined))
}

function ancestor(
  { head, parents }: Pick<ReturnType<typeof randomHistory>, 'head' | 'parents'>,
  back: number,
): Oid {
  let at = head
  for (let left = back; left > 0; left--) at = parents.get(at)?.[0] ?? at
  return at
}

test('lines that are not committed have no owner, and the others keep theirs', async () => {
  const repo = TempRepo.init()
  const first = repo.commit({ 'a.txt': 'one\ntwo\nthree\n' })
  const second = repo.commit({ 'a.txt': 'one\n2\nthree\nfour\n' })
  repo.note(first, JSON.stringify({ $schema: 'ultragit/v1', commit: first, summary: 's', regions: [] }))
  writeFileSync(join(repo.dir, 'a.txt'), 'zero\r\none\r\n2\r\nfour\r\n')
  const session = await openIn(repo.dir, { ULTRAGIT_NO_CACHE: '1' })
  const places = await openPlaces(session, {})
  const { repository } = session
  const file = await loadToday({ ...places, repository }, somePaths(repo.dir, 1)[0] ?? asRepoPath('a.txt'))
  const { owners } = await blameLines({ ...places, repository, index: session.index() }, file)
  session.close()
  expect(owners.slice(1) as unknown[]).toEqual([undefined, first, second, second])
})
