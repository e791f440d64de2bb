/** The server as a host runs it: the compiled binary at the other end of a pipe, spoken to byte by byte. */
import type { Subprocess } from 'bun'
import { binaryPath } from '../../support/binary.ts'

export interface Message {
  readonly jsonrpc: string
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Result
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

type Result = Record<string, unknown> & {
  readonly content?: readonly { readonly type: string; readonly text: string }[]
  readonly isError?: boolean
}

export interface ProcessOptions {
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Another program than the binary, in front of `mcp start`. */
  readonly command?: readonly string[]
}

export class ServerProcess {
  readonly messages: Message[] = []
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #reading: Promise<void>
  readonly #stderr: Promise<string>
  #waiting: { matches: (message: Message) => boolean; resolve: (message: Message) => void }[] = []
  #rest = ''
  #nextId = 1

  constructor({ cwd, args = [], env, command = [binaryPath()] }: ProcessOptions) {
    this.#child = Bun.spawn([...command, 'mcp', 'start', ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    this.#reading = this.#read()
    this.#stderr = new Response(this.#child.stderr).text()
  }

  get pid(): number {
    return this.#child.pid
  }

  sendBytes(bytes: string | Uint8Array): void {
    this.#child.stdin.write(bytes)
    this.#child.stdin.flush()
  }

  /** Waits until the server takes it. */
  async sendSlowly(bytes: Uint8Array): Promise<void> {
    this.#child.stdin.write(bytes)
    await this.#child.stdin.flush()
  }

  send(message: unknown): void {
    this.sendBytes(`${JSON.stringify(message)}\n`)
  }

  notify(method: string, params?: Record<string, unknown>): void {
    this.send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
  }

  /** Sends a request without waiting, gives its id. */
  ask(method: string, params?: Record<string, unknown>): number {
    const id = this.#nextId++
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
    return id
  }

  request(method: string, params?: Record<string, unknown>): Promise<Message> {
    return this.answer(this.ask(method, params))
  }

  answer(id: string | number | null): Promise<Message> {
    return this.next((message) => message.id === id)
  }

  /** The first message that matches, among those that came or are to come. */
  next(matches: (message: Message) => boolean): Promise<Message> {
    const known = this.messages.find(matches)
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve) => this.#waiting.push({ matches, resolve }))
  }

  async initialize(protocolVersion = '2025-11-25'): Promise<Message> {
    const answer = await this.request('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    this.notify('notifications/initialized')
    return answer
  }

  call(name: string, given: Record<string, unknown>): Promise<Message> {
    return this.request('tools/call', { name, arguments: given })
  }

  closeInput(): void {
    this.#child.stdin.end()
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Waits for the end; what is left on standard output is no whole message. */
  async ended(): Promise<{ status: number | null; stderr: string; rest: string }> {
    await this.#child.exited
    await this.#reading
    return { status: this.#child.exitCode, stderr: await this.#stderr, rest: this.#rest }
  }

  close(): ReturnType<ServerProcess['ended']> {
    this.closeInput()
    return this.ended()
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const chunk of this.#child.stdout) {
      const lines = (this.#rest + decoder.decode(chunk, { stream: true })).split('\n')
      this.#rest = lines.pop() ?? ''
      for (const line of lines) this.#receive(JSON.parse(line))
    }
  }

  #receive(message: Message): void {
    this.messages.push(message)
    const [ready, waiting] = [
      this.#waiting.filter(({ matches }) => matches(message)),
      this.#waiting.filter(({ matches }) => !matches(message)),
    ]
    this.#waiting = waiting
    for (const { resolve } of ready) resolve(message)
  }
}

export function textOf(message: Message): string {
  return message.result?.content?.[0]?.text ?? ''
}
