/** `read` from request to text: the same for every door. */
import * as v from 'valibot'
import { UltragitError } from '../base/errors.ts'
import type { RepoPath } from '../base/ids.ts'
import type { Session } from '../session.ts'
import { read } from './read.ts'
import { ReadRequestSchema } from './read-request.ts'
import { type RenderOptions, renderAnswer } from './render-answer.ts'

export interface QueryOptions extends RenderOptions {
  readonly session: Session
  readonly signal?: AbortSignal | undefined
}

export async function readText(
  options: QueryOptions,
  given: { readonly paths: readonly RepoPath[] } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = parseRequest(ReadRequestSchema, given)
  const answer = await read(options.session, { ...request, paths: [...given.paths] }, options)
  return renderAnswer(answer, { budget: request.maxTokens, keepEmpty: request.keepEmpty, ...options })
}

/** Undefined fields count as absent: both doors fill what they were given. */
export function parseRequest<S extends v.GenericSchema>(
  schema: S,
  given: Readonly<Record<string, unknown>>,
): v.InferOutput<S> {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const parsed = v.safeParse(schema, present)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = issue === undefined ? '' : v.getDotPath(issue)
  throw new UltragitError('usage', `${field ?? 'the request'}: ${issue?.message ?? 'not valid'}`)
}
