/** `summary` from request to text: the same for every door. */
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { parseRequest, type QueryOptions } from '../read/read-text.ts'
import { renderQuery } from './render/render-query.ts'
import { summaryRendering } from './render/render-summary.ts'
import { summary } from './summary.ts'
import { SummaryRequestSchema } from './summary-answer.ts'

export async function summaryText(
  options: QueryOptions & { readonly onProgress?: ((done: number, total: number) => void) | undefined },
  given: { readonly paths: readonly RepoPath[] } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = parseRequest(SummaryRequestSchema, given)
  const answer = await summary(options.session, request, {
    ...options,
    path: asRepoPath(request.paths[0] ?? ''),
  })
  return renderQuery(answer, summaryRendering, { budget: request.maxTokens, ...options })
}
