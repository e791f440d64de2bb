/** The behaviour table of the transport, against the compiled binary over a real pipe. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toolTable } from '../../../src/mcp/tools/tool-table.ts'
import { tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo } from './annotated-repo.ts'
import { ServerProcess } from './server-process.ts'

const repo = annotatedRepo()
let server: ServerProcess

beforeAll(async () => {
  server = new ServerProcess({ cwd: repo.dir })
  await server.initialize()
})

afterAll(async () => {
  await server.close()
})

/** What the server says next about a line that has no id to be found by. */
async function answerTo(line: string | Uint8Array) {
  const before = server.messages.length
  server.sendBytes(line)
  const message = await server.next((one) => server.messages.indexOf(one) >= before)
  return { id: message.id, code: message.error?.code }
}

describe('what is no message', () => {
  test.each([
    ['words', 'hello\n'],
    ['half an object', '{"jsonrpc":"2.0","id":1,\n'],
    ['two values', '{} {}\n'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 10])],
    ['a lone surrogate in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22, 10])],
    ['zeros', new Uint8Array([0, 0, 0, 10])],
  ])('%s: a parse error, id null', async (_what, line) => {
    expect(await answerTo(line)).toEqual({ id: null, code: -32700 })
  })

  test.each([
    ['a text', '"hello"\n', null],
    ['a number', '5\n', null],
    ['null', 'null\n', null],
    ['a batch', '[{"jsonrpc":"2.0","id":71,"method":"ping"}]\n', null],
    ['an empty batch', '[]\n', null],
    ['no version', '{"id":72,"method":"ping"}\n', 72],
    ['another version', '{"jsonrpc":"1.0","id":73,"method":"ping"}\n', 73],
    ['no method', '{"jsonrpc":"2.0","id":74}\n', 74],
    ['a method that is no text', '{"jsonrpc":"2.0","id":"x75","method":5}\n', 'x75'],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', null],
    ['a broken number as id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', null],
    ['an id that is a list', '{"jsonrpc":"2.0","id":[1],"method":"ping"}\n', null],
  ])('%s: an invalid request', async (_what, line, id) => {
    expect(await answerTo(line)).toEqual({ id, code: -32600 })
  })

  test('a line over 64 MB is refused and passed over', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x61)
    const before = server.messages.length
    for (let at = 0; at <= 64; at++) server.sendBytes(chunk)
    server.sendBytes('\n')
    const refused = await server.next((one) => server.messages.indexOf(one) >= before)
    expect(refused).toMatchObject({ id: null, error: { code: -32600 } })
    expect((await server.request('ping')).result).toEqual({})
  })
})

