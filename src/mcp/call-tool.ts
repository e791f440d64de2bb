/** One call of a tool, from the arguments as sent to the result. What the caller can mend is a result; a bug is thrown. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { UltragitError } from '../base/errors.ts'
import type { Session } from '../session.ts'
import { parseArguments } from './tools/parse-arguments.ts'
import type { Tool, ToolCall } from './tools/tool.ts'

export interface CallContext extends Pick<ToolCall, 'signal' | 'onProgress'> {
  /** Opens the repository a path belongs to for as long as the work takes. */
  withSession<T>(path: string, signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T>
}

export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  { withSession, signal, onProgress }: CallContext,
): Promise<CallToolResult> {
  try {
    const parsed = parseArguments(tool.inputSchema, given)
    const text = await withSession(parsed.path, signal, (session) =>
      tool.answer({ session, given: parsed, signal, onProgress }),
    )
    return { content: [{ type: 'text', text }] }
  } catch (error) {
    if (!(error instanceof UltragitError) || error.code === 'bug') throw error
    return { content: [{ type: 'text', text: failureText(error) }], isError: true }
  }
}

/** The sentences agents know by heart stand alone; others bring the way out with them. */
function failureText({ message, hint }: UltragitError): string {
  const isPlain = hint === undefined || message.startsWith('File not found: ')
  return isPlain ? message : `${message}\nhint: ${hint}`
}
