/** `history` from request to text: the same for every door. */
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { parseRequest, type QueryOptions } from '../read/read-text.ts'
import { history } from './history.ts'
import { HistoryRequestSchema } from './history-answer.ts'
import { historyRendering } from './render/render-history.ts'
import { renderQuery } from './render/render-query.ts'

export async function historyText(
  options: QueryOptions,
  given: { readonly paths: readonly RepoPath[] } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = parseRequest(HistoryRequestSchema, given)
  const answer = await history(options.session, request, {
    ...options,
    path: asRepoPath(request.paths[0] ?? ''),
  })
  return renderQuery(answer, historyRendering, { budget: request.maxTokens, ...options })
}
