/** The arguments of a call as they are meant. What is wrong is said in a sentence an agent can act on. */
import { UltragitError } from '../../base/errors.ts'
import type { LineRange } from '../../base/lines.ts'
import { parseLines } from '../../place/parse-target.ts'
import type { InputSchema } from './tool.ts'

export interface ToolArguments {
  readonly path: string
  readonly anchor?: string
  readonly lines?: LineRange
  readonly limit?: number
  readonly maxTokens?: number
}

/** Unknown arguments are ignored; null and an empty text count as not given. */
export function parseArguments(schema: InputSchema, given: Readonly<Record<string, unknown>>): ToolArguments {
  const known = Object.keys(schema.properties).filter((name) => !isAbsent(given[name]))
  if (!known.includes('path')) throw new UltragitError('usage', 'Missing required argument: path')
  if (known.includes('anchor') && known.includes('lines'))
    throw new UltragitError('usage', "send either 'anchor' or 'lines', not both")
  return Object.assign({}, ...known.map((name) => arguments_[name]?.(given[name])))
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

const arguments_: Readonly<Record<string, (value: unknown) => Partial<ToolArguments>>> = {
  path: (value) => ({ path: text('path', value, 'src/client.ts') }),
  anchor: (value) => ({ anchor: text('anchor', value, 'MqttClient::connect') }),
  lines: (value) => ({ lines: lineRange(text('lines', value, '42:67')) }),
  limit: (value) => ({ limit: wholeNumber('limit', value, 1) }),
  max_tokens: (value) => ({ maxTokens: wholeNumber('max_tokens', value, 0) }),
}

function text(name: string, value: unknown, example: string): string {
  if (typeof value === 'string') return value
  throw new UltragitError('usage', `'${name}' must be a string, such as '${example}'`)
}

function lineRange(typed: string): LineRange {
  const range = parseLines(typed)
  if (range !== undefined && range.start >= 1 && range.start <= range.end) return range
  throw new UltragitError('usage', "'lines' must be START:END, counted from 1, such as '42:67'")
}

function wholeNumber(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value
  throw new UltragitError('usage', `'${name}' must be a whole number, ${least} or more`)
}
