/** P7: making the index of very many notes. */
import { clearIndex } from '../cold-index.ts'
import { environment, runGit } from '../git.ts'
import { interleave, run, spreadOf } from '../measure.ts'
import type { BenchRepo } from '../repositories.ts'
import { type Bench, milliseconds, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const most = 3

export const indexBuildRow: Row = {
  id: 'P7',
  what: 'index build, 100,000 notes of 2 kB, packed',
  against: '`git cat-file --batch` of the same blobs',
  goal: `≤ ${most}×`,
  needs: [['index', 'build']],
  anyRepo: false,
  run: measure,
}

async function measure(bench: Bench): Promise<Outcome> {
  const repo = await bench.repo('full')
  const blobs = runGit(repo.dir, ['notes', '--ref=ultragit', 'list'])
    .trim()
    .split('\n')
    .map((line) => `${line.slice(0, 40)}\n`)
    .join('')
  const parts = new Map<string, number[]>()
  const times = await interleave(
    { build: () => build(bench, repo, parts), 'cat-file': () => readBlobs(repo, blobs) },
    Math.max(3, Math.ceil(bench.runs / 5)),
  )
  const [ours, other] = [spreadOf(times.build), spreadOf(times['cat-file'])]
  const notes = parts.get('notes')
  const counted = notes === undefined ? ours : spreadOf(notes.slice(1))
  return {
    times: {
      build: ours,
      'cat-file': other,
      ...Object.fromEntries([...parts].map(([name, ms]) => [name, spreadOf(ms)])),
    },
    result: ratio(counted.p50 / other.p50),
    isMet: counted.p50 / other.p50 <= most,
    details: [
      `all of \`index build\` ${spreadText(ours)} against ${spreadText(other)}, ${ratio(ours.p50 / other.p50)}`,
      ...[...parts].map(([name, ms]) => `${name}: ${spreadText(spreadOf(ms.slice(1)))}`),
    ],
  }
}

/** Reports the parts the command names itself: the goal leaves the rename map and missing traces out. */
function build({ binary }: Bench, repo: BenchRepo, parts: Map<string, number[]>): number {
  clearIndex(repo)
  const { ms, status, stdout, stderr } = run([binary, 'index', 'build', '--format', 'json'], repo.dir)
  if (status !== 0) throw new Error(`index build exited with ${status}: ${stderr}`)
  const { annotations, notes = annotations, timings = {} } = JSON.parse(stdout) as BuildAnswer // all optional
  if (notes !== undefined && notes !== repo.facts.notes)
    throw new Error(`${notes} notes in the index instead of ${repo.facts.notes}, after ${milliseconds(ms)}`)
  for (const [name, part] of Object.entries(timings)) parts.set(name, [...(parts.get(name) ?? []), part])
  return ms
}

interface BuildAnswer {
  readonly notes?: number
  readonly annotations?: number
  readonly timings?: Readonly<Record<string, number>>
}

function readBlobs({ dir }: BenchRepo, blobs: string): number {
  const began = performance.now()
  const done = Bun.spawnSync(['git', 'cat-file', '--batch'], {
    cwd: dir,
    env: environment,
    stdin: Buffer.from(blobs),
  })
  const ms = performance.now() - began
  if (done.exitCode !== 0 || done.stdout.length < blobs.length) throw new Error('cat-file read nothing')
  return ms
}
