/**
 * The scenarios, and the table of what became of their annotations: `bun test/place/scenarios/report.ts [rounds]
 * [combinations]` prints it, with every failure when `SCENARIO_FAILURES` is set.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '../../support/random.ts'
import { operations } from './operations.ts'
import { type Outcome, runScenario, type Scenario, scenarioOf } from './run-scenario.ts'

const combination = 'combination'
/** Without a trace and without the commit only the name is left: told apart, as `unknown`. */
const needsTrace = 'fresh clone'

/** Every operation `rounds` times alone, in each language; then as many random combinations. */
export async function runAll(rounds: number, combinations: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const name of Object.keys(operations))
    for (let round = 0; round < rounds * 3; round++)
      outcomes.push(await run((seed) => single(seed, round, name), round))
  for (let round = 0; round < combinations; round++) outcomes.push(await run(combined, round))
  return outcomes
}

/** The next seed when git met a conflict. */
async function run(make: (seed: number) => Scenario, round: number): Promise<Outcome> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const outcome = await runScenario(make(1 + round + attempt * 10_000))
    if (outcome !== undefined) return outcome
  }
  throw new Error(`twenty conflicts in a row: ${make(1 + round).operations.join(', ')}`)
}

function single(seed: number, round: number, name: string): Scenario {
  const scenario = scenarioOf(seed, [name])
  const language = (['rust', 'typescript', 'python'] as const)[round % 3] ?? 'rust'
  return { ...scenario, language, withTraces: name === needsTrace || scenario.withTraces }
}

function combined(seed: number): Scenario {
  const random = new Random(seed + 400_000)
  const names = Object.keys(operations).filter((name) => name !== needsTrace)
  const chosen = Array.from({ length: random.int(2, 6) }, () => random.pick(names))
  const scenario = scenarioOf(seed + 400_000, chosen)
  // A clone leaves everything behind that could be worked on: it comes last.
  const isCloned = scenario.withTraces && random.chance(0.15)
  return { ...scenario, operations: isCloned ? [...chosen, needsTrace] : chosen }
}

export interface Row {
  readonly name: string
  readonly scenarios: number
  readonly due: number
  readonly found: number
  readonly byBlame: number
  readonly returned: number
  readonly right: number
  readonly violations: number
}

export function rowsOf(outcomes: readonly Outcome[]): Row[] {
  const groups = Map.groupBy(outcomes, ({ scenario }) =>
    scenario.operations.length === 1 ? (scenario.operations[0] ?? '') : combination,
  )
  return [...[...groups].map(([name, group]) => rowOf(name, group)), rowOf('all', outcomes)]
}

function rowOf(name: string, outcomes: readonly Outcome[]): Row {
  const due = outcomes.flatMap((outcome) => outcome.due)
  const returned = outcomes.flatMap((outcome) => outcome.returned)
  return {
    name,
    scenarios: outcomes.length,
    due: due.length,
    found: due.filter(({ found }) => found).length,
    byBlame: due.filter(({ byBlame }) => byBlame).length,
    returned: returned.length,
    right: returned.filter(({ isRight }) => isRight).length,
    violations: outcomes.flatMap(({ violations }) => violations).length,
  }
}

export function tableOf(rows: readonly Row[]): string {
  const head = [
    'operation',
    'scenarios',
    'due',
    'recall',
    'blame alone',
    'returned',
    'precision',
    'violations',
  ]
  const body = rows.map((row) => [
    row.name,
    row.scenarios,
    row.due,
    percent(row.found, row.due),
    percent(row.byBlame, row.due),
    row.returned,
    percent(row.right, row.returned),
    row.violations,
  ])
  const cells = [head, ...body].map((line) => line.map(String))
  const widths = head.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}

/** Everything that went wrong, one line each. */
export function failuresOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ scenario, due, returned, violations }) => {
    const { seed, language, withTraces, copiesNotes, operations: names } = scenario
    const where = `[${names.join(', ')}; seed ${seed}, ${language}${withTraces ? ', traces' : ''}${copiesNotes ? ', copies' : ''}]`
    return [
      ...due.filter(({ found }) => !found).map(({ saw }) => `missed ${where}: ${saw}`),
      ...returned.filter(({ isRight }) => !isRight).map(({ saw }) => `wrong ${where}: ${saw}`),
      ...violations.map((saw) => `violation ${where}: ${saw}`),
    ]
  })
}

if (import.meta.main) {
  const room = mkdtempSync(join(tmpdir(), 'ultragit-scenarios-'))
  Object.assign(process.env, {
    TMPDIR: room,
    HOME: room,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada Author',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Carl Committer',
    GIT_COMMITTER_EMAIL: 'carl@example.com',
  })
  try {
    const [rounds = 3, combinations = 120] = process.argv.slice(2).map(Number)
    const outcomes = await runAll(rounds, combinations)
    if (process.env.SCENARIO_FAILURES) process.stdout.write(`${failuresOf(outcomes).join('\n')}\n`)
    process.stdout.write(`${tableOf(rowsOf(outcomes))}\n`)
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}