describe('requests', () => {
  test('ping and shutdown are answered, and the server goes on', async () => {
    expect((await server.request('ping')).result).toEqual({})
    expect((await server.request('shutdown')).result).toEqual({})
    expect((await server.request('ping')).result).toEqual({})
  })

  test.each(['nothing/known', 'resources/list', 'prompts/list', 'logging/setLevel', 'constructor'])(
    '%s is an unknown method',
    async (method) => {
      const { error } = await server.request(method, {})
      expect(error).toMatchObject({ code: -32601, message: 'Method not found' })
    },
  )

  test.each([
    ['params', 'tools/call', []],
    ['params', 'tools/list', 'text'],
    ['name', 'tools/call', {}],
    ['name', 'tools/call', { name: 5 }],
    ['arguments', 'tools/call', { name: 'ultragit_read', arguments: [] }],
    ['arguments', 'tools/call', { name: 'ultragit_read', arguments: 'path' }],
    ['cursor', 'tools/list', { cursor: 5 }],
    ['_meta', 'tools/list', { _meta: [] }],
    ['protocolVersion', 'initialize', { capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
    ['clientInfo', 'initialize', { protocolVersion: '2025-11-25', capabilities: {} }],
    [
      'clientInfo.version',
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x' } },
    ],
  ])('wrong %s of %s is named', async (parameter, method, params) => {
    const { error } = await server.request(method, params as Record<string, unknown>) // wrong on purpose
    expect(error).toMatchObject({ code: -32602, data: { parameter } })
  })

  test('an unknown tool is named', async () => {
    const { error } = await server.call('ultragit_write', { path: 'src/client.ts' })
    expect(error).toMatchObject({ code: -32602, message: 'Unknown tool: ultragit_write' })
  })

  test('ids are given back as they came', async () => {
    for (const id of [0, -1, 'a', '', '0', 9007199254740991, 'ünï']) {
      server.send({ jsonrpc: '2.0', id, method: 'ping' })
      expect((await server.answer(id)).result).toEqual({})
    }
  })

  test('notifications, answers and blank lines are not answered', async () => {
    await server.request('ping')
    const before = server.messages.length
    server.notify('notifications/anything', { a: 1 })
    server.notify('tools/call', { name: 'ultragit_read' })
    server.send({ jsonrpc: '2.0', method: 'notifications/initialized', params: 5 })
    server.send({ jsonrpc: '2.0', id: 1, result: {} })
    server.send({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } })
    server.notify('notifications/cancelled', { requestId: 99999 })
    server.notify('notifications/cancelled', {})
    server.sendBytes('\n\r\n  \n')
    const { id } = await server.request('ping')
    expect(server.messages.slice(before).map((message) => message.id)).toEqual([id])
  })

  test('a line may end with a carriage return, begin with a mark, and come in pieces', async () => {
    server.sendBytes('{"jsonrpc":"2.0","id":"cr","method":"ping"}\r\n')
    expect((await server.answer('cr')).result).toEqual({})
    for (const byte of Buffer.from('\ufeff{"jsonrpc":"2.0","id":"späte","method":"ping"}\n')) {
      server.sendBytes(new Uint8Array([byte]))
    }
    expect((await server.answer('späte')).result).toEqual({})
  })

  test('many at once are each answered by their id', async () => {
    const ids = Array.from({ length: 40 }, (_, at) =>
      server.ask('tools/call', {
        name: toolTable[at % 4]?.name,
        arguments: { path: at % 3 === 0 ? 'src/client.ts' : 'src/queue.ts' },
      }),
    )
    const answers = await Promise.all(ids.map((id) => server.answer(id)))
    for (const [at, { result }] of answers.entries()) {
      expect(result?.isError).toBeUndefined()
      const wanted = at % 3 === 0 ? 'src/client.ts' : 'src/queue.ts'
      expect(JSON.stringify(JSON.parse(result?.content?.[0]?.text ?? '').query)).toContain(wanted)
    }
  })
})

describe('the list of tools', () => {
  test('is exactly the four, with schemas and hints, under 4 kB', async () => {
    const answer = await server.request('tools/list')
    const tools = answer.result?.tools as Record<string, unknown>[] // what follows looks into it
    expect(tools.map(({ name }) => name)).toEqual([
      'ultragit_read',
      'ultragit_deps',
      'ultragit_history',
      'ultragit_summary',
    ])
    const kinds = (properties: object) =>
      Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]))
    const schemas = tools.map(({ inputSchema }) => inputSchema as { properties: object; required: string[] })
    expect(schemas.map(({ properties }) => kinds(properties))).toEqual([
      { path: 'string', anchor: 'string', lines: 'string', max_tokens: 'integer' },
      { path: 'string', anchor: 'string' },
      { path: 'string', anchor: 'string', limit: 'integer' },
      { path: 'string', anchor: 'string' },
    ])
    for (const { required } of schemas) expect(required).toEqual(['path'])
    for (const { annotations } of tools)
      expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false })
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(4096)
  })
})

describe('the end', () => {
  test('input closes before anything was said: exit 0, nothing written', async () => {
    const silent = new ServerProcess({ cwd: tempFolder() })
    expect(await silent.close()).toEqual({ status: 0, stderr: '', rest: '' })
    expect(silent.messages).toEqual([])
  })

  test('calls in flight when input closes are answered, also a last line without its end', async () => {
    const ending = new ServerProcess({ cwd: repo.dir })
    await ending.initialize()
    const ids = Array.from({ length: 5 }, () =>
      ending.ask('tools/call', { name: 'ultragit_read', arguments: { path: 'src/client.ts' } }),
    )
    ending.sendBytes('{"jsonrpc":"2.0","id":"last","method":"ping"}')
    expect(await ending.close()).toEqual({ status: 0, stderr: '', rest: '' })
    for (const id of [...ids, 'last']) expect(ending.messages.some((one) => one.id === id)).toBe(true)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s: answers what is in flight, exit 0', async (signal) => {
    const ending = new ServerProcess({ cwd: repo.dir })
    await ending.initialize()
    const id = ending.ask('tools/call', { name: 'ultragit_read', arguments: { path: 'src/client.ts' } })
    await ending.request('ping')
    ending.kill(signal)
    expect(await ending.ended()).toEqual({ status: 0, stderr: '', rest: '' })
    expect(ending.messages.some((one) => one.id === id)).toBe(true)
  })
})
