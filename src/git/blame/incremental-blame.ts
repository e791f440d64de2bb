/**
 * Blame on top of an earlier blame. `cached` is the blame of a path as of X', the last commit that changed it then
 * (`lastChange`). Only the history since is walked; lines that come from before are looked up. A line whose walk ends at
 * another commit than X' (a merge brought in an older version) is blamed on its own, so the result is always exact.
 */
import type { Oid, RepoPath } from '../../base/ids.ts'
import { type LineRange, rangesOf } from '../../base/lines.ts'
import type { BlameHunk, BlameRequest, Repository } from '../repository.ts'

export interface CachedBlame {
  /** X': what `lastChange` said when the blame was made. */
  readonly commit: Oid
  readonly path: RepoPath
  /** The whole file, made with the same `not` and `ignoreRevs`. */
  readonly hunks: readonly BlameHunk[]
}

export async function blameIncrementally(
  repository: Repository,
  request: BlameRequest,
  cached: CachedBlame,
): Promise<readonly BlameHunk[]> {
  const { ranges, ...whole } = request
  const since = {
    ...whole,
    not: [...(request.not ?? []), cached.commit],
    ...(ranges === undefined ? {} : { ranges }),
  }
  const fresh = await repository.blame(since)
  const result: BlameHunk[] = []
  const elsewhere = new Map<string, BlameHunk[]>()
  const lastChanges = new Map<string, Promise<Oid | undefined>>()
  for (const hunk of fresh) {
    if (!hunk.outside) {
      result.push(hunk)
      continue
    }
    const key = `${hunk.commit} ${hunk.path}`
    if (hunk.path === cached.path && (await isCached(hunk, key)))
      result.push(...throughCache(hunk, cached.hunks))
    else elsewhere.set(key, [...(elsewhere.get(key) ?? []), hunk])
  }
  for (const hunks of elsewhere.values()) result.push(...(await blameBoundary(hunks)))
  return result.sort((a, b) => a.start - b.start)

  async function isCached(hunk: BlameHunk, key: string): Promise<boolean> {
    if (hunk.commit === cached.commit) return true
    let last = lastChanges.get(key)
    if (last === undefined) {
      last = repository.lastChange(hunk.commit, hunk.path)
      lastChanges.set(key, last)
    }
    return (await last) === cached.commit
  }

  /** Blames the lines of one boundary commit from there on, and moves the answer to today's lines. */
  async function blameBoundary(hunks: readonly BlameHunk[]): Promise<BlameHunk[]> {
    const [first] = hunks
    if (first === undefined) return []
    const older = await repository.blame({
      ...whole,
      commit: first.commit,
      path: first.path,
      ranges: originalRanges(hunks),
    })
    return hunks.flatMap((hunk) => throughCache(hunk, older))
  }
}

function originalRanges(hunks: readonly BlameHunk[]): LineRange[] {
  const lines = hunks.flatMap(({ originalStart, count }) =>
    Array.from({ length: count }, (_, at) => originalStart + at),
  )
  return rangesOf(lines.sort((a, b) => a - b))
}

/** The owners, in an older blame of the same file, of the lines a hunk took over unchanged. */
function throughCache(hunk: BlameHunk, older: readonly BlameHunk[]): BlameHunk[] {
  const end = hunk.originalStart + hunk.count
  const found: BlameHunk[] = []
  for (const owner of older) {
    const from = Math.max(hunk.originalStart, owner.start)
    const to = Math.min(end, owner.start + owner.count)
    if (from >= to) continue
    found.push({
      ...owner,
      start: hunk.start + (from - hunk.originalStart),
      count: to - from,
      originalStart: owner.originalStart + (from - owner.start),
    })
  }
  return found
}
