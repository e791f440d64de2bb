/** The random histories the contract runs over, made once per test file, with git's blame of them kept. */
import type { Oid, RepoPath } from '../../../src/base/ids.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { type RandomHistory, randomHistory } from '../random-history.ts'
import { type OwnedLine, ownersByGit } from './oracle.ts'

/** Opens a repository with the backend under test. */
export type Open = (dir: string, env?: Readonly<Record<string, string | undefined>>) => Promise<Repository>

export interface Round {
  readonly history: RandomHistory
  readonly repo: Repository
  /** git's blame of a file at the head. */
  owners(path: RepoPath): readonly OwnedLine[]
}

/** How many random histories a law is tried on; `TEST_ROUNDS=1000` for a long night. */
export const roundCount = Number(process.env.TEST_ROUNDS ?? 40)

/** For tests that go through all rounds, in milliseconds. */
export const patience = 20_000 + 1_000 * roundCount

export class Histories {
  readonly backend: Repository['backend']
  readonly #open: Open
  readonly #made: Omit<Round, 'repo'>[] = []

  constructor(backend: Repository['backend'], open: Open) {
    this.backend = backend
    this.#open = open
  }

  /** The first `count` rounds, the same ones for every caller, one repository open at a time. */
  async *rounds(count = roundCount): AsyncGenerator<Round> {
    for (let seed = 0; seed < count; seed++) {
      const made = this.#made[seed] ?? makeRound(seed)
      this.#made[seed] = made
      const repo = await this.#open(made.history.repo.dir)
      try {
        yield { ...made, repo }
      } finally {
        repo.close()
      }
    }
  }
}

function makeRound(seed: number): Omit<Round, 'repo'> {
  const history = randomHistory({
    seed,
    commits: 20 + (seed % 5) * 12,
    files: 2 + (seed % 3),
    mergeRate: seed % 7 === 0 ? 0.45 : 0.2,
    annotateRate: [0.05, 0.15, 0.4][seed % 3] ?? 0.2,
    skewedClocks: seed % 2 === 0,
    oddPaths: seed % 4 === 0,
    notes: true,
  })
  const known = new Map<RepoPath, readonly OwnedLine[]>()
  return {
    history,
    owners(path) {
      const owners = known.get(path) ?? ownersByGit(history.repo.dir, history.head, path)
      known.set(path, owners)
      return owners
    },
  }
}

/** What a failed comparison needs to be repeated. */
export function place(round: Round, ...facts: (string | Oid)[]): string {
  return [round.history.repo.dir, ...facts].join(' ')
}
