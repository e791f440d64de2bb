/** P2, P3: one question at the command line, with the index built and nothing kept about the file. */
import { checkRead, readArguments } from '../check-answer.ts'
import { buildIndex, type ColdIndex } from '../cold-index.ts'
import { interleave, run, type Spread, spreadOf, timeOf } from '../measure.ts'
import type { BenchRepo, Sample, VariantName } from '../repositories.ts'
import { type Bench, milliseconds, type Outcome, type Row, ratio, spreadText } from '../row.ts'
import { startedGit } from '../started-git.ts'

export const coldReadRows: readonly Row[] = [
  coldRead('P2', 'tenth', 0.5, 'cold `ultragit read`, index built, nothing cached for the file'),
  coldRead('P3', 'every', 1.3, 'the same with every commit annotated'),
]

function coldRead(id: string, variant: VariantName, most: number, what: string): Row {
  return {
    id,
    what,
    against: '`git blame --porcelain` of it',
    goal: `≤ ${most}×`,
    needs: [['read']],
    anyRepo: id === 'P2',
    run: (bench) => measure(bench, variant, most),
  }
}

async function measure(bench: Bench, variant: VariantName, most: number): Promise<Outcome> {
  const repo = await bench.repo(variant)
  const index = buildIndex(bench, repo)
  const hot = await measureAll(bench, repo, index, repo.facts.hot.slice(0, variant === 'every' ? 3 : 6))
  const ordinary = await measureAll(bench, repo, index, repo.facts.ordinary.slice(0, 3))
  const reached = hot.read.p50 / hot.blame.p50
  const hasOrdinary = ordinary.read.runs > 0
  return {
    times: {
      read: hot.read,
      blame: hot.blame,
      ...(hasOrdinary ? { 'read, ordinary': ordinary.read, 'blame, ordinary': ordinary.blame } : {}),
    },
    result: ratio(reached),
    isMet: reached <= most,
    details: [
      `long-lived files: ${spreadText(hot.read)} against ${spreadText(hot.blame)}`,
      ...(hasOrdinary ? [ordinaryText(ordinary)] : []),
      `index built in ${milliseconds(index.buildMs)}`,
      ...processes(bench, repo, index),
    ],
  }
}

function ordinaryText({ read, blame }: { readonly read: Spread; readonly blame: Spread }): string {
  return `ordinary files: ${spreadText(read)} against ${spreadText(blame)}, ${ratio(read.p50 / blame.p50)}`
}

async function measureAll(bench: Bench, repo: BenchRepo, index: ColdIndex, samples: readonly Sample[]) {
  const { binary, runs } = bench
  const read: number[] = []
  const blame: number[] = []
  for (const sample of samples) {
    index.restore()
    checkRead(run([binary, ...readArguments(sample)], repo.dir).stdout, { path: sample.path })
    if (sample.anchor !== '')
      checkRead(run([binary, ...readArguments(sample), '--anchor', sample.anchor], repo.dir).stdout, sample)
    const times = await interleave(
      {
        read: () => {
          index.restore()
          return timeOf([binary, ...readArguments(sample)], repo.dir)
        },
        blame: () => timeOf(['git', 'blame', '--porcelain', '--', sample.path], repo.dir),
      },
      Math.max(3, Math.ceil(runs / samples.length)),
    )
    read.push(...times.read)
    blame.push(...times.blame)
  }
  return { read: spreadOf(read), blame: spreadOf(blame) }
}

function processes({ binary }: Bench, repo: BenchRepo, index: ColdIndex): string[] {
  const [sample] = repo.facts.hot
  if (sample === undefined) return []
  index.restore()
  const started = startedGit((env) => timeOf([binary, ...readArguments(sample)], repo.dir, env))
  return [`git processes: ${started.length} (${started.join(', ')})`]
}
