/**
 * Which regions came and went since an earlier look, whoever wrote them: ids only ever grow, and what was removed is
 * listed for a while. A list of all regions is carried on with this in the time of the change, not of the list.
 */
import type { Database } from 'bun:sqlite'

export interface RegionState {
  /** No region has a larger id. */
  readonly made: number
  /** How many were ever removed. */
  readonly removed: number
}

export interface RegionChange {
  readonly state: RegionState
  /** Ids of those that went; those that came have ids above the earlier `made`. Undefined: nobody knows any more. */
  readonly removed: ReadonlySet<number> | undefined
}

/** How many removals are listed: whoever looks less often than that reads all again. */
export const mostListed = 10_000

export function regionState(db: Database, view: number): RegionState {
  const row = db
    .query<RegionState, [number]>(
      `select (select ifnull(max(seq), 0) from sqlite_sequence where name = 'region') as made, removed
       from view where id = ?`,
    )
    .get(view)
  return row ?? { made: 0, removed: 0 }
}

/** In a transaction with whatever is read because of it. */
export function regionChange(db: Database, view: number, earlier: RegionState | undefined): RegionChange {
  const state = regionState(db, view)
  if (earlier === undefined) return { state, removed: undefined }
  const rows = db
    .query<{ region: number }, [number, number]>(
      'select region from removed_region where view = ? and at > ?',
    )
    .all(view, earlier.removed)
  const isComplete = rows.length === state.removed - earlier.removed
  return { state, removed: isComplete ? new Set(rows.map(({ region }) => region)) : undefined }
}

export function isSameState(a: RegionState, b: RegionState): boolean {
  return a.made === b.made && a.removed === b.removed
}
