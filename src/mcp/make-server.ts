/** The server of one connection, for either era: the SDK speaks the protocol, this says what is served. */
import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server'
import { version } from '../version.ts'
import { type CallContext, callTool } from './call-tool.ts'
import { Gate } from './gate.ts'
import { instructions } from './instructions.ts'
import { progressReporter } from './progress-reporter.ts'
import { toProtocolError } from './to-protocol-error.ts'
import type { Tool } from './tools/tool.ts'

export interface ServedBy extends Pick<CallContext, 'withSession'> {
  readonly tools: readonly Tool[]
  /** Told what only a developer of ultragit can mend. */
  reportBug(error: unknown): void
}

/** As many as keep a disk busy: more would only hold more in memory. */
const callsAtOnce = 16

/** Nothing of it changes while the process lives. */
const unchanging = { ttlMs: 3_600_000, cacheScope: 'public' } as const

export function makeServer(served: ServedBy): Server {
  const server = new UltragitServer(served.reportBug)
  const gate = new Gate(callsAtOnce)
  const tools = served.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema: { ...inputSchema, required: [...inputSchema.required] },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  }))
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = served.tools.find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new ProtocolError(-32602, `Unknown tool: ${params.name}`, { parameter: 'name' })
    const { signal } = context.mcpReq
    const call: CallContext = {
      withSession: served.withSession,
      signal,
      onProgress: progressReporter(context.mcpReq),
    }
    return gate.run(signal, () => callTool(tool, params.arguments ?? {}, call))
  })
  // Some hosts say goodbye as they do to language servers; the end of input is what counts.
  server.fallbackRequestHandler = async ({ method }) => {
    if (method === 'shutdown') return {}
    throw new ProtocolError(-32601, 'Method not found')
  }
  return server
}

class UltragitServer extends Server {
  readonly #reportBug: (error: unknown) => void

  constructor(reportBug: (error: unknown) => void) {
    super(
      { name: 'ultragit', version },
      {
        capabilities: { tools: {} },
        instructions,
        cacheHints: { 'tools/list': unchanging, 'server/discover': unchanging },
      },
    )
    this.#reportBug = reportBug
  }

  /** The one place every failure passes on its way out. */
  protected override _wrapHandler(
    ...[method, handler]: Parameters<Server['_wrapHandler']>
  ): ReturnType<Server['_wrapHandler']> {
    const wrapped = super._wrapHandler(method, handler)
    return async (request, context: ServerContext) => {
      try {
        return await wrapped(request, context)
      } catch (error) {
        // Nobody waits for an answer any more.
        if (context.mcpReq.signal.aborted) throw error
        throw toProtocolError(error, this.#reportBug)
      }
    }
  }
}
