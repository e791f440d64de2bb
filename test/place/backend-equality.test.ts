/** With git and without it: the same regions, apart from those that only blame brings. */
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import type { ReadAnswer } from '../../src/read/answer.ts'
import { annotatedHistory, answersAbout, openIn, somePaths } from './annotated-history.ts'

/** `TEST_ROUNDS=200` for the full measure. */
const rounds = Number(process.env.TEST_ROUNDS ?? 30)

test(
  `the embedded backend places regions as git does, over ${rounds} repositories`,
  async () => {
    let [all, same] = [0, 0]
    for (let seed = 0; seed < rounds; seed++) {
      const { repo } = annotatedHistory(seed)
      const paths = somePaths(repo.dir, seed)
      const native = await regionsBy('native', repo.dir, paths)
      const embedded = await regionsBy('embedded', repo.dir, paths)
      rmSync(repo.dir, { recursive: true, force: true })
      for (const [at, regions] of native.entries()) {
        all += 1
        if (regions === embedded[at]) same += 1
      }
    }
    process.stderr.write(`answers with equal regions, native and embedded: ${same} of ${all}\n`)
    expect(all).toBeGreaterThan(rounds)
    // Rename detection may differ where several files are as like.
    expect(same / all).toBeGreaterThanOrEqual(0.99)
  },
  60_000 + 2_000 * rounds,
)

/** The regions of each answer, without reach `commit`. */
async function regionsBy(
  backend: 'native' | 'embedded',
  dir: string,
  paths: Parameters<typeof answersAbout>[1],
): Promise<string[]> {
  const session = await openIn(dir, { ULTRAGIT_NO_CACHE: '1', ULTRAGIT_GIT: backend })
  try {
    expect(session.repository.backend).toBe(backend)
    const answers = await answersAbout(session, paths)
    return answers.map((text) => {
      const { regions } = JSON.parse(text) as ReadAnswer // written by `read` a moment ago
      return JSON.stringify(regions.filter(({ reach }) => reach !== 'commit'))
    })
  } finally {
    session.close()
  }
}
