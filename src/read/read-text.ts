/** `read` from request to text: the same for every door. */
import * as v from 'valibot'
import { UltragitError } from '../base/errors.ts'
import type { RepoPath } from '../base/ids.ts'
import { openPlaces, type Places } from '../place/open-places.ts'
import { readToday } from '../place/today-file.ts'
import type { Session } from '../session.ts'
import { isInScope } from './include-path.ts'
import { read } from './read.ts'
import { type ReadRequest, ReadRequestSchema } from './read-request.ts'
import { type RenderOptions, renderAnswer } from './render-answer.ts'

export interface QueryOptions extends RenderOptions {
  readonly session: Session
  readonly signal?: AbortSignal | undefined
}

export async function readText(
  options: QueryOptions,
  given: { readonly paths: readonly RepoPath[] } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const { session } = options
  const request = { ...parseRequest(ReadRequestSchema, given), paths: [...given.paths] }
  const places = await openPlaces(session, { rev: request.rev, signal: options.signal })
  const key = await answerKey(options, places, request)
  const known = session.index().memo.get(key)
  if (typeof known === 'string') return known
  const answer = await read(session, request, { signal: options.signal, places })
  const text = renderAnswer(answer, { budget: request.maxTokens, keepEmpty: request.keepEmpty, ...options })
  session.index().memo.set(key, text)
  return text
}

/**
 * Everything an answer depends on: the request, the settings, the state of the repository and the texts of the files. An
 * agent asks the same again and again while none of them changes.
 */
async function answerKey(
  options: QueryOptions,
  places: Places,
  request: ReadRequest & { readonly paths: readonly RepoPath[] },
): Promise<string> {
  const { session, format, color, width } = options
  const files: unknown[] = []
  for (const path of request.paths) {
    if (!isInScope(session.config, path)) continue
    const { text, headPath, source, notes, committed } = await readToday({ ...places, ...session }, path)
    files.push([path, headPath, text.key, committed?.key ?? null, source, notes])
  }
  const settings = [[...session.config.values], session.config.warnings]
  return JSON.stringify([
    'read',
    request,
    format,
    color,
    width,
    places.stateKey,
    places.notes,
    settings,
    files,
  ])
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
