/** However small the budget: deps, history and summary fit as rendered, stay valid and keep their strongest entry. */
import { describe, expect, test } from 'bun:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import * as v from 'valibot'
import { type DepsAnswer, DepsAnswerSchema } from '../../src/query/deps-answer.ts'
import { type HistoryAnswer, HistoryAnswerSchema } from '../../src/query/history-answer.ts'
import { depsRendering } from '../../src/query/render/render-deps.ts'
import { historyRendering } from '../../src/query/render/render-history.ts'
import { type QueryRendering, renderQuery } from '../../src/query/render/render-query.ts'
import { summaryRendering } from '../../src/query/render/render-summary.ts'
import { type SummaryAnswer, SummaryAnswerSchema } from '../../src/query/summary-answer.ts'
import type { TrimmedList } from '../../src/query/trim-query.ts'
import { Random } from '../support/random.ts'

const random = new Random(7)
const words = [
  'constraint',
  '守らなければならない',
  'a1b2c3d4e5f6',
  'émigré',
  'x_y_z',
  '…',
  'retry',
  '🚀',
  'функция',
]
const prose = (count: number) => Array.from({ length: count }, () => random.pick(words)).join(' ')
const oid = () => Array.from({ length: 40 }, () => random.int(0, 15).toString(16)).join('')
const query = { head: oid(), root: 'shop' }
const frame = { notes: [prose(40)], warnings: [prose(40), prose(20)] }

function deps(entries: number, length: number): DepsAnswer {
  const edge = () => ({
    file: `src/${prose(1)}.ts`,
    anchor: prose(2),
    nature: prose(length),
    commit: oid(),
    timestamp: '2026-01-01T00:00:00Z',
    confidence: 0.5,
    status: 'current',
    survival: 1,
    depth: 1,
  })
  return {
    $schema: 'ultragit-deps/v1',
    query: { path: 'src/a.ts', direction: 'both', depth: 1, ...query },
    dependents: Array.from({ length: entries }, edge),
    dependencies: Array.from({ length: entries }, edge),
    cycles: [[prose(3), prose(3)]],
    ...frame,
    stats: { annotations_known: 3, dependencies_found: 2 * entries },
  }
}

function history(entries: number, length: number): HistoryAnswer {
  return {
    $schema: 'ultragit-history/v1',
    query: { path: 'src/a.ts', limit: 10, ...query },
    timeline: Array.from({ length: entries }, () => ({
      commit: oid(),
      timestamp: '2026-01-01T00:00:00Z',
      commit_message: prose(6),
      via: 'direct' as const,
      status: 'current',
      intent: prose(length),
      reasoning: prose(length),
      constraints: [{ text: prose(length) }],
    })),
    ...frame,
    stats: { annotations_found: entries, entries_found: entries, entries_returned: entries, related: 0 },
  }
}

function summary(entries: number, length: number): SummaryAnswer {
  return {
    $schema: 'ultragit-summary/v1',
    query: { path: 'src', ...query },
    files: Array.from({ length: entries }, (_, at) => ({
      path: `src/file-${at}.ts`,
      units: Array.from({ length: 3 }, () => ({
        unit: prose(1),
        kind: 'function',
        intent: prose(length),
        constraints: [{ text: prose(length) }],
        risk_notes: prose(length),
        confidence: random.next(),
        survival: 1,
        status: 'current',
        commit: oid(),
      })),
      stats: { units: 9, annotated: 3, unannotated: 6 },
    })),
    ...frame,
    stats: { files: entries, units: 9 * entries, annotated: 3 * entries, unannotated: 6 * entries },
  }
}

type Any = {
  notes?: string[] | undefined
  warnings?: string[] | undefined
  trimmed?: TrimmedList | undefined
}

function check<A extends Any>(answer: A, rendering: QueryRendering<A>, schema: v.GenericSchema): void {
  for (const format of ['json', 'markdown', 'pretty'] as const)
    for (const budget of [200, 300, 500, 1000, 2000, 8000]) {
      const text = renderQuery(answer, rendering, { format, color: false, width: 80, budget })
      expect(countTokens(text), `${format} ${budget}`).toBeLessThanOrEqual(budget)
      if (format !== 'json') continue
      const parsed = v.safeParse(schema, JSON.parse(text))
      expect(parsed.issues, `${format} ${budget}`).toBeUndefined()
      expect(rendering.count(JSON.parse(text))).toBeGreaterThanOrEqual(1)
    }
}

describe.each([
  [1, 5],
  [3, 400],
  [60, 30],
])('%d entries of %d words', (entries, length) => {
  test('of deps fit', () => check(deps(entries, length), depsRendering, DepsAnswerSchema))
  test('of history fit', () => check(history(entries, length), historyRendering, HistoryAnswerSchema))
  test('of summary fit', () => check(summary(entries, length), summaryRendering, SummaryAnswerSchema))
})
