/** What an impact is worked out from: the code before, the code after, and what differs. */
import type { Oid } from '../../base/ids.ts'
import { openPlaces, type Places } from '../../place/open-places.ts'
import type { Session } from '../../session.ts'
import type { Env } from '../change-range.ts'
import { findRange } from '../find-range.ts'
import { type ChangeSource, rangeChanges, storedChanges } from '../read-changes.ts'
import { worktreeChanges } from './worktree-changes.ts'

export interface ComparisonRequest {
  readonly source: 'range' | 'staged' | 'worktree'
  readonly range?: string | undefined
  readonly env: Env
  readonly signal?: AbortSignal | undefined
}

export interface Comparison {
  /** Undefined: there was no code before. */
  readonly before: Places | undefined
  /** Where the reasons stand that hold for the new code: HEAD, as long as it is not committed. */
  readonly after: Places
  readonly changes: ChangeSource
  readonly base: Oid | undefined
  readonly name: string | undefined
}

export async function openComparison(session: Session, request: ComparisonRequest): Promise<Comparison> {
  const { repository } = session
  const { signal } = request
  if (request.source === 'range') {
    const range = await findRange(repository, request)
    // The newer state first: the index carries a state on to a descendant and forgets the older one.
    const after = await openPlaces(session, { rev: range.head, signal })
    const before =
      range.base === undefined ? undefined : await openPlaces(session, { rev: range.base, signal })
    const changes = storedChanges(after.texts, await rangeChanges(repository, range))
    return { before, after, changes, base: range.base, name: range.name }
  }
  const { oid } = await repository.head()
  const places = await openPlaces(session, { rev: oid, signal })
  const changes =
    request.source === 'staged'
      ? storedChanges(places.texts, await repository.stagedChanges())
      : await worktreeChanges(repository, places.texts)
  return { before: places, after: places, changes, base: oid, name: undefined }
}
