/** The first losses: side texts of regions made shorter, then whole regions folded to what matters. Weakest first. */
import type { AnswerRegion, ReadAnswer } from '../answer.ts'
import { countTrimmed } from './count-trimmed.ts'
import { cutText } from './cut-text.ts'
import type { Stage } from './fit-steps.ts'

const longestSide = 240
const longestMention = 100
const mentions = 3

/** One stage for each kind of text, so that the reasoning is whole while something less is left to shorten. */
export function shortenRegions(answer: ReadAnswer): Stage<ReadAnswer>[] {
  return shorteners.map((shorten) => regionStage(answer, 'shortened', shorten))
}

export function foldRegions(answer: ReadAnswer): Stage<ReadAnswer> {
  return regionStage(answer, 'folded', foldRegion)
}

/** Each gives back the very same region when there is nothing to gain. */
const shorteners: readonly ((region: AnswerRegion) => AnswerRegion)[] = [
  (region) => {
    const related = shortenList(region.related, (one) =>
      shortenTexts(one, ['summary', 'intent', 'relationship']),
    )
    return related === region.related ? region : { ...region, related }
  },
  (region) => {
    const earlier = shortenList(region.earlier, (one) => shortenTexts(one, ['intent']))
    return earlier === region.earlier ? region : { ...region, earlier }
  },
  (region) => shortenTexts(region, ['reasoning'], longestSide),
  (region) => shortenTexts(region, ['risk_notes'], longestSide),
]

function regionStage(
  answer: ReadAnswer,
  count: 'shortened' | 'folded',
  change: (region: AnswerRegion) => AnswerRegion,
): Stage<ReadAnswer> {
  const concerned = answer.regions.flatMap((region, at) => (change(region) === region ? [] : [at])).reverse()
  return {
    count: concerned.length,
    apply: (before, done) => {
      const from = concerned[done - 1] ?? 0
      const regions = before.regions.map((region, at) => (at >= from ? change(region) : region))
      return { ...before, regions, trimmed: countTrimmed(before, count, done) }
    },
  }
}

function shortenList<T extends object>(
  list: readonly T[] | undefined,
  shorten: (one: T) => T,
): T[] | undefined {
  const shorter = list?.slice(0, mentions).map(shorten)
  const same = shorter?.length === list?.length && shorter?.every((one, at) => one === list?.[at])
  return same === false ? shorter : (list as T[] | undefined) // unchanged, and never written to
}

function shortenTexts<T extends object>(one: T, keys: readonly (keyof T)[], length = longestMention): T {
  const changes = keys.flatMap((key) => {
    const text = one[key]
    const shorter = typeof text === 'string' ? cutText(text, length) : text
    return shorter === text ? [] : [[key, shorter]]
  })
  return changes.length === 0 ? one : { ...one, ...Object.fromEntries(changes) }
}

/** What is left says where it is, whether it holds, what it was for and what must not be done. */
function foldRegion(region: AnswerRegion): AnswerRegion {
  const { file, ast_anchor: anchor, current_lines, status, intent, summary } = region
  const { commit, reach, survival, superseded_by, confidence } = region
  return compact({
    file,
    ast_anchor: anchor && compact({ type: anchor.type, name: anchor.name }),
    current_lines,
    status,
    intent,
    // all that a region without an intent of its own has to say
    summary: intent === undefined ? summary : undefined,
    constraints: region.constraints?.map(({ text, source, commit: from }) =>
      compact({ text, source, commit: from }),
    ),
    alternatives: region.alternatives?.map(({ approach, rejected_because, commit: from }) =>
      compact({ approach, rejected_because, commit: from }),
    ),
    commit,
    reach,
    survival,
    superseded_by,
    confidence,
    folded: true as const,
  })
}

type Compact<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

function compact<T extends object>(fields: T): Compact<T> {
  // only keys without a value are taken away
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<T>
}
