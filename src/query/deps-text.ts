/** `deps` from request to text: the same for every door. */
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { parseRequest, type QueryOptions } from '../read/read-text.ts'
import { deps } from './deps.ts'
import { DepsRequestSchema } from './deps-answer.ts'
import { renderDeps } from './render-deps.ts'

export async function depsText(
  options: QueryOptions,
  given: { readonly paths: readonly RepoPath[] } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = parseRequest(DepsRequestSchema, given)
  const answer = await deps(options.session, request, {
    ...options,
    path: asRepoPath(request.paths[0] ?? ''),
  })
  return renderDeps(answer, { budget: request.maxTokens, ...options })
}
