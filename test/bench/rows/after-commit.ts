/** P4, P8: what a running server pays when history or the notes moved on by one. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkRead } from '../check-answer.ts'
import { runGit } from '../git.ts'
import { McpClient, serverCommand } from '../mcp-client.ts'
import { spreadOf, timeOf } from '../measure.ts'
import { type BenchRepo, removeScratch, type Sample, scratchOf } from '../repositories.ts'
import { type Bench, milliseconds, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const mostOfBlame = 0.1
const mostOfRevParse = 5

export const afterCommitRow: Row = {
  id: 'P4',
  what: 'over MCP, first read after one more commit',
  against: '`git blame --porcelain` of it',
  goal: `≤ ${mostOfBlame}×`,
  needs: [['read'], ['mcp', 'start']],
  anyRepo: true,
  run: (bench) => withServer(bench, measureCommits),
}

export const afterNoteRow: Row = {
  id: 'P8',
  what: 'index refresh after one note',
  against: '`git rev-parse HEAD`',
  goal: `≤ ${mostOfRevParse}×`,
  needs: [['read'], ['mcp', 'start']],
  anyRepo: true,
  run: (bench) => withServer(bench, measureNotes),
}

async function withServer(
  bench: Bench,
  measure: (bench: Bench, repo: BenchRepo, client: McpClient) => Promise<Outcome>,
): Promise<Outcome> {
  const repo = scratchOf(await bench.repo('tenth'))
  try {
    const client = await McpClient.open(serverCommand(bench.binary), repo.dir)
    try {
      return await measure(bench, repo, client)
    } finally {
      await client.close()
    }
  } finally {
    removeScratch(repo)
  }
}

/** In turns a commit that changes the file and one that does not. */
async function measureCommits({ runs }: Bench, repo: BenchRepo, client: McpClient): Promise<Outcome> {
  const own: number[] = []
  const other: number[] = []
  const blame: number[] = []
  const [elsewhere] = repo.facts.ordinary
  for (const sample of repo.facts.hot.slice(0, 3)) {
    await warmUp(client, sample)
    for (let at = 0; at < Math.max(4, Math.ceil((2 * runs) / 3)); at++) {
      const isOwn = at % 2 === 0
      commitLine(repo, isOwn || elsewhere === undefined ? sample : elsewhere)
      const { text, ms } = await client.call('ultragit_read', { path: sample.path })
      checkRead(text, { path: sample.path })
      checkHead(text, repo)
      ;(isOwn ? own : other).push(ms)
      if (isOwn) blame.push(timeOf(['git', 'blame', '--porcelain', '--', sample.path], repo.dir))
    }
  }
  const times = {
    'read, file changed': spreadOf(own),
    'read, file unchanged': spreadOf(other),
    blame: spreadOf(blame),
  }
  const worst = Math.max(times['read, file changed'].p50, times['read, file unchanged'].p50)
  const reached = worst / times.blame.p50
  return {
    times,
    result: ratio(reached),
    isMet: reached <= mostOfBlame,
    details: Object.entries(times).map(([name, spread]) => `${name}: ${spreadText(spread)}`),
  }
}

/** The refresh is what a call takes longer than a warm one. */
async function measureNotes({ runs }: Bench, repo: BenchRepo, client: McpClient): Promise<Outcome> {
  const sample = repo.facts.ordinary[0] ?? repo.facts.hot[0]
  if (sample === undefined) throw new Error('nothing to read')
  await warmUp(client, sample)
  const targets = runGit(repo.dir, ['rev-list', `--max-count=${runs}`, 'HEAD'])
    .trim()
    .split('\n')
  const [fresh, warm, revParse]: [number[], number[], number[]] = [[], [], []]
  for (const [at, target] of targets.entries()) {
    const text = `{"$schema":"ultragit/v1","commit":"${target}","summary":"note ${at}","regions":[]}`
    runGit(repo.dir, ['notes', '--ref=ultragit', 'add', '-f', '-F', '-', target], text)
    fresh.push((await client.call('ultragit_read', { path: sample.path })).ms)
    warm.push((await client.call('ultragit_read', { path: sample.path })).ms)
    revParse.push(timeOf(['git', 'rev-parse', 'HEAD'], repo.dir))
  }
  const times = {
    'read after a note': spreadOf(fresh),
    'warm read': spreadOf(warm),
    'rev-parse': spreadOf(revParse),
  }
  const refresh = times['read after a note'].p50 - times['warm read'].p50
  const reached = refresh / times['rev-parse'].p50
  return {
    times,
    result: ratio(reached),
    isMet: reached <= mostOfRevParse,
    details: [
      `refresh ${milliseconds(refresh)}`,
      ...Object.entries(times).map(([name, spread]) => `${name}: ${spreadText(spread)}`),
    ],
  }
}

async function warmUp(client: McpClient, { path }: Sample): Promise<void> {
  for (let at = 0; at < 3; at++) checkRead((await client.call('ultragit_read', { path })).text, { path })
}

function commitLine({ dir }: BenchRepo, { path }: Sample): void {
  appendFileSync(join(dir, path), '\n')
  runGit(dir, ['commit', '-q', '--no-verify', '-m', 'one more', '--', path])
}

function checkHead(text: string, { dir }: BenchRepo): void {
  const head = runGit(dir, ['rev-parse', 'HEAD']).trim()
  if (!text.includes(head)) throw new Error(`the answer is not about HEAD ${head}`)
}
