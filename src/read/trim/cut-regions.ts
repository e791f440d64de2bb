/** The last losses, in the one region that is left: alternatives, then the intent, then constraints. */
import type { AnswerRegion, ReadAnswer } from '../answer.ts'
import { countTrimmed } from './count-trimmed.ts'
import { cutText } from './cut-text.ts'
import { keeperOf } from './drop-regions.ts'
import type { Stage } from './fit-steps.ts'

/** Items kept and characters of each, step by step. */
const levels: readonly (readonly [items: number, length: number])[] = [
  [8, 400],
  [4, 200],
  [2, 100],
  [1, 50],
  [1, 0],
]

export function cutAlternatives(answer: ReadAnswer): Stage<ReadAnswer> {
  return keptStage(answer, levels.length, (region, done) => {
    const [items, length] = levels[done - 1] ?? [1, 0]
    const alternatives = region.alternatives?.slice(0, items).map((one) => ({
      ...(length === 0 ? {} : one),
      approach: cutText(one.approach, length),
      ...(one.rejected_because === undefined || length === 0
        ? {}
        : { rejected_because: cutText(one.rejected_because, length) }),
    }))
    return alternatives === undefined ? region : { ...region, alternatives }
  })
}

export function cutIntents(answer: ReadAnswer): Stage<ReadAnswer> {
  return keptStage(answer, levels.length, (region, done) => {
    const [, length] = levels[done - 1] ?? [1, 0]
    const { intent, summary } = region
    return {
      ...region,
      ...(intent === undefined ? {} : { intent: cutText(intent, length) }),
      ...(summary === undefined ? {} : { summary: cutText(summary, length) }),
    }
  })
}

const stride = 8

/** Fewer of them first; then as much of the first one as there is room for. */
export function cutConstraints(answer: ReadAnswer): Stage<ReadAnswer>[] {
  const constraints = answer.regions[keeperOf(answer.regions)]?.constraints ?? []
  const longest = constraints[0]?.text.length ?? 0
  return [
    keptStage(answer, Math.max(0, constraints.length - 1), (region, done) => ({
      ...region,
      ...(region.constraints === undefined
        ? {}
        : { constraints: region.constraints.slice(0, constraints.length - done) }),
    })),
    keptStage(answer, Math.ceil(longest / stride), (region, done) => ({
      ...region,
      ...(region.constraints === undefined
        ? {}
        : {
            constraints: region.constraints.map((one) => ({
              ...one,
              text: cutText(one.text, Math.max(0, longest - stride * done)),
            })),
          }),
    })),
  ]
}

/** Changes the region that is left, and counts the texts that lost something. */
function keptStage(
  answer: ReadAnswer,
  count: number,
  change: (region: AnswerRegion, done: number) => AnswerRegion,
): Stage<ReadAnswer> {
  const kept = answer.regions[keeperOf(answer.regions)]
  const useful = kept !== undefined && change(kept, count) !== kept
  return {
    count: useful ? count : 0,
    apply: (before, done) => {
      const regions = before.regions.map((region) => change(region, done))
      const lost = regions.reduce((sum, region, at) => sum + textsLost(before.regions[at], region), 0)
      return { ...before, regions, trimmed: countTrimmed(before, 'cut', lost) }
    },
  }
}

/** Entries that are gone and texts that are not what they were. */
function textsLost(before: AnswerRegion | undefined, after: AnswerRegion): number {
  const [had, has] = [textsOf(before), textsOf(after)]
  const kept = new Set(has)
  return had.filter((text) => !kept.has(text)).length
}

function textsOf(region: AnswerRegion | undefined): string[] {
  const { intent, summary, alternatives = [], constraints = [] } = region ?? {}
  const texts = [
    intent,
    summary,
    ...alternatives.map(({ approach, rejected_because: why }) => JSON.stringify([approach, why])),
    ...constraints.map(({ text }) => text),
  ]
  return texts.filter((text) => text !== undefined)
}
