/** Starts this binary as a server, speaks with it as a host of one era would, and tells how that went. */
import { version } from '../../version.ts'

export interface ProbeRequest {
  readonly binary: string
  readonly flags: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A file to ask about. */
  readonly path: string
  readonly era: Era
}

/** Named by the newest revision of each. */
export const eras = ['2026-07-28', '2025-11-25'] as const
type Era = (typeof eras)[number]

export interface Probe {
  readonly era: Era
  readonly tools: number
  /** Of the call, in milliseconds. */
  readonly latency: number
  /** Why it is not well; undefined when it is. */
  readonly reason: string | undefined
}

interface Answer {
  readonly id?: unknown
  readonly error?: { readonly message?: unknown }
  readonly result?: {
    readonly tools?: readonly unknown[]
    readonly isError?: boolean
    readonly content?: readonly { readonly text?: unknown }[]
  }
}

const patience = 15_000

export async function probeServer(request: ProbeRequest): Promise<Probe> {
  const child = Bun.spawn([request.binary, 'mcp', 'start', ...request.flags], {
    cwd: request.cwd,
    env: { ...request.env },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const ask = conversation(child.stdout, (line) => {
    child.stdin.write(line)
    child.stdin.flush()
  })
  const impatience = setTimeout(() => child.kill('SIGKILL'), patience)
  try {
    return await examine(request, ask)
  } finally {
    clearTimeout(impatience)
    child.stdin.end()
    await child.exited
  }
}

type Ask = (method: string, params: object) => Promise<Answer>

async function examine({ era, path }: ProbeRequest, ask: Ask): Promise<Probe> {
  const { hello, meta } = manners[era]
  const failed = (reason: string, tools = 0): Probe => ({ era, tools, latency: 0, reason })
  const greeted = await ask(hello.method, hello.params)
  if (greeted.result === undefined) return failed(`the handshake failed: ${wordsOf(greeted)}`)
  const listed = await ask('tools/list', meta)
  const tools = listed.result?.tools?.length
  if (tools === undefined) return failed(`the tools were not listed: ${wordsOf(listed)}`)
  const begun = performance.now()
  const called = await ask('tools/call', { name: 'ultragit_read', arguments: { path }, ...meta })
  const latency = Math.round((performance.now() - begun) * 10) / 10
  const isWell = called.result !== undefined && (called.result.isError !== true || isNotFound(called))
  return { era, tools, latency, reason: isWell ? undefined : wordsOf(called) }
}

/** An answer all the same: the repository was read. */
function isNotFound(answer: Answer): boolean {
  return wordsOf(answer).startsWith('File not found: ')
}

function wordsOf({ error, result }: Answer): string {
  return String(error?.message ?? result?.content?.[0]?.text ?? 'no answer')
}

const clientInfo = { name: 'ultragit-status', version }

const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

const manners: Record<Era, { hello: { method: string; params: object }; meta: object }> = {
  '2026-07-28': { hello: { method: 'server/discover', params: envelope }, meta: envelope },
  '2025-11-25': {
    hello: {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    },
    meta: {},
  },
}

/** One question at a time; a server that ends without a word has said nothing. */
function conversation(output: ReadableStream<Uint8Array>, write: (line: string) => void): Ask {
  const lines = linesOf(output)
  let id = 0
  return async (method, params) => {
    id += 1
    write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return {}
      const answer: Answer = JSON.parse(value)
      if (answer.id === id) return answer
    }
  }
}

async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of output) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}
