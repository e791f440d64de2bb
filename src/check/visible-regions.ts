/** What a reader is told about a file, at a commit: all regions that have a place in it and are not taken over by others. */
import type { RepoPath } from '../base/ids.ts'
import { gatherRegions } from '../place/gather-regions.ts'
import type { Places } from '../place/open-places.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import { isVisible } from '../read/visible-regions.ts'

/** None where the commit has no such file. */
export async function visibleRegions(places: Places, path: RepoPath): Promise<readonly PlacedRegion[]> {
  const { head, history, session } = places
  const entry = head === undefined ? undefined : await session.repository.entryAt(head, path)
  if (entry?.mode.startsWith('100') !== true) return []
  const { regions } = await gatherRegions(places, path, { withBlame: false })
  const { rows } = session.index().notes
  return regions.filter((one) => isVisible(one, { rows, history }))
}
