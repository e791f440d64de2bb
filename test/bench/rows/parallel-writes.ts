/** P10: a hundred writers at once, and none of them for nothing. */
import { environment, runGit } from '../git.ts'
import { spreadOf } from '../measure.ts'
import { type BenchRepo, removeScratch, scratchOf } from '../repositories.ts'
import { type Bench, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const writers = 100
const most = 4

export const parallelWritesRow: Row = {
  id: 'P10',
  what: '100 parallel `annotate`',
  against: '100 parallel `ultragit --version`',
  goal: `all kept; ≤ ${most}×`,
  needs: [['annotate']],
  anyRepo: false,
  run: measure,
}

async function measure(bench: Bench): Promise<Outcome> {
  const repo = scratchOf(await bench.repo('tenth'))
  try {
    // From before the annotated tenth: all of them are new.
    const rounds = Math.max(3, Math.ceil(bench.runs / 5))
    const skipped = `--skip=${repo.facts.notes}`
    const targets = runGit(repo.dir, [
      'rev-list',
      '--no-merges',
      skipped,
      `--max-count=${rounds * writers}`,
      'HEAD',
    ])
      .trim()
      .split('\n')
    const [annotate, version]: [number[], number[]] = [[], []]
    const lost: string[] = []
    for (let round = 0; round < rounds; round++) {
      const mine = targets.slice(round * writers, (round + 1) * writers)
      version.push(
        await together(
          bench,
          repo,
          mine.map(() => ['--version']),
        ),
      )
      annotate.push(
        await together(
          bench,
          repo,
          mine.map((oid) => ['annotate', oid, '-m', `why ${oid}`]),
        ),
      )
      lost.push(...missing(repo, mine))
    }
    const [ours, other] = [spreadOf(annotate), spreadOf(version)]
    return {
      times: { annotate: ours, version: other },
      result: `${rounds * writers - lost.length} of ${rounds * writers} kept, ${ratio(ours.p50 / other.p50)}`,
      isMet: lost.length === 0 && ours.p50 / other.p50 <= most,
      details: [`${spreadText(ours)} against ${spreadText(other)}`],
    }
  } finally {
    removeScratch(repo)
  }
}

async function together(
  { binary }: Bench,
  { dir }: BenchRepo,
  commands: readonly string[][],
): Promise<number> {
  const began = performance.now()
  const runs = commands.map((args) =>
    Bun.spawn([binary, ...args], { cwd: dir, env: environment, stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  await Promise.all(runs.map(({ exited }) => exited))
  const ms = performance.now() - began
  const failed = runs.find(({ exitCode }) => exitCode !== 0)
  if (failed !== undefined) throw new Error(`a writer failed: ${await new Response(failed.stderr).text()}`)
  return ms
}

/** A note counts when it is there and says what its writer said. */
function missing({ dir }: BenchRepo, targets: readonly string[]): string[] {
  return targets.filter((oid) => {
    const show = Bun.spawnSync(['git', 'notes', '--ref=ultragit', 'show', oid], {
      cwd: dir,
      env: environment,
    })
    return !show.stdout.toString().includes(`why ${oid}`)
  })
}
