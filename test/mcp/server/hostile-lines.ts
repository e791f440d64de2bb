/** Lines no client should send, among those it should: the same from the same seed. And what each must come to. */
import type { Random } from '../../support/random.ts'

type Id = string | number

export interface Expectation {
  /** How often each id is to be answered. */
  readonly answers: ReadonlyMap<Id, number>
  /** Of these an answer may be missing. */
  readonly cancelled: ReadonlySet<Id>
  /** Answers to what has no readable id. */
  readonly anonymous: number
}

const tools = ['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary', 'ultragit_none']
const paths = [
  'README.md',
  'src/client.ts',
  'nothing.ts',
  '',
  'src',
  '../..',
  '/etc/passwd',
  'a\u0000b',
  '💥',
]

export class HostileLines {
  readonly #random: Random
  #nextId = 1

  constructor(random: Random) {
    this.#random = random
  }

  /** Some go together: a request and its cancellation, an id used twice. */
  next(): Uint8Array[] {
    const random = this.#random
    const kind = random.next()
    if (kind < 0.25) return [this.#line(this.#request())]
    if (kind < 0.37) return [this.#truncated()]
    if (kind < 0.52) return [this.#mutated()]
    if (kind < 0.58) return [this.#binary()]
    if (kind < 0.6) return [this.#deep()]
    if (kind < 0.602) return [this.#huge()]
    if (kind < 0.68) return [this.#line({ ...this.#request(), id: random.pick(wrongIds) })]
    if (kind < 0.73) return this.#twice()
    if (kind < 0.78) return [this.#line(random.pick([[], [this.#request()], [this.#request(), 5]]))]
    if (kind < 0.88) return this.#cancelled()
    if (kind < 0.94) return [this.#line(random.pick(unanswered))]
    return [
      this.#line(random.pick([null, 5, 'text', {}, { jsonrpc: '2.0' }, { id: this.#id(), method: 'ping' }])),
    ]
  }

  #id(): Id {
    const id = this.#nextId++
    return this.#random.chance(0.3) ? `id ${id} ü` : id
  }

  #request(): Record<string, unknown> {
    const random = this.#random
    const base = { jsonrpc: '2.0', id: this.#id() }
    const kind = random.next()
    if (kind < 0.5) return { ...base, method: 'ping' }
    if (kind < 0.55) return { ...base, method: 'tools/list' }
    if (kind < 0.65)
      return { ...base, method: random.pick(['no/method', '', '__proto__', 'toString', 'rpc.discover']) }
    if (kind < 0.75) return { ...base, method: 'tools/call', params: random.pick(wrongParams) }
    return { ...base, method: 'tools/call', params: this.#call() }
  }

  #call(): Record<string, unknown> {
    const random = this.#random
    return {
      name: random.pick(tools),
      arguments: {
        path: random.pick(paths),
        ...(random.chance(0.3) ? { anchor: random.pick(['connect', 'x', 5, '']) } : {}),
        ...(random.chance(0.2) ? { lines: random.pick(['1:3', '9:1', 'x', {}]) } : {}),
        ...(random.chance(0.2) ? { limit: random.pick([1, 0, -1, 1e300]) } : {}),
      },
    }
  }

  #truncated(): Uint8Array {
    const line = this.#line(this.#request())
    return line.subarray(0, this.#random.int(1, line.length - 1))
  }

  #mutated(): Uint8Array {
    const line = this.#line(this.#request())
    for (let times = this.#random.int(1, 4); times > 0; times--)
      line[this.#random.int(0, line.length - 1)] = byteOf(this.#random)
    return line
  }

  #binary(): Uint8Array {
    return Uint8Array.from({ length: this.#random.int(1, 300) }, () => byteOf(this.#random))
  }

  #deep(): Uint8Array {
    const depth = this.#random.pick([100, 5_000, 100_000])
    const nested = `${'['.repeat(depth)}${']'.repeat(this.#random.chance(0.7) ? depth : depth - 1)}`
    return Buffer.from(`{"jsonrpc":"2.0","id":${this.#nextId++},"method":"ping","params":{"deep":${nested}}}`)
  }

  #huge(): Uint8Array {
    const filling = 'x'.repeat(this.#random.int(500_000, 3_000_000))
    return this.#line({ jsonrpc: '2.0', id: this.#id(), method: 'ping', params: { filling } })
  }

  #twice(): Uint8Array[] {
    const [one, other] = [this.#request(), this.#request()]
    return [this.#line(one), this.#line({ ...other, id: one.id })]
  }

  #cancelled(): Uint8Array[] {
    const id = this.#id()
    const call = this.#line({ jsonrpc: '2.0', id, method: 'tools/call', params: this.#call() })
    const cancel = this.#line({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason: 'torture' },
    })
    return this.#random.pick([
      [call, cancel],
      [call, this.#line(this.#request()), cancel],
      [cancel, call, cancel, cancel],
    ])
  }

  #line(value: unknown): Uint8Array {
    return Buffer.from(JSON.stringify(value))
  }
}

const wrongIds = [null, 1.5, true, [], {}, 1e300]
const wrongParams = [[], 'x', 5, {}, { name: 5 }, { name: 'ultragit_read', arguments: [] }, { _meta: 5 }]
const unanswered = [
  { jsonrpc: '2.0', method: 'notifications/whatever', params: { a: [1] } },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'nobody' } },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: [] },
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'x' } },
]

/** Any byte but the one that ends a line. */
function byteOf(random: Random): number {
  const byte = random.int(0, 255)
  return byte === 10 ? 32 : byte
}

/** What the contract says about each line, worked out without the server. */
export function expectationOf(lines: Iterable<Uint8Array>): Expectation {
  const answers = new Map<Id, number>()
  const cancelled = new Set<Id>()
  let anonymous = 0
  for (const line of lines) {
    const value = parsedLine(line)
    if (value === 'blank') continue
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      anonymous += 1
      continue
    }
    const { id, method, params, jsonrpc } = value as Record<string, unknown> // a plain object of JSON
    if (method === undefined && ('result' in value || 'error' in value)) continue
    const isId = typeof id === 'string' || Number.isSafeInteger(id)
    const isCall = jsonrpc === '2.0' && typeof method === 'string'
    if (isId) answers.set(id as Id, (answers.get(id as Id) ?? 0) + 1)
    else if (!isCall || 'id' in value) anonymous += 1
    else if (method === 'notifications/cancelled') {
      const requestId = (params as { requestId?: Id } | undefined)?.requestId
      if (requestId !== undefined) cancelled.add(requestId)
    }
  }
  return { answers, cancelled, anonymous }
}

function parsedLine(line: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line)
    return text.trim() === '' ? 'blank' : JSON.parse(text)
  } catch {
    return undefined
  }
}
