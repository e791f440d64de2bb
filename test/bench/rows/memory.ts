/** P11: how much of the machine a server takes that runs all day. */
import { McpClient, serverCommand } from '../mcp-client.ts'
import type { Bench, Outcome, Row } from '../row.ts'

const mostIdle = 100
const mostBusy = 200
/** Growth over the second half of the reads that still counts as flat. */
const flat = 1.1

export const memoryRow: Row = {
  id: 'P11',
  what: 'memory of the server: idle, and after 10,000 reads',
  against: '–',
  goal: `≤ ${mostIdle} MB, ≤ ${mostBusy} MB and flat`,
  needs: [['read'], ['mcp', 'start']],
  anyRepo: true,
  run: measure,
}

async function measure(bench: Bench): Promise<Outcome> {
  const repo = await bench.repo('tenth')
  const client = await McpClient.open(serverCommand(bench.binary), repo.dir)
  try {
    // Long enough for what a server does after the handshake.
    await Bun.sleep(3_000)
    const idle = client.memory()
    const paths = [...repo.facts.hot, ...repo.facts.ordinary].map(({ path }) => path)
    const seen: number[] = []
    for (let read = 0; read < 10_000; read++) {
      await client.call('ultragit_read', { path: paths[read % paths.length] })
      if ((read + 1) % 1_000 === 0) seen.push(client.memory())
    }
    const [half = 0, last = 0, most] = [seen[4], seen[9], Math.max(...seen)]
    return {
      times: {},
      result: `${idle.toFixed(0)} MB, ${last.toFixed(0)} MB, ${(last / half).toFixed(2)}× since half`,
      isMet: idle <= mostIdle && most <= mostBusy && last / half <= flat,
      details: [`after each 1,000 reads: ${seen.map((size) => size.toFixed(0)).join(', ')} MB`],
    }
  } finally {
    await client.close()
  }
}
