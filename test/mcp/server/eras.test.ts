/** Both eras of the protocol, byte by byte, with every answer held against the official shapes. */
import { describe, expect, test } from 'bun:test'
import { tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo } from './annotated-repo.ts'
import { errorSchema, problemsOf, progressSchema, schemas } from './message-schemas.ts'
import { type Message, ServerProcess } from './server-process.ts'

const repo = annotatedRepo()

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'suite', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const eras = {
  legacy: {
    handshake: (server: ServerProcess) => server.initialize(),
    meta: {},
  },
  modern: {
    handshake: (server: ServerProcess) => server.request('server/discover', { _meta: envelope }),
    meta: { _meta: envelope },
  },
} as const

describe.each(['legacy', 'modern'] as const)('the %s era', (era) => {
  const { handshake, meta } = eras[era]
  const shapes = schemas[era]

  test('shakes hands, lists, answers and refuses in the official shapes', async () => {
    const server = new ServerProcess({ cwd: repo.dir })
    expect(problemsOf(shapes.handshake, await handshake(server))).toEqual([])
    expect(problemsOf(shapes.list, await server.request('tools/list', meta))).toEqual([])
    for (const name of ['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary']) {
      for (const path of ['src/client.ts', 'lib/fields.py', 'nothing.ts', '']) {
        const answer = await server.request('tools/call', { name, arguments: { path }, ...meta })
        expect(problemsOf(shapes.call, answer)).toEqual([])
        expect(answer.result?.isError === true).toBe(!path.includes('/'))
      }
    }
    const refused = [
      await server.request('tools/call', { name: 'nothing', ...meta }),
      await server.request('no/method', { ...meta }),
      await server.request('tools/call', { arguments: {}, ...meta }),
    ]
    for (const answer of refused) expect(problemsOf(errorSchema, answer)).toEqual([])
    expect(refused.map(({ error }) => error?.code)).toEqual([-32602, -32601, -32602])
    await server.close()
  })

  test('reports progress in the official shape', async () => {
    const server = new ServerProcess({ cwd: repo.dir })
    await handshake(server)
    await server.request('tools/call', {
      name: 'ultragit_summary',
      arguments: { path: '.' },
      _meta: { ...('_meta' in meta ? meta._meta : {}), progressToken: 7 },
    })
    const said = server.messages.filter(({ method }) => method !== undefined)
    expect(said.length).toBeGreaterThan(0)
    for (const message of said) expect(problemsOf(progressSchema, message)).toEqual([])
    await server.close()
  })

  test('writes nothing but messages, however much it says on the other stream', async () => {
    for (const args of [[], ['--quiet'], ['--verbose'], ['--color', 'always', '--verbose']]) {
      const server = new ServerProcess({ cwd: repo.dir, args })
      await handshake(server)
      server.sendBytes('nonsense\n')
      await server.request('tools/call', {
        name: 'ultragit_read',
        arguments: { path: 'src/queue.ts' },
        ...meta,
      })
      await server.request('tools/call', { name: 'ultragit_read', arguments: {}, ...meta })
      expect(await server.close()).toMatchObject({ status: 0, rest: '' })
      expect(server.messages).toHaveLength(4)
    }
  })
})

describe('the newer era', () => {
  const ask = async (params: Record<string, unknown>): Promise<Message> => {
    const server = new ServerProcess({ cwd: tempFolder() })
    const answer = await server.request('tools/list', params)
    await server.close()
    return answer
  }

  test('refuses a revision it does not know, and names those it does', async () => {
    const { error } = await ask({
      _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
    })
    expect(error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2099-01-01' },
    })
  })

  test('needs no handshake: the first request is answered', async () => {
    expect((await ask({ _meta: envelope })).result?.tools).toHaveLength(4)
  })

  test('names the envelope when a later request has none', async () => {
    const server = new ServerProcess({ cwd: tempFolder() })
    await server.request('tools/list', { _meta: envelope })
    expect((await server.request('tools/list')).error).toMatchObject({
      code: -32602,
      data: { parameter: '_meta' },
    })
    await server.close()
  })

  test('lets an older client in after it only asked around', async () => {
    const server = new ServerProcess({ cwd: repo.dir })
    expect((await eras.modern.handshake(server)).result?.supportedVersions).toEqual(['2026-07-28'])
    expect(problemsOf(schemas.legacy.handshake, await server.initialize('2025-03-26'))).toEqual([])
    expect((await server.request('ping')).result).toEqual({})
    await server.close()
  })
})

describe('the older era', () => {
  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['', '2025-11-25'],
  ])('asked for %p, speaks %s', async (asked, spoken) => {
    const server = new ServerProcess({ cwd: tempFolder() })
    expect((await server.initialize(asked)).result?.protocolVersion).toBe(spoken)
    await server.close()
  })
})
