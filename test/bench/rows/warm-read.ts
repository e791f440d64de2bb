/** P1: what an agent waits for, again and again, while it works in a repository with uncommitted changes. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkRead } from '../check-answer.ts'
import { McpClient, serverCommand } from '../mcp-client.ts'
import { spreadOf, timeOf } from '../measure.ts'
import { type BenchRepo, removeScratch, type Sample, scratchOf } from '../repositories.ts'
import { type Bench, milliseconds, type Outcome, type Row, spreadText } from '../row.ts'
import { watchGit } from '../started-git.ts'

/** Where blame takes at least this long, the gain must be at least that. */
const slowBlame = 150
const leastGain = 50
const readsPerFile = 40

export const warmReadRow: Row = {
  id: 'P1',
  what: 'warm `ultragit_read` of a file over MCP, dirty worktree included',
  against: '`git blame --porcelain` of it',
  goal: 'p50 ≤ 3 ms, p95 ≤ 10 ms, ≥ 50× faster where blame takes 150 ms; no process started',
  needs: [['read'], ['mcp', 'start']],
  anyRepo: true,
  run: measure,
}

async function measure(bench: Bench): Promise<Outcome> {
  const repo = scratchOf(await bench.repo('tenth'))
  try {
    const samples = [...repo.facts.hot, ...repo.facts.ordinary.slice(0, 6)]
    for (const [at, { path }] of samples.entries())
      if (at % 2 === 1) appendFileSync(join(repo.dir, path), '\n\n')
    const timed = await timeReads(bench, repo, samples)
    const all = spreadOf(timed.flatMap(({ reads }) => reads))
    const gains = timed
      .filter(({ blame }) => blame >= slowBlame)
      .map(({ blame, reads }) => blame / spreadOf(reads).p50)
    const leastSeen = Math.min(...gains)
    const started = await countProcesses(bench, repo, samples)
    return {
      times: Object.fromEntries([['read', all], ...timed.map(({ path, reads }) => [path, spreadOf(reads)])]),
      result: `p50 ${milliseconds(all.p50)}, p95 ${milliseconds(all.p95)}, ${leastSeen.toFixed(0)}×, ${started.length} processes`,
      isMet: all.p50 <= 3 && all.p95 <= 10 && !(leastSeen < leastGain) && started.length === 0,
      details: [
        ...timed.map(
          ({ path, blame, reads }) => `${path}: ${spreadText(spreadOf(reads))}, blame ${milliseconds(blame)}`,
        ),
        ...(started.length === 0 ? [] : [`started: ${started.slice(0, 10).join(', ')}`]),
        ...(await timeEdits(bench, repo)),
      ],
    }
  } finally {
    removeScratch(repo)
  }
}

async function timeReads(bench: Bench, repo: BenchRepo, samples: readonly Sample[]) {
  const client = await McpClient.open(serverCommand(bench.binary), repo.dir)
  try {
    const timed: { path: string; blame: number; reads: number[] }[] = []
    for (const sample of samples) {
      await warmUp(client, sample)
      const reads: number[] = []
      const blames: number[] = []
      for (let round = 0; round < 5; round++) {
        blames.push(timeOf(['git', 'blame', '--porcelain', '--', sample.path], repo.dir))
        for (let at = 0; at < readsPerFile / 5; at++)
          reads.push((await client.call('ultragit_read', { path: sample.path })).ms)
      }
      timed.push({ path: sample.path, blame: spreadOf(blames).p50, reads })
    }
    return timed
  } finally {
    await client.close()
  }
}

async function warmUp(client: McpClient, sample: Sample): Promise<void> {
  for (let at = 0; at < 3; at++)
    checkRead((await client.call('ultragit_read', { path: sample.path })).text, { path: sample.path })
  if (sample.anchor !== '')
    checkRead((await client.call('ultragit_read', { path: sample.path, anchor: sample.anchor })).text, sample)
}

async function countProcesses(bench: Bench, repo: BenchRepo, samples: readonly Sample[]): Promise<string[]> {
  const watch = watchGit()
  const client = await McpClient.open(serverCommand(bench.binary), repo.dir, watch.env)
  try {
    for (const sample of samples) await warmUp(client, sample)
    watch.take()
    for (const { path } of samples) await client.call('ultragit_read', { path })
    return watch.take()
  } finally {
    await client.close()
    watch.close()
  }
}

/** Not in the goal, but what editing feels like: the text is another one each time. */
async function timeEdits(bench: Bench, repo: BenchRepo): Promise<string[]> {
  const [sample] = repo.facts.hot
  if (sample === undefined) return []
  const file = join(repo.dir, sample.path)
  const text = readFileSync(file, 'utf8')
  const client = await McpClient.open(serverCommand(bench.binary), repo.dir)
  try {
    await warmUp(client, sample)
    const times: number[] = []
    for (let at = 0; at < 10; at++) {
      writeFileSync(file, `${text}\n${'/'.repeat(2)} ${at}\n`)
      times.push((await client.call('ultragit_read', { path: sample.path })).ms)
    }
    return [`edited before each read, ${sample.path}: ${spreadText(spreadOf(times))}`]
  } finally {
    await client.close()
  }
}
