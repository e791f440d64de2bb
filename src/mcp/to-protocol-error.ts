/** Whatever was thrown, as the protocol may show it: its own errors, parameters by name, and nothing of our insides. */
import { ProtocolError } from '@modelcontextprotocol/server'
import { isRecord } from './transport/refusal.ts'

export function toProtocolError(error: unknown, reportBug: (error: unknown) => void): ProtocolError {
  const issue = firstIssue(error)
  if (issue !== undefined)
    return new ProtocolError(-32602, `Invalid params: ${issue.parameter}: ${issue.problem}`, {
      parameter: issue.parameter,
    })
  if (error instanceof ProtocolError && error.code !== -32603) return error
  reportBug(error)
  return new ProtocolError(-32603, 'Internal error')
}

/** The SDK says what its schemas found as a JSON list within the message. */
function firstIssue(error: unknown): { parameter: string; problem: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const list = /\[[\s\S]*\]$/.exec(error.message)?.[0]
  if (list === undefined) return undefined
  try {
    const [issue]: unknown[] = JSON.parse(list)
    if (!isRecord(issue) || !Array.isArray(issue.path) || typeof issue.message !== 'string') return undefined
    const path = issue.path.map(String)
    const parameter = (path[0] === 'params' ? path.slice(1) : path).join('.')
    return { parameter: parameter === '' ? 'params' : parameter, problem: issue.message }
  } catch {
    return undefined
  }
}
