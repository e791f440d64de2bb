/** P13: a long change held against many annotations. */
import { clearIndex } from '../cold-index.ts'
import { runGit } from '../git.ts'
import { interleave, run, spreadOf, timeOf } from '../measure.ts'
import { type BenchRepo, removeScratch, scratchOf } from '../repositories.ts'
import { type Bench, milliseconds, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const most = 5
const commits = 200
const annotations = 10_000

export const checkRangeRow: Row = {
  id: 'P13',
  what: '`check` of 200 commits, 10,000 annotations',
  against: '`git log -p` of the range',
  goal: `≤ ${most}×`,
  needs: [['check']],
  anyRepo: true,
  run: measure,
}

async function measure(bench: Bench): Promise<Outcome> {
  const repo = scratchOf(await bench.repo('full'))
  try {
    const notes = keepNewest(repo)
    const range = rangeOf(repo)
    const command = [bench.binary, 'check', range, '--format', 'json']
    clearIndex(repo)
    const first = run(command, repo.dir)
    const found = checkAnswer(first.stdout)
    const { check, log } = await interleave(
      {
        check: () => timeOf(command, repo.dir),
        log: () => timeOf(['git', 'log', '-p', range], repo.dir),
      },
      bench.runs,
    )
    const [ours, theirs] = [spreadOf(check), spreadOf(log)]
    const reached = ours.p50 / theirs.p50
    return {
      times: { check: ours, log: theirs },
      result: ratio(reached),
      isMet: reached <= most,
      details: [
        `${found} and ${notes} annotations: ${spreadText(ours)} against ${spreadText(theirs)}`,
        `without an index, as in a fresh clone: ${milliseconds(first.ms)}`,
      ],
    }
  } finally {
    removeScratch(repo)
  }
}

/** The notes of the newest commits alone; all there are where there are fewer. */
function keepNewest({ dir }: BenchRepo): number {
  const listed = runGit(dir, ['notes', '--ref=ultragit', 'list']).trim().split('\n')
  const blobs = new Map(listed.map((line) => line.split(' ').reverse() as [string, string])) // blob, then commit
  const newest = runGit(dir, ['rev-list', 'HEAD'])
    .trim()
    .split('\n')
    .filter((oid) => blobs.has(oid))
    .slice(0, annotations)
  const head = ['reset refs/notes/ultragit', '', 'commit refs/notes/ultragit']
  const lines = [...head, 'committer B <b@c> 1700000000 +0000', 'data 0']
  for (const oid of newest) lines.push(`N ${blobs.get(oid)} ${oid}`)
  runGit(dir, ['fast-import', '--quiet', '--force'], `${lines.join('\n')}\n`)
  return newest.length
}

/** Merges bring commits of their own: as many as come closest from below. */
function rangeOf({ dir }: BenchRepo): string {
  const line = runGit(dir, ['rev-list', '--first-parent', `--max-count=${commits + 1}`, 'HEAD'])
    .trim()
    .split('\n')
  const count = (oid: string) => Number(runGit(dir, ['rev-list', '--count', `${oid}..HEAD`]))
  let [low, high] = [0, line.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (count(line[middle] ?? 'HEAD') <= commits) low = middle
    else high = middle - 1
  }
  return `${line[low]}..HEAD`
}

function checkAnswer(text: string): string {
  const { stats } = JSON.parse(text) as { readonly stats?: { commits?: number; warnings?: number } } // may lack it
  if ((stats?.commits ?? 0) < commits / 2)
    throw new Error(`too few commits were checked: ${text.slice(0, 300)}`)
  return `${stats?.commits} commits with ${stats?.warnings} findings`
}
