/** Whatever is in an answer and however small its budget: as rendered it fits, and what matters most is in it. */
import { describe, expect, test } from 'bun:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import * as v from 'valibot'
import { type ReadAnswer, ReadAnswerSchema } from '../../../src/read/answer.ts'
import { keepEmpty } from '../../../src/read/render/keep-empty.ts'
import { renderJson } from '../../../src/read/render/render-json.ts'
import { renderMarkdown } from '../../../src/read/render/render-markdown.ts'
import { renderPretty } from '../../../src/read/render/render-pretty.ts'
import { estimateTokens } from '../../../src/read/trim/estimate-tokens.ts'
import { trimAnswer } from '../../../src/read/trim/trim-answer.ts'
import { Random } from '../../support/random.ts'
import { type AnswerShape, randomAnswer } from './random-answer.ts'

const formats: Readonly<Record<string, (answer: ReadAnswer) => string>> = {
  json: renderJson,
  'json with empty fields': (answer) => renderJson(keepEmpty(answer)),
  markdown: renderMarkdown,
  pretty: (answer) => renderPretty(answer, { color: false, width: 80 }),
}
const budgets = [200, 300, 500, 900, 2000, 4000, 8000]

const shapes: Readonly<Record<string, AnswerShape>> = {
  'no region': { regions: 0, text: 600 },
  'one region': { regions: 1, text: 200 },
  'one region of long texts': { regions: 1, text: 20000 },
  'some regions': { regions: 8, text: 120 },
  'many regions': { regions: 60, text: 80 },
  'long names': { regions: 5, text: 60, name: 900 },
  'long lists beside the regions': { regions: 3, text: 60, sides: 60 },
}

const constraintOf = ({ regions }: ReadAnswer) =>
  regions.find(({ constraints = [] }) => constraints.length > 0)?.constraints?.[0]?.text

for (const [format, render] of Object.entries(formats))
  describe(`as ${format}`, () => {
    test.each(Object.entries(shapes))('an answer with %s fits every budget', (kind, shape) => {
      const random = new Random(kind.length)
      for (let round = 0; round < 4; round++) {
        const answer = randomAnswer(random, shape)
        let regionsBefore = 0
        for (const budget of budgets) {
          const trimmed = trimAnswer(answer, budget, render)
          const text = render(trimmed)
          expect(countTokens(text), `${kind} ${round} ${budget}`).toBeLessThanOrEqual(budget)
          expect(v.safeParse(ReadAnswerSchema, trimmed).issues).toBeUndefined()
          expect(trimmed.regions.length).toBeGreaterThanOrEqual(Math.min(1, shape.regions))
          expect(trimmed.regions.length).toBeGreaterThanOrEqual(regionsBefore)
          expect(trimmed.stats.regions_returned).toBe(trimmed.regions.length)
          regionsBefore = trimmed.regions.length
          const wanted = constraintOf(answer)
          if (wanted !== undefined)
            expect(constraintOf(trimmed)?.slice(0, 4), `${kind} ${round} ${budget}`).toBe(wanted.slice(0, 4))
        }
      }
    })
  })

describe('what is trimmed', () => {
  const answer = randomAnswer(new Random(5), { regions: 30, text: 150 })

  test('is counted, and adds up', () => {
    const trimmed = trimAnswer(answer, 2000, renderJson)
    const { dropped = 0, folded = 0, commits = [], estimate = 0, budget } = trimmed.trimmed ?? {}
    expect(dropped).toBe(answer.regions.length - trimmed.regions.length)
    expect(folded).toBe(answer.regions.length)
    expect(trimmed.regions.every((region) => region.folded === true)).toBe(true)
    expect(commits).toHaveLength(10)
    expect(budget).toBe(2000)
    expect(estimate).toBeGreaterThan(1000)
    expect(estimate).toBeLessThanOrEqual(2000)
    expect(estimateTokens(renderJson(trimmed))).toBeLessThanOrEqual(estimate)
  })

  test('is what is weakest: the strongest stay, in order', () => {
    const kept = trimAnswer(answer, 3000, renderMarkdown).regions.map(({ commit }) => commit)
    expect(kept.length).toBeGreaterThan(1)
    expect(kept).toEqual(answer.regions.slice(0, kept.length).map(({ commit }) => commit))
  })

  test('side texts go before regions do', () => {
    const full = estimateTokens(renderJson(answer))
    const trimmed = trimAnswer(answer, full - 200, renderJson)
    expect(trimmed.trimmed).toMatchObject({ budget: full - 200 })
    expect(trimmed.trimmed?.shortened).toBeGreaterThan(0)
    expect(trimmed.regions).toHaveLength(30)
    expect(trimmed.regions.some((region) => region.folded)).toBe(false)
  })

  test('is nothing when all fits, and nothing without a budget', () => {
    expect(trimAnswer(answer, 0, renderJson)).toBe(answer)
    expect(trimAnswer(answer, 1_000_000, renderJson)).toBe(answer)
  })

  test('a budget under 200 counts as 200', () => {
    expect(trimAnswer(answer, 1, renderJson)).toEqual(trimAnswer(answer, 200, renderJson))
  })

  test('is the same each time', () => {
    for (const render of Object.values(formats))
      expect(trimAnswer(answer, 1500, render)).toEqual(trimAnswer(answer, 1500, render))
  })

  test('the answer itself is not written to', () => {
    const before = structuredClone(answer)
    trimAnswer(answer, 300, renderJson)
    expect(answer).toEqual(before)
  })

  test('a constraint of a weaker region outlives a stronger one without any', () => {
    const [first, second] = randomAnswer(new Random(9), { regions: 2, text: 2000 }).regions
    const { constraints: _, ...bare } = first as NonNullable<typeof first>
    const warning = { text: 'never hold the lock across an await' }
    const regions = [bare, { ...(second as NonNullable<typeof second>), constraints: [warning] }]
    const trimmed = trimAnswer({ ...answer, regions }, 200, renderJson)
    expect(trimmed.regions.map(({ constraints }) => constraints)).toEqual([[warning]])
  })

  test('a text that was cut says so', () => {
    const [region] = answer.regions
    const constraints = [{ text: 'do not '.repeat(400) }]
    const one = { ...answer, regions: [{ ...(region as NonNullable<typeof region>), constraints }] }
    const { regions, trimmed } = trimAnswer(one, 300, renderJson)
    expect(regions[0]?.constraints?.[0]?.text).toMatch(/^do not do not .*… \[cut\]$/)
    expect(trimmed?.cut).toBeGreaterThan(0)
  })
})

test('an answer of 500 regions is trimmed quickly', () => {
  const answer = randomAnswer(new Random(2), { regions: 500, text: 200 })
  for (const render of [renderJson, renderMarkdown]) {
    const times = [1, 2, 3].map(() => {
      const before = performance.now()
      trimAnswer(answer, 8000, render)
      return performance.now() - before
    })
    expect(Math.min(...times)).toBeLessThan(150)
  }
})
