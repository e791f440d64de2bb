/** Ten thousand lines of good and bad will, the same in every run. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Random } from '../../support/random.ts'
import { annotatedRepo } from './annotated-repo.ts'
import { expectationOf, HostileLines } from './hostile-lines.ts'
import { ServerProcess } from './server-process.ts'

const count = Number(process.env.TEST_LINES ?? 10_500)
const mostGrowth = 50 * 1024 * 1024

test(`${count} generated lines: every request is answered, nothing else is said, memory stays`, async () => {
  const random = new Random(20260728)
  const source = new HostileLines(random)
  const lines: Uint8Array[] = []
  while (lines.length < count) lines.push(...source.next())
  const { answers, cancelled, anonymous } = expectationOf(lines)
  const server = new ServerProcess({ cwd: annotatedRepo().dir })
  const greeting = await server.initialize()
  expect(greeting.error).toBeUndefined()

  await feed(server, lines.slice(0, count / 10), random)
  const before = await settledMemory(server)
  await feed(server, lines.slice(count / 10), random)
  const after = await settledMemory(server)
  expect(await server.close()).toMatchObject({ status: 0, stderr: '', rest: '' })

  const said = server.messages.slice(1)
  for (const message of said)
    expect([message.jsonrpc, 'result' in message]).toEqual(['2.0', !('error' in message)])
  const got = new Map<unknown, number>()
  for (const { id } of said) got.set(id, (got.get(id) ?? 0) + 1)
  expect(got.get(null)).toBe(anonymous)
  const wrong = [...answers].filter(
    ([id, times]) => got.get(id) !== times && !(cancelled.has(id) && (got.get(id) ?? 0) < times),
  )
  expect(wrong).toEqual([])
  const known = new Set<unknown>([null, 'settled', ...answers.keys()])
  expect(said.filter(({ id }) => !known.has(id))).toEqual([])
  expect(answers.size).toBeGreaterThan(count / 4)
  expect([...cancelled].filter((id) => answers.has(id) && !got.has(id)).length).toBeGreaterThan(0)
  if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(mostGrowth)
}, 240_000)

/** In pieces that do not care where lines end. */
async function feed(server: ServerProcess, lines: readonly Uint8Array[], random: Random): Promise<void> {
  const newline = new Uint8Array([10])
  const bytes = Buffer.concat(lines.flatMap((line) => [line, newline]))
  for (let at = 0; at < bytes.length; ) {
    const size = random.pick([1, 100, 4_000, 60_000])
    await server.sendSlowly(bytes.subarray(at, at + size))
    at += size
  }
}

/** Of the process, once it has answered all and had a second to come to rest; undefined where the system does not tell. */
async function settledMemory(server: ServerProcess): Promise<number | undefined> {
  const seen = server.messages.length
  server.send({ jsonrpc: '2.0', id: 'settled', method: 'ping' })
  await server.next((one) => one.id === 'settled' && server.messages.indexOf(one) >= seen)
  // Calls end after a ping that came later.
  for (let last = -1; last !== server.messages.length; await Bun.sleep(1_000)) last = server.messages.length
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
