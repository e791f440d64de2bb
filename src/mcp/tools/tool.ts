/** A tool of the server: what a client is told about it, and what it does. */
import type { Session } from '../../session.ts'
import type { ToolArguments } from './parse-arguments.ts'

export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments, as it is listed. */
  readonly inputSchema: InputSchema
  /** The answer: the text the CLI prints with `--format json`. */
  answer(call: ToolCall): Promise<string>
}

export interface InputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, InputProperty>>
  readonly required: readonly string[]
}

type InputProperty = { readonly type: 'string' | 'integer'; readonly description: string }

export interface ToolCall {
  readonly session: Session
  readonly given: ToolArguments
  readonly signal: AbortSignal
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}
