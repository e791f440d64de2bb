/** Makes the answer of deps, history or summary fit its budget as it will be rendered: the weakest goes first. */
import { cutAllTexts } from '../read/trim/cut-all-texts.ts'
import { cutText } from '../read/trim/cut-text.ts'
import { estimateTokens } from '../read/trim/estimate-tokens.ts'
import { fitSteps, type Stage } from '../read/trim/fit-steps.ts'

export interface TrimmedList {
  readonly budget: number
  readonly estimate: number
  /** Entries whose texts were shortened. */
  readonly shortened: number
  /** Entries left out. */
  readonly dropped: number
}

interface Trimmable {
  readonly notes?: string[] | undefined
  readonly warnings?: string[] | undefined
  readonly trimmed?: TrimmedList | undefined
}

/** Less than this cannot hold one entry and say where it is from. */
const smallestBudget = 200

/** `count` tells how many entries an answer has, to say how many went. */
export function trimQuery<A extends Trimmable>(
  answer: A,
  budget: number,
  how: {
    readonly render: (answer: A) => string
    readonly stages: readonly Stage<A>[]
    readonly count: (answer: A) => number
  },
): A {
  if (budget <= 0) return answer
  const limit = Math.max(smallestBudget, Math.floor(budget))
  const estimate = (one: A) => estimateTokens(how.render(one), limit)
  if (estimate(answer) <= limit) return answer
  const mark = (one: A): A => ({
    ...one,
    trimmed: {
      budget: limit,
      estimate: limit,
      shortened: how.count(one),
      dropped: how.count(answer) - how.count(one),
    },
  })
  const lastResort = cutAllTexts.map((cut): Stage<A> => ({ count: 1, apply: (one) => cut(one) }))
  const frame: Stage<A>[] = [limitFrame(5, 200), limitFrame(1, 100), limitFrame(0, 0)]
  const smaller = mark(
    fitSteps(answer, [...how.stages, ...frame, ...lastResort], (one) => estimate(mark(one)) <= limit),
  )
  return { ...smaller, trimmed: { ...mark(smaller).trimmed, estimate: estimate(smaller) } }
}

function limitFrame<A extends Trimmable>(items: number, length: number): Stage<A> {
  const limited = (texts: string[] | undefined) =>
    texts === undefined || items === 0
      ? undefined
      : texts.slice(0, items).map((text) => cutText(text, length))
  return {
    count: 1,
    apply: ({ notes, warnings, ...rest }) => {
      const [fewNotes, fewWarnings] = [limited(notes), limited(warnings)]
      return {
        ...rest,
        ...(fewNotes === undefined ? {} : { notes: fewNotes }),
        ...(fewWarnings === undefined ? {} : { warnings: fewWarnings }),
      } as A // the same answer with less in two of its lists
    },
  }
}

/** Cuts every text of an entry to this length, a list to this many items. */
export function shortenTexts<T>(
  entry: T,
  keys: readonly (keyof T)[],
  limits: { length: number; items: number },
): T {
  const short: Partial<Record<keyof T, unknown>> = {}
  for (const key of keys) {
    const value: unknown = entry[key]
    if (typeof value === 'string') short[key] = cutText(value, limits.length)
    else if (Array.isArray(value))
      short[key] = value.slice(0, limits.items).map((item) => shortItem(item, limits.length))
  }
  return { ...entry, ...short }
}

function shortItem(item: unknown, length: number): unknown {
  if (typeof item === 'string') return cutText(item, length)
  if (typeof item !== 'object' || item === null) return item
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      typeof value === 'string' ? cutText(value, length) : value,
    ]),
  )
}
