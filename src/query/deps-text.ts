/** `deps` from request to text: the same for every door. */
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { parseRequest, type QueryOptions } from '../read/read-text.ts'
import { deps } from './deps.ts'
import { DepsRequestSchema } from './deps-answer.ts'
import { depsRendering } from './render/render-deps.ts'
import { renderQuery } from './render/render-query.ts'

export async function depsText(
  options: QueryOptions,
  given: { readonly paths: readonly RepoPath[] } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = parseRequest(DepsRequestSchema, given)
  const answer = await deps(options.session, request, {
    ...options,
    path: asRepoPath(request.paths[0] ?? ''),
  })
  return renderQuery(answer, depsRendering, { budget: request.maxTokens, ...options })
}
