/** Real clients, older and newer, each with its own process of the compiled binary. */
import { describe, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { instructions } from '../../../src/mcp/instructions.ts'
import { toolTable } from '../../../src/mcp/tools/tool-table.ts'
import { binaryPath, ultragit } from '../../support/binary.ts'
import { annotatedRepo } from './annotated-repo.ts'

const repo = annotatedRepo()
const identity = { name: 'suite', version: '1' }
const names = toolTable.map(({ name }) => name)

function program() {
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
  return { command: binaryPath(), args: ['mcp', 'start'], cwd: repo.dir, env, stderr: 'pipe' as const }
}

interface AnyClient {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>
}

/** Asks each tool, and about what is not there; answers must be those of the command line. */
async function exercise(client: AnyClient): Promise<void> {
  for (const name of names) {
    const path = name === 'ultragit_summary' ? 'src' : 'src/client.ts'
    const anchor = name === 'ultragit_summary' ? [] : ['--anchor', 'connect']
    const given = { path, ...(anchor.length === 0 ? {} : { anchor: 'connect' }) }
    const command = name.replace('ultragit_', '')
    const printed = ultragit([command, path, ...anchor, '--format', 'json'], { cwd: repo.dir })
    expect(printed.status).toBe(0)
    const result = await client.callTool({ name, arguments: given })
    expect(result).toMatchObject({ content: [{ type: 'text', text: printed.stdout.trimEnd() }] })
    expect(result).not.toHaveProperty('isError', true)
  }
  expect(await client.callTool({ name: 'ultragit_read', arguments: { path: 'no.ts' } })).toMatchObject({
    content: [{ type: 'text', text: 'File not found: no.ts' }],
    isError: true,
  })
  await expect(client.callTool({ name: 'ultragit_nothing', arguments: {} })).rejects.toThrow(
    'Unknown tool: ultragit_nothing',
  )
}

describe('the SDK before', () => {
  test.each(SUPPORTED_PROTOCOL_VERSIONS)('asks for revision %s and gets it', async (revision) => {
    const transport = new OlderTransport(program())
    const send = transport.send.bind(transport)
    let negotiated = ''
    Object.assign(transport, {
      setProtocolVersion: (version: string) => {
        negotiated = version
      },
    })
    // It always asks for the newest it knows; a host of that time asked for the newest of its time.
    transport.send = (message) =>
      send(
        'method' in message && message.method === 'initialize'
          ? { ...message, params: { ...message.params, protocolVersion: revision } }
          : message,
      )
    const client = new OlderClient(identity)
    await client.connect(transport)
    expect(negotiated).toBe(revision)
    expect(client.getServerVersion()).toMatchObject({ name: 'ultragit' })
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
    expect(client.getInstructions()).toBe(instructions)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
    await client.ping()
    await exercise(client)
    await client.close()
  })
})

describe('the SDK now', () => {
  const modes = [
    ['legacy', undefined, 'legacy'],
    ['auto', 'auto', 'modern'],
    ['pinned to 2026-07-28', { pin: '2026-07-28' }, 'modern'],
  ] as const

  test.each(modes)('%s', async (_name, mode, era) => {
    const client = new Client(identity, mode === undefined ? {} : { versionNegotiation: { mode } })
    await client.connect(new StdioClientTransport(program()))
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25')
    expect(client.getServerVersion()).toMatchObject({ name: 'ultragit' })
    expect(client.getInstructions()).toBe(instructions)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
    await exercise(client)
    await client.close()
  })
})
