/** An error answer of the protocol itself, given before any tool is asked. */

export interface Refusal {
  readonly jsonrpc: '2.0'
  /** Null where the message was too broken to have one. */
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string; readonly data?: RefusalData }
}

interface RefusalData {
  /** The parameter that is wrong: `name`, `clientInfo.version`. */
  readonly parameter: string
}

export function refusal(id: Refusal['id'], code: number, message: string, data?: RefusalData): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
