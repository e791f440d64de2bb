/** One line of input as a message, or as the refusal to answer it with. */
import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server'
import { checkParams } from './check-params.ts'
import type { Line } from './line-splitter.ts'
import { isRecord, type Refusal, refusal } from './refusal.ts'

export type Parsed =
  | { readonly kind: 'request'; readonly message: JSONRPCRequest }
  | { readonly kind: 'notification'; readonly message: JSONRPCNotification }
  /** Nothing to do and nothing to say. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly answer: Refusal }

const decoder = new TextDecoder('utf-8', { fatal: true })

export function parseLine(line: Line): Parsed {
  if (line === 'too_long') return refused(refusal(null, -32600, 'Invalid Request: the line is too long'))
  let value: unknown
  try {
    const text = decoder.decode(line)
    // Between two newlines nothing was said.
    if (text.trim() === '') return { kind: 'ignored' }
    value = JSON.parse(text)
  } catch {
    return refused(refusal(null, -32700, 'Parse error'))
  }
  return parseValue(value)
}

function parseValue(value: unknown): Parsed {
  if (Array.isArray(value))
    return refused(
      refusal(null, -32600, 'Invalid Request: batches are not supported, send one message a line'),
    )
  if (!isRecord(value)) return refused(refusal(null, -32600, 'Invalid Request'))
  // The server asks nothing, so there is no answer to wait for.
  if (!('method' in value) && ('result' in value || 'error' in value)) return { kind: 'ignored' }
  const { id, method, params } = value
  const known = isRequestId(id) ? id : null
  if (value.jsonrpc !== '2.0')
    return refused(refusal(known, -32600, "Invalid Request: jsonrpc must be '2.0'"))
  if (typeof method !== 'string')
    return refused(refusal(known, -32600, 'Invalid Request: method must be a string'))
  if ('id' in value && known === null)
    return refused(refusal(null, -32600, 'Invalid Request: id must be a string or a whole number'))
  if (known === null) return parseNotification(method, params)
  const answer = checkParams(known, method, params)
  if (answer !== undefined) return refused(answer)
  return { kind: 'request', message: { jsonrpc: '2.0', id: known, method, ...given(params) } }
}

/** A malformed notification is not answered either. */
function parseNotification(method: string, params: unknown): Parsed {
  if (params !== undefined && !isRecord(params)) return { kind: 'ignored' }
  return { kind: 'notification', message: { jsonrpc: '2.0', method, ...given(params) } }
}

/** `checkParams` and `parseNotification` let nothing but an object through. */
function given(params: unknown): { params?: Record<string, unknown> } {
  return isRecord(params) ? { params } : {}
}

function isRequestId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function refused(answer: Refusal): Parsed {
  return { kind: 'refused', answer }
}
