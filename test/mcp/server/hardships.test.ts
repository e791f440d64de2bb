/** What a server must live through: bugs, large answers, sudden death. */
import { describe, expect, test } from 'bun:test'
import { ultragit } from '../../support/binary.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { annotate, annotatedRepo } from './annotated-repo.ts'
import { ServerProcess, textOf } from './server-process.ts'

const repo = annotatedRepo()

function faultyServer(): ServerProcess {
  return new ServerProcess({
    cwd: repo.dir,
    command: [process.execPath, Bun.fileURLToPath(import.meta.resolve('./faulty-server.ts'))],
  })
}

describe('a bug', () => {
  test('is an internal error without our insides, its stack on stderr, and the server lives', async () => {
    const server = faultyServer()
    await server.initialize()
    const { error } = await server.call('faulty', { path: 'src/client.ts' })
    expect(error).toEqual({ code: -32603, message: 'Internal error' })
    const good = await server.call('ultragit_read', { path: 'src/client.ts' })
    expect(good.result?.isError).toBeUndefined()
    const { status, stderr } = await server.close()
    expect(status).toBe(0)
    expect(stderr).toContain("TypeError: Cannot read properties of undefined (reading 'secret')")
    expect(stderr).toContain('faulty-server.ts')
  })

  test('has no way in through the binary', async () => {
    const server = new ServerProcess({ cwd: repo.dir })
    await server.initialize()
    expect((await server.call('faulty', { path: 'src/client.ts' })).error?.message).toBe(
      'Unknown tool: faulty',
    )
    await server.close()
  })
})

describe('large answers', () => {
  test('of 5 MB arrive whole, several at once, and small ones after them', async () => {
    const server = faultyServer()
    await server.initialize()
    const ids = [1, 2, 3].map(() =>
      server.ask('tools/call', { name: 'faulty', arguments: { path: 'large' } }),
    )
    for (const id of ids) expect(Buffer.byteLength(textOf(await server.answer(id)))).toBe(5_200_000)
    expect((await server.request('ping')).result).toEqual({})
    expect(await server.close()).toMatchObject({ status: 0, rest: '' })
  })

  test('of a real file with many annotations are whole JSON', async () => {
    const many = TempRepo.init()
    const functions = Array.from(
      { length: 300 },
      (_, at) => `export function f${at}() {\n  return ${at}\n}\n`,
    )
    const commit = many.commit({ 'src/many.ts': functions.join('\n') })
    annotate(
      many,
      commit,
      'many',
      functions.map((_, at) => ({
        file: 'src/many.ts',
        name: `f${at}`,
        lines: [at * 4 + 1, at * 4 + 3] as const,
        intent: `reason ${at}`,
        reasoning: 'ünïcode «and» words '.repeat(150),
      })),
    )
    many.git('config', 'ultragit.maxRegions', '300')
    const server = new ServerProcess({ cwd: many.dir })
    await server.initialize()
    const message = await server.call('ultragit_read', { path: 'src/many.ts', max_tokens: 0 })
    expect(JSON.parse(textOf(message)).regions).toHaveLength(300)
    expect(textOf(message).length).toBeGreaterThan(900_000)
    await server.close()
  })
})

describe('sudden death', () => {
  test('in the middle of calls leaves git and the index as they should be', async () => {
    const fresh = annotatedRepo()
    const wanted = ultragit(['read', 'src/client.ts', '--format', 'json'], {
      cwd: fresh.dir,
      env: { ULTRAGIT_NO_CACHE: '1' },
    })
    for (const wait of [0, 2, 5, 10, 20, 40]) {
      const server = new ServerProcess({ cwd: fresh.dir })
      server.ask('tools/list')
      for (const path of ['src/client.ts', 'src/queue.ts', 'lib/fields.py'])
        server.ask('tools/call', { name: 'ultragit_read', arguments: { path } })
      await server.next(() => true)
      await Bun.sleep(wait)
      server.kill('SIGKILL')
      await server.ended()
      fresh.git('fsck', '--strict')
      const read = ultragit(['read', 'src/client.ts', '--format', 'json'], { cwd: fresh.dir })
      expect(read).toEqual(wanted)
    }
    expect(fresh.git('status', '--porcelain')).toBe('')
  }, 30_000)
})
