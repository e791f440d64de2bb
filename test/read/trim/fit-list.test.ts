/** The mechanism behind the budgets of deps, history and summary. */
import { describe, expect, test } from 'bun:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { safeJson } from '../../../src/read/render/safe-text.ts'
import { estimateTokens } from '../../../src/read/trim/estimate-tokens.ts'
import { fitList, type ListInAnswer, type TrimmedList } from '../../../src/read/trim/fit-list.ts'
import { Random } from '../../support/random.ts'
import { noise, someText } from './token-samples.ts'

interface Entry {
  readonly commit: string
  readonly file: string
  readonly nature?: string
  readonly texts: readonly string[]
}

interface Answer {
  readonly $schema: string
  readonly entries: readonly Entry[]
  readonly notes: readonly string[]
  readonly trimmed?: TrimmedList
}

const list = (weakest: 'first' | 'last'): ListInAnswer<Answer, Entry> => ({
  itemsOf: ({ entries }) => entries,
  withItems: (answer, entries) => ({ ...answer, entries }),
  withTrimmed: (answer, trimmed) => ({ ...answer, trimmed }),
  weakest,
  shorten: [(entry) => (entry.texts.length === 0 ? entry : { ...entry, texts: [] })],
  reduce: [({ nature: _, ...entry }) => entry],
  commitOf: ({ commit }) => commit,
})

function someAnswer(seed: number, { count, text }: { count: number; text: number }): Answer {
  const random = new Random(seed)
  const sized = () => someText(random, random.int(1, text))
  return {
    $schema: 'ultragit-deps/v1',
    entries: Array.from({ length: count }, () => ({
      commit: noise(random, 'hex', 40),
      file: `src/${sized()}.ts`,
      nature: sized(),
      texts: [sized(), sized()],
    })),
    notes: [sized(), sized()],
  }
}

describe('a list within a budget', () => {
  test.each([
    [0, 3000],
    [1, 6000],
    [12, 300],
    [200, 60],
  ])('%d entries of up to %d characters fit, in any budget', (count, text) => {
    for (const weakest of ['first', 'last'] as const)
      for (let seed = 0; seed < 5; seed++) {
        const answer = someAnswer(seed, { count, text })
        let before = 0
        for (const budget of [200, 350, 700, 1500, 4000, 8000]) {
          const fitted = fitList(answer, list(weakest), { budget, render: safeJson })
          expect(countTokens(safeJson(fitted))).toBeLessThanOrEqual(budget)
          expect(fitted.entries.length).toBeGreaterThanOrEqual(Math.max(before, Math.min(1, count)))
          before = fitted.entries.length
        }
      }
  })

  test.each(['first', 'last'] as const)('loses its weakest, which is the %s one', (weakest) => {
    const answer = someAnswer(3, { count: 40, text: 80 })
    const { entries, trimmed } = fitList(answer, list(weakest), { budget: 1000, render: safeJson })
    const commits = (some: readonly Entry[]) => some.map(({ commit }) => commit)
    const [all, kept] = [commits(answer.entries), commits(entries)]
    expect(kept.length).toBeGreaterThan(1)
    expect(kept).toEqual(weakest === 'last' ? all.slice(0, kept.length) : all.slice(-kept.length))
    const strongestLost = weakest === 'last' ? all[kept.length] : all.at(-kept.length - 1)
    expect(trimmed?.commits?.[0]).toBe(strongestLost?.slice(0, 12) ?? '')
    expect(trimmed).toMatchObject({ budget: 1000, shortened: 40, dropped: 40 - kept.length })
  })

  test('shortens before it drops', () => {
    const answer = someAnswer(4, { count: 10, text: 200 })
    const full = estimateTokens(safeJson(answer))
    const { entries, trimmed } = fitList(answer, list('last'), { budget: full - 200, render: safeJson })
    expect(entries).toHaveLength(10)
    expect(trimmed?.dropped).toBe(0)
    expect(entries.map(({ texts }) => texts.length > 0).lastIndexOf(true)).toBe(9 - (trimmed?.shortened ?? 0))
  })

  test('is left alone when it fits or nothing limits it', () => {
    const answer = someAnswer(5, { count: 10, text: 200 })
    expect(fitList(answer, list('last'), { budget: 0, render: safeJson })).toBe(answer)
    expect(fitList(answer, list('last'), { budget: 100_000, render: safeJson })).toBe(answer)
  })

  test('keeps its last entry, cut and marked', () => {
    const answer = someAnswer(6, { count: 1, text: 9000 })
    const { entries, $schema } = fitList(answer, list('last'), { budget: 200, render: safeJson })
    expect($schema).toBe(answer.$schema)
    expect(entries).toHaveLength(1)
    expect(entries[0]?.file).toEndWith('… [cut]')
    expect(answer.entries[0]?.commit).toStartWith(entries[0]?.commit ?? 'nothing')
  })
})
