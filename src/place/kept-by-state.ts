/** Results that are JSON, kept in the index for as long as the repository stays as it is. */
import { keyOf } from '../store/index.ts'
import type { Places } from './open-places.ts'

/** `about` names the question. In a partial clone an object may come without a trace: there nothing is kept. */
export async function keptByState<T>(
  { session, stateKey }: Places,
  about: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (session.repository.layout.partialClone) return work()
  const { cache } = session.index()
  const key = keyOf(stateKey, ...about)
  const kept = cache.get<{ readonly value: T }>('state', key)
  if (kept !== undefined) return kept.value
  const value = await work()
  cache.put('state', key, { value })
  return value
}
