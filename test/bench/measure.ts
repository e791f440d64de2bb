/** Times of many runs, taken in turns so that whatever else the machine does hits all alike. */
import { environment } from './git.ts'

export interface Spread {
  readonly runs: number
  readonly p10: number
  readonly p50: number
  readonly p90: number
  readonly p95: number
}

/** One thing to time: gives milliseconds, so that preparation stays outside. */
export type Timed = () => number | Promise<number>

/** One round first that does not count: files and pages are then as warm for the one as for the other. */
export async function interleave<K extends string>(
  subjects: Readonly<Record<K, Timed>>,
  runs: number,
): Promise<Record<K, number[]>> {
  const names = Object.keys(subjects) as K[] // a record has the keys of its type
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>
  for (let round = -1; round < runs; round++) {
    for (const name of names) {
      const time = await subjects[name]()
      if (round >= 0) times[name].push(time)
    }
  }
  return times
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { runs: times.length, p10: at(0.1), p50: at(0.5), p90: at(0.9), p95: at(0.95) }
}

export interface Ran {
  readonly ms: number
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export function run(command: readonly string[], cwd: string, env: Record<string, string> = {}): Ran {
  const began = performance.now()
  const done = Bun.spawnSync([...command], { cwd, env: { ...environment, ...env }, stdin: 'ignore' })
  const ms = performance.now() - began
  return { ms, status: done.exitCode, stdout: done.stdout.toString(), stderr: done.stderr.toString() }
}

/** The same, where failing would make the time worthless. */
export function timeOf(command: readonly string[], cwd: string, env: Record<string, string> = {}): number {
  const { ms, status, stderr } = run(command, cwd, env)
  if (status !== 0) throw new Error(`${command.join(' ')} exited with ${status}: ${stderr}`)
  return ms
}
