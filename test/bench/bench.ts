/** `bun run bench`: every figure as a ratio, side by side with what a user would do instead. See `--help` in options.ts. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { binaryPath } from '../support/binary.ts'
import { copyOf } from './any-repository.ts'
import { clearIndex } from './cold-index.ts'
import { runGit } from './git.ts'
import { run } from './measure.ts'
import { type BenchOptions, parseOptions, usage } from './options.ts'
import { detailsOf, jsonOf, type Reported, tableOf, type Verdict } from './report.ts'
import { type BenchRepo, benchRepo, room } from './repositories.ts'
import type { Bench, Row } from './row.ts'
import { rows } from './rows.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

if (process.argv.includes('--help')) process.stdout.write(usage)
else await main(parseOptions(process.argv.slice(2)))

async function main(options: BenchOptions): Promise<void> {
  if (options.fresh || options.clean) rmSync(room, { recursive: true, force: true })
  if (options.clean) return
  mkdirSync(room, { recursive: true })
  const bench = prepare(options)
  const reported: Reported[] = []
  for (const row of chosenRows(options)) {
    say(`${row.id}: ${row.what}`)
    const one = { row, verdict: await attempt(row, bench) }
    reported.push(one)
    say(detailsOf(one))
  }
  process.stdout.write(tableOf(reported))
  const about = {
    size: options.repo ?? options.size,
    runs: options.runs,
    git: runGit('.', ['--version']).trim(),
  }
  mkdirSync(dirname(options.json), { recursive: true })
  writeFileSync(options.json, jsonOf(reported, about))
  say(`figures in ${options.json}`)
}

function chosenRows({ rows: wanted, repo }: BenchOptions): Row[] {
  const unknown = wanted?.find((id) => !rows.some((row) => row.id === id))
  if (unknown !== undefined)
    throw new RangeError(`no row '${unknown}': ${rows.map(({ id }) => id).join(', ')}`)
  return rows.filter((row) => (wanted?.includes(row.id) ?? true) && (repo === undefined || row.anyRepo))
}

function prepare({ size, repo, runs, binary = binaryPath() }: BenchOptions): Bench {
  const opened = new Map<string, Promise<BenchRepo>>()
  return {
    binary,
    runs,
    log: say,
    has: (...words) => run([binary, ...words, '--help'], room).status === 0,
    repo: (variant) => {
      const key = repo === undefined ? variant : ''
      let found = opened.get(key)
      if (found === undefined) {
        found = (repo === undefined ? benchRepo(size, variant, say) : copyOf(repo, say)).then((one) => {
          // What an earlier binary left behind is not what this one is measured with.
          clearIndex(one)
          return one
        })
        opened.set(key, found)
      }
      return found
    },
  }
}

async function attempt(row: Row, bench: Bench): Promise<Verdict> {
  const missing = row.needs.find((words) => !bench.has(...words))
  if (missing !== undefined) return { kind: 'not yet', missing: missing.join(' ') }
  try {
    return { kind: 'measured', outcome: await row.run(bench) }
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
