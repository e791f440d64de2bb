/** Regions that go as a whole, weakest first. The strongest one with a constraint stays to the last. */
import type { AnswerRegion, ReadAnswer } from '../answer.ts'
import { countTrimmed } from './count-trimmed.ts'
import type { Stage } from './fit-steps.ts'

const commitsNamed = 10
const abbreviated = 12

export function dropRegions(answer: ReadAnswer): Stage<ReadAnswer> {
  const keeper = keeperOf(answer.regions)
  const order = answer.regions.map((_, at) => at).reverse()
  const droppable = order.filter((at) => at !== keeper)
  return {
    count: droppable.length,
    apply: (before, done) => {
      const dropped = new Set(droppable.slice(0, done))
      const regions = before.regions.filter((_, at) => !dropped.has(at))
      const trimmed = countTrimmed(before, 'dropped', done)
      return {
        ...before,
        regions,
        stats: { ...before.stats, regions_returned: regions.length },
        trimmed: { ...trimmed, commits: commitsOf(answer.regions, dropped) },
      }
    },
  }
}

/** The names of what was dropped, when even they are too much. */
export function dropCommits(answer: ReadAnswer): Stage<ReadAnswer> {
  return {
    count: answer.regions.length > 1 ? commitsNamed : 0,
    apply: (before, done) => {
      const { commits = [], ...trimmed } = before.trimmed ?? { budget: 0, estimate: 0 }
      const left = commits.slice(0, commitsNamed - done)
      return { ...before, trimmed: left.length === 0 ? trimmed : { ...trimmed, commits: left } }
    },
  }
}

/** Without any constraint, the strongest region. */
export function keeperOf(regions: readonly AnswerRegion[]): number {
  return Math.max(
    0,
    regions.findIndex(({ constraints = [] }) => constraints.length > 0),
  )
}

/** The strongest of the dropped, each once. */
function commitsOf(regions: readonly AnswerRegion[], dropped: ReadonlySet<number>): string[] {
  const commits = new Set<string>()
  for (const at of [...dropped].reverse()) {
    if (commits.size === commitsNamed) break
    commits.add(regions[at]?.commit.slice(0, abbreviated) ?? '')
  }
  return [...commits]
}
