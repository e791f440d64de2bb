/** P9: orientation in a folder, once. */
import { checkSummary } from '../check-answer.ts'
import { buildIndex } from '../cold-index.ts'
import { runGit } from '../git.ts'
import { run, spreadOf, timeOf } from '../measure.ts'
import { type Bench, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const most = 0.3

export const folderSummaryRow: Row = {
  id: 'P9',
  what: '`summary` of a directory of 500 files, a fifth annotated, cold',
  against: '`git blame` on each, one after another',
  goal: `≤ ${most}×`,
  needs: [['summary']],
  anyRepo: false,
  run: measure,
}

async function measure(bench: Bench): Promise<Outcome> {
  const repo = await bench.repo('tenth')
  const folder = repo.facts.summaryFolder
  const files = runGit(repo.dir, ['ls-files', '-z', folder])
    .split('\0')
    .filter((path) => path !== '')
  const index = buildIndex(bench, repo)
  const command = [bench.binary, 'summary', folder, '--format', 'json']
  index.restore()
  const whole = run([...command, '--max-tokens', '0'], repo.dir)
  const annotated = checkSummary(whole.stdout, files.length)
  const [ours, blames]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < Math.ceil(bench.runs / 5); at++) {
      index.restore()
      ours.push(timeOf(command, repo.dir))
    }
    // Minutes: all of them once, then a sample to see the spread.
    const some = round === 0 ? files : files.filter((_, at) => at % 10 === round)
    const sum = some.reduce(
      (ms, path) => ms + timeOf(['git', 'blame', '--porcelain', '--', path], repo.dir),
      0,
    )
    blames.push((sum * files.length) / some.length)
  }
  const [summary, blame] = [spreadOf(ours), spreadOf(blames)]
  return {
    times: { summary, blame },
    result: ratio(summary.p50 / blame.p50),
    isMet: summary.p50 / blame.p50 <= most,
    details: [
      `${files.length} files, ${annotated} annotated: ${spreadText(summary)} against ${spreadText(blame)}`,
    ],
  }
}
