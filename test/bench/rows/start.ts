/** P5, P12: what every call, and every session, pays before anything else. */
import { McpClient, serverCommand } from '../mcp-client.ts'
import { interleave, run, spreadOf, timeOf } from '../measure.ts'
import { room } from '../repositories.ts'
import { type Bench, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const mostOfGit = 6
const mostOfNode = 1.8

export const versionRow: Row = {
  id: 'P12',
  what: '`ultragit --version`',
  against: '`git --version`',
  goal: `≤ ${mostOfGit}×`,
  needs: [],
  anyRepo: true,
  run: measureVersion,
}

export const handshakeRow: Row = {
  id: 'P5',
  what: 'start to `initialize` answer',
  against: 'node answering one JSON line',
  goal: `≤ ${mostOfNode}×`,
  needs: [['mcp', 'start']],
  anyRepo: true,
  run: measureHandshake,
}

async function measureVersion({ binary, runs }: Bench): Promise<Outcome> {
  const { stdout } = run([binary, '--version'], room)
  if (!/\d+\.\d+\.\d+/.test(stdout)) throw new Error(`no version in '${stdout}'`)
  const times = await interleave(
    {
      ours: () => timeOf([binary, '--version'], room),
      other: () => timeOf(['git', '--version'], room),
    },
    Math.max(40, runs * 2),
  )
  return compare(times, mostOfGit)
}

/** The smallest server there can be: one line in, one line out. */
const nodeServer = `let rest = ''
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest += chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const { id } = JSON.parse(line)
    if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n')
  }
})`

async function measureHandshake(bench: Bench): Promise<Outcome> {
  const { dir } = await bench.repo('tenth')
  const times = await interleave(
    {
      ours: () => handshake(serverCommand(bench.binary), dir),
      other: () => handshake(['node', '-e', nodeServer], dir),
    },
    bench.runs,
  )
  return compare(times, mostOfNode)
}

async function handshake(command: readonly string[], cwd: string): Promise<number> {
  const began = performance.now()
  const client = await McpClient.open(command, cwd)
  const ms = performance.now() - began
  await client.close()
  return ms
}

function compare(times: { readonly ours: number[]; readonly other: number[] }, most: number): Outcome {
  const [ours, other] = [spreadOf(times.ours), spreadOf(times.other)]
  return {
    times: { ours, other },
    result: ratio(ours.p50 / other.p50),
    isMet: ours.p50 / other.p50 <= most,
    details: [`${spreadText(ours)} against ${spreadText(other)}`],
  }
}
