/** What a check needs of the file in which GitHub Actions describes the event. Whatever is odd about it counts as absent. */
import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import type { Env } from '../change-range.ts'
import type { CiEvent } from './ci-system.ts'

const largestFile = 16 * 1024 * 1024

const text = v.fallback(v.optional(v.string()), undefined)
const EventSchema = v.object({
  before: text,
  merge_group: v.fallback(v.optional(v.object({ base_sha: text })), undefined),
  pull_request: v.fallback(
    v.optional(v.object({ base: v.fallback(v.optional(v.object({ sha: text })), undefined) })),
    undefined,
  ),
  repository: v.fallback(v.optional(v.object({ default_branch: text })), undefined),
})

export async function readCiEvent(env: Env): Promise<CiEvent> {
  const file = env.GITHUB_EVENT_PATH
  if (file === undefined || file === '') return {}
  const size = (await stat(file).catch(() => undefined))?.size
  if (size === undefined || size > largestFile) return {}
  const event = v.safeParse(EventSchema, parse(await readFile(file, 'utf8').catch(() => '')))
  if (!event.success) return {}
  const { before, merge_group, pull_request, repository } = event.output
  return {
    before,
    baseSha: merge_group?.base_sha ?? pull_request?.base?.sha,
    defaultBranch: repository?.default_branch,
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
