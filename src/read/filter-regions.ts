/** The filters of a request, applied before superseded regions are folded. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import { parseTimestamp } from '../annotation/parse-timestamp.ts'
import { UltragitError } from '../base/errors.ts'
import type { Places } from '../place/open-places.ts'
import type { ReadRequest } from './read-request.ts'
import type { ScoredRegion } from './score-regions.ts'
import { isVisible } from './visible-regions.ts'

export async function filterRegions(
  places: Places,
  regions: readonly ScoredRegion[],
  request: ReadRequest,
): Promise<ScoredRegion[]> {
  const { rows } = places.session.index().notes
  const since = request.since === undefined ? undefined : await parseSince(places, request.since)
  return regions.filter((one) => {
    if (!request.all && !isVisible(one, { rows, history: places.history })) return false
    if (since !== undefined && !since(one)) return false
    const { tags = [] } = effectiveRegion(one.region).region
    if (request.tags.length > 0 && !tags.some((tag) => request.tags.includes(tag))) return false
    const level = one.note.annotation.context_level ?? 'enhanced'
    if (request.contextLevel !== undefined && level !== request.contextLevel) return false
    return one.score.confidence >= request.minConfidence
  })
}

/** A date, or a commit: then what is newer than it, by ancestry where that can be told. */
async function parseSince(
  { session, history }: Places,
  since: string,
): Promise<(one: Pick<ScoredRegion, 'age' | 'writtenAt'>) => boolean> {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(since) ? parseTimestamp(`${since}T00:00:00Z`) : parseTimestamp(since)
  if (day !== undefined) return ({ writtenAt }) => writtenAt !== undefined && writtenAt * 1000 >= day
  const oid = await session.repository.resolve(since)
  if (oid === undefined)
    throw new UltragitError('usage', `'${since}' is neither a date nor a commit`, {
      hint: 'such as 2026-01-31, 2026-01-31T12:00:00Z, v1.2 or HEAD~20',
    })
  const age = history.commits.get(oid)?.age
  const seconds = (await session.repository.readCommits([oid])).get(oid)?.committer.seconds ?? 0
  return (one) =>
    age !== undefined && one.age !== undefined ? one.age > age : (one.writtenAt ?? 0) >= seconds
}
