/**
 * The promise of the product, measured: what is still there is found, what is found is right, and dead code is never
 * called current. `SCENARIO_ROUNDS=10` runs ten times as many scenarios.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import { failuresOf, type Row, rowsOf, runAll, tableOf } from './scenarios/report.ts'

const factor = Math.max(1, Number(process.env.SCENARIO_ROUNDS ?? 1))
const goal = 0.98

describe('placement over generated histories', () => {
  let all: Row | undefined
  let failures: readonly string[] = []

  beforeAll(async () => {
    const outcomes = await runAll(2 * factor, 90 * factor)
    const rows = rowsOf(outcomes)
    all = rows.find(({ name }) => name === 'all')
    failures = failuresOf(outcomes)
    process.stderr.write(`${tableOf(rows)}\n`)
  }, 300_000 * factor)

  test('hundreds of scenarios were built, with every operation', () => {
    expect(all?.scenarios).toBeGreaterThan(200)
    expect(all?.due).toBeGreaterThan(1000)
  })

  test('finds at least 98 % of what still stands', () => {
    const missed = failures.filter((line) => line.startsWith('missed')).join('\n')
    expect((all?.found ?? 0) / (all?.due ?? 1), missed).toBeGreaterThanOrEqual(goal)
  })

  test('is right in at least 98 % of what it returns', () => {
    const wrong = failures.filter((line) => line.startsWith('wrong')).join('\n')
    expect((all?.right ?? 0) / (all?.returned ?? 1), wrong).toBeGreaterThanOrEqual(goal)
  })

  test('never calls unmerged, reverted or replaced code current', () =>
    expect(failures.filter((line) => line.startsWith('violation'))).toEqual([]))

  test('finds far more than blame alone', () =>
    expect(all?.found ?? 0).toBeGreaterThan(1.2 * (all?.byBlame ?? 0)))
})
