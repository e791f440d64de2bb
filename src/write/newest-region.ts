/** The newest region about a piece of code as it is today. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import { regionKey } from '../annotation/region-identity.ts'
import type { Annotation, Region } from '../annotation/schema.ts'
import { UltragitError } from '../base/errors.ts'
import type { Oid, RepoPath } from '../base/ids.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import { gatherRegions, RegionTimes } from '../place/gather-regions.ts'
import { openPlaces } from '../place/open-places.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import type { Scope } from '../place/resolve-scope.ts'
import type { Session } from '../session.ts'

export interface FoundRegion {
  readonly target: Oid
  /** Finds it again in the note as it is when it is written. */
  readonly key: string
  readonly region: Region
  /** As it was read, remotes' copies included. */
  readonly annotation: Annotation
}

export interface RegionWanted {
  readonly path: RepoPath
  readonly anchor: string | undefined
  /** Only regions with a flag nobody has resolved. */
  readonly flagged: boolean
}

export async function newestRegionFor(session: Session, wanted: RegionWanted): Promise<FoundRegion> {
  const { path, anchor, flagged } = wanted
  const places = await openPlaces(session, {})
  const { scope, regions } = await gatherRegions(places, path, { anchor, withBlame: false })
  if (anchor !== undefined && scope.anchor === undefined)
    throw new UltragitError('not_found', `'${anchor}' is not in '${path}'`, { hint: scope.notes.at(-1) })
  const about = regions
    .filter((one) => one.placement.status !== 'gone' && isAbout(scope, one))
    .filter(({ region }) => !flagged || effectiveRegion(region).openFlags.length > 0)
  const times = await RegionTimes.load(session.repository, about)
  const [newest] = about.sort((a, b) => times.newestFirst(a, b))
  if (newest === undefined) throw nothingFound(wanted)
  const { note, region } = newest
  return { target: note.target, key: regionKey(note.annotation, region), region, annotation: note.annotation }
}

function isAbout({ isWholeFile, units, anchor }: Scope, { region, placement }: PlacedRegion): boolean {
  if (isWholeFile) return true
  const { unit } = placement
  if (
    unit !== undefined &&
    units.some(({ name, lines }) => name === unit.name && lines.start === unit.lines.start)
  )
    return true
  const name = region.ast_anchor?.name
  return unit === undefined && name !== undefined && anchor !== undefined && isQualifiedSuffix(anchor, name)
}

function nothingFound({ path, anchor, flagged }: RegionWanted): UltragitError {
  const subject = anchor === undefined ? `'${path}'` : `'${anchor}' in '${path}'`
  return new UltragitError(
    'not_found',
    flagged ? `no open flag on ${subject}` : `nothing is annotated about ${subject}`,
    { hint: `ultragit read ${path}${anchor === undefined ? '' : ` ${anchor}`}` },
  )
}
