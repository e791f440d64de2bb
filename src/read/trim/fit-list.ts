/**
 * Makes an answer that is mostly one list fit a budget of tokens as it will be rendered: items are shortened, weakest
 * first, then dropped, weakest first; what is left is cut, with marks, until it fits.
 */
import { cutAllTexts } from './cut-all-texts.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { fitSteps, type Stage } from './fit-steps.ts'
import { smallestBudget } from './trim-answer.ts'

/** What went from a list. */
export interface TrimmedList {
  readonly budget: number
  readonly estimate: number
  readonly shortened: number
  readonly dropped: number
  /** Of dropped items, up to ten, the strongest first, abbreviated. */
  readonly commits?: string[]
}

export interface ListInAnswer<Answer, Item> {
  readonly itemsOf: (answer: Answer) => readonly Item[]
  readonly withItems: (answer: Answer, items: Item[]) => Answer
  readonly withTrimmed: (answer: Answer, trimmed: TrimmedList) => Answer
  /** Where the weakest item is: history has the oldest first. */
  readonly weakest: 'first' | 'last'
  /** From gentle to harsh; each gives back the very same item when it gains nothing. */
  readonly shorten: readonly ((item: Item) => Item)[]
  /** What can still go from the last items, after all others were dropped. */
  readonly reduce?: readonly ((item: Item) => Item)[]
  readonly commitOf?: (item: Item) => string | undefined
}

export interface Fitting<Answer> {
  /** Tokens; 0 is no limit, less than the smallest budget counts as that. */
  readonly budget: number
  readonly render: (answer: Answer) => string
}

/** An answer that fits is returned as it is. At least one item stays if there was one. */
export function fitList<Answer extends object, Item>(
  answer: Answer,
  list: ListInAnswer<Answer, Item>,
  { budget, render }: Fitting<Answer>,
): Answer {
  if (budget <= 0) return answer
  const limit = Math.max(smallestBudget, Math.floor(budget))
  const estimate = (one: Answer) => estimateTokens(render(one), limit)
  if (estimate(answer) <= limit) return answer
  const told = (one: Work<Answer>, tokens: number) =>
    list.withTrimmed(one.answer, { budget: limit, estimate: tokens, ...one.went })
  const start = { answer, went: { shortened: 0, dropped: 0 } }
  // the limit stands in for the estimate, which has no more digits
  const smaller = fitSteps(start, stagesOf(answer, list), (one) => estimate(told(one, limit)) <= limit)
  return told(smaller, estimate(told(smaller, limit)))
}

interface Work<Answer> {
  readonly answer: Answer
  readonly went: Pick<TrimmedList, 'shortened' | 'dropped' | 'commits'>
}

function stagesOf<Answer extends object, Item>(
  answer: Answer,
  list: ListInAnswer<Answer, Item>,
): Stage<Work<Answer>>[] {
  const items = list.itemsOf(answer)
  const weakestFirst = items.map((_, at) => (list.weakest === 'first' ? at : items.length - 1 - at))
  return [
    ...list.shorten.map((shorten) => shortenStage(list, items, weakestFirst, shorten)),
    dropStage(list, items, weakestFirst),
    ...(list.reduce ?? []).map((reduce) => changeStage(list, reduce)),
    ...cutAllTexts.map((cut) => ({
      count: 1,
      apply: (work: Work<Answer>) => ({ ...work, answer: cut(work.answer) }),
    })),
  ]
}

function shortenStage<Answer, Item>(
  list: ListInAnswer<Answer, Item>,
  items: readonly Item[],
  weakestFirst: readonly number[],
  shorten: (item: Item) => Item,
): Stage<Work<Answer>> {
  const concerned = weakestFirst.filter((at) => {
    const item = items[at] as Item // the order holds indices of items
    return shorten(item) !== item
  })
  return {
    count: concerned.length,
    apply: ({ answer, went }, done) => {
      const chosen = new Set(concerned.slice(0, done))
      const shorter = list.itemsOf(answer).map((item, at) => (chosen.has(at) ? shorten(item) : item))
      return {
        answer: list.withItems(answer, shorter),
        went: { ...went, shortened: went.shortened + done },
      }
    },
  }
}

const commitsNamed = 10
const abbreviated = 12

function dropStage<Answer, Item>(
  list: ListInAnswer<Answer, Item>,
  items: readonly Item[],
  weakestFirst: readonly number[],
): Stage<Work<Answer>> {
  return {
    count: Math.max(0, items.length - 1),
    apply: ({ answer, went }, done) => {
      const dropped = weakestFirst.slice(0, done)
      const gone = new Set(dropped)
      const kept = list.itemsOf(answer).filter((_, at) => !gone.has(at))
      const commits = new Set<string>()
      for (const at of dropped.toReversed()) {
        const commit = list.commitOf?.(items[at] as Item) // as above
        if (commit !== undefined && commits.size < commitsNamed) commits.add(commit.slice(0, abbreviated))
      }
      return {
        answer: list.withItems(answer, kept),
        went: { ...went, dropped: done, ...(commits.size === 0 ? {} : { commits: [...commits] }) },
      }
    },
  }
}

/** For the few that are left: one step for all of them, and no commits any more. */
function changeStage<Answer, Item>(
  list: ListInAnswer<Answer, Item>,
  change: (item: Item) => Item,
): Stage<Work<Answer>> {
  return {
    count: 1,
    apply: ({ answer, went: { shortened, dropped } }) => ({
      answer: list.withItems(answer, list.itemsOf(answer).map(change)),
      went: { shortened, dropped },
    }),
  }
}
