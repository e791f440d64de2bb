/** P6, P14: whether the number of annotations elsewhere slows down a question about one place. */
import { checkDeps, checkRead } from '../check-answer.ts'
import { McpClient, serverCommand } from '../mcp-client.ts'
import { spreadOf } from '../measure.ts'
import type { BenchRepo, VariantName } from '../repositories.ts'
import { type Bench, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const most = 2

export const manyDependentsRow: Row = {
  id: 'P6',
  what: '`deps` with 100,000 annotations and 50 dependents, warm',
  against: 'with 1,000 annotations',
  goal: `≤ ${most}×`,
  needs: [['deps'], ['mcp', 'start']],
  anyRepo: false,
  run: (bench) => compare(bench, ['full', 'hundredth'], askDeps),
}

export const orphanedRow: Row = {
  id: 'P14',
  what: '`read` with half of 100,000 annotations orphaned, warm',
  against: 'none orphaned',
  goal: `≤ ${most}×`,
  needs: [['read'], ['mcp', 'start']],
  anyRepo: false,
  run: (bench) => compare(bench, ['orphaned', 'full'], askReads),
}

/** Asks once all there is to ask, and gives the time of each call. */
type Ask = (client: McpClient, repo: BenchRepo) => Promise<number[]>

async function compare(
  bench: Bench,
  variants: readonly [ours: VariantName, other: VariantName],
  ask: Ask,
): Promise<Outcome> {
  const sides: { repo: BenchRepo; client: McpClient; times: number[] }[] = []
  try {
    for (const variant of variants) {
      const repo = await bench.repo(variant)
      const client = await McpClient.open(serverCommand(bench.binary), repo.dir)
      sides.push({ repo, client, times: [] })
      // The first builds the index, the second fills what is kept in memory.
      for (let round = 0; round < 2; round++) await ask(client, repo)
    }
    for (let round = 0; round < bench.runs; round++)
      for (const { client, repo, times } of sides) times.push(...(await ask(client, repo)))
  } finally {
    for (const { client } of sides) await client.close()
  }
  const [ours, other] = sides.map(({ times }) => spreadOf(times))
  if (ours === undefined || other === undefined) throw new Error('nothing was measured')
  const reached = ours.p50 / other.p50
  return {
    times: { [variants[0]]: ours, [variants[1]]: other },
    result: ratio(reached),
    isMet: reached <= most,
    details: [`${spreadText(ours)} against ${spreadText(other)}`],
  }
}

const askDeps: Ask = async (client, { facts }) => {
  const { file, anchor } = facts.target
  const { text, ms } = await client.call('ultragit_deps', { path: file, anchor })
  checkDeps(text, 50)
  return [ms]
}

const askReads: Ask = async (client, { facts }) => {
  const times: number[] = []
  for (const { path } of facts.ordinary.slice(0, 10)) {
    const { text, ms } = await client.call('ultragit_read', { path })
    checkRead(text, { path })
    times.push(ms)
  }
  return times
}
