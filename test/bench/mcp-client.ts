/** A raw JSON-RPC client over a pipe: as little as possible between the clock and the server. */
import { readFileSync } from 'node:fs'
import { environment } from './git.ts'

export interface ToolAnswer {
  readonly text: string
  readonly ms: number
}

export class McpClient {
  readonly #process: Bun.Subprocess<'pipe', 'pipe', 'ignore'>
  readonly #waiting = new Map<number, (message: Message) => void>()
  #nextId = 0
  #closed = false

  constructor(command: readonly string[], cwd: string, env: Record<string, string> = {}) {
    this.#process = Bun.spawn([...command], {
      cwd,
      env: { ...environment, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    void this.#listen()
  }

  /** Started, greeted and ready for calls. */
  static async open(
    command: readonly string[],
    cwd: string,
    env: Record<string, string> = {},
  ): Promise<McpClient> {
    const client = new McpClient(command, cwd, env)
    await client.initialize()
    return client
  }

  get pid(): number {
    return this.#process.pid
  }

  async initialize(): Promise<void> {
    const answer = await this.#request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    })
    if (answer.result === undefined) throw new Error(`initialize failed: ${JSON.stringify(answer)}`)
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const began = performance.now()
    const { result, error } = await this.#request('tools/call', { name, arguments: args })
    const ms = performance.now() - began
    const text = result?.content?.[0]?.text
    if (text === undefined || result?.isError === true)
      throw new Error(`${name} ${JSON.stringify(args)}: ${text ?? JSON.stringify(error)}`)
    return { text, ms }
  }

  /** Resident memory in megabytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#process.stdin.end()
    await this.#process.exited
  }

  #request(method: string, params: unknown): Promise<Message> {
    const id = this.#nextId++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send({ jsonrpc: '2.0', id, method, params })
    })
  }

  #send(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`)
    void this.#process.stdin.flush()
  }

  async #listen(): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of this.#process.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.#take(JSON.parse(line) as Message) // every field of it is optional
    }
    if (this.#closed) return
    for (const answer of this.#waiting.values()) answer({ error: { message: 'the server ended' } })
  }

  #take(message: Message): void {
    if (message.id === undefined) return
    this.#waiting.get(message.id)?.(message)
    this.#waiting.delete(message.id)
  }
}

interface Message {
  readonly id?: number
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[]
    readonly isError?: boolean
  }
  readonly error?: unknown
}

export function serverCommand(binary: string): string[] {
  return [binary, 'mcp', 'start']
}
