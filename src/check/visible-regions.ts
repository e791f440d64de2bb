/** What a reader is told about a file, at a commit: all regions that have a place in it and are not taken over by others. */
import type { Oid, RepoPath } from '../base/ids.ts'
import { findMoved } from '../place/find-moved.ts'
import { namesBefore } from '../place/follow-file.ts'
import { gatherRegions, remember } from '../place/gather-regions.ts'
import { keptByState } from '../place/kept-by-state.ts'
import type { Places } from '../place/open-places.ts'
import { noteRegion, type PlacedRegion } from '../place/place-regions.ts'
import { loadPlaced, placeRows } from '../place/place-rows.ts'
import type { Placement } from '../place/placement.ts'
import { isVisible } from '../read/visible-regions.ts'

/** None where the commit has no such file. */
export async function visibleRegions(places: Places, path: RepoPath): Promise<readonly PlacedRegion[]> {
  const { history, session } = places
  const { rows } = session.index().notes
  const regions = await remember(places, ['regions', path], () => regionsIn(places, path))
  return regions.filter((one) => isVisible(one, { rows, history }))
}

interface KeptRegion {
  readonly target: Oid
  readonly position: number
  readonly placement: Placement
}

/** Those that belong to the file, gone ones included, and those that came from others. */
async function regionsIn(places: Places, path: RepoPath): Promise<readonly PlacedRegion[]> {
  const { history, session } = places
  const kept = await keptByState(places, ['regions', path], async () => {
    const placed = await placeIn(places, path)
    return placed.map(
      ({ note, position, placement }): KeptRegion => ({ target: note.target, position, placement }),
    )
  })
  const notes = await session.index().notes.notesOn(kept.map(({ target }) => target))
  return kept.flatMap(({ target, position, placement }) => {
    const [one] = noteRegion(notes.get(target), position)
    const age = history.commits.get(target)?.age
    return one === undefined ? [] : [{ ...one, placement, isReachable: age !== undefined, age }]
  })
}

async function placeIn(places: Places, path: RepoPath): Promise<readonly PlacedRegion[]> {
  const { entries, history, placer, session } = places
  const entry = await entries.at(path)
  if (entry?.mode.startsWith('100') !== true) return []
  const file = await placer.headFiles.file(path)
  // There it is said what is wrong with it.
  if (file === undefined) return (await gatherRegions(places, path, { withBlame: false })).regions
  const rows = session.index().notes.rows.regionsIn(namesBefore(history, path))
  const placed = await placeRows(places, rows)
  const own = rows.flatMap(({ id }) => placed.get(id) ?? []).filter(({ home }) => home === path)
  const loaded = (await loadPlaced(places, own)).filter((one) => one !== undefined)
  return [...loaded, ...(await findMoved(placer, file, loaded))]
}
