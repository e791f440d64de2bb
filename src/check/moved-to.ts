/** Where code went that left its file in a change: the file of the same change in which its annotation is placed now. */
import { lastPart } from '../outline/anchor-name.ts'
import { namesBefore } from '../place/follow-file.ts'
import { keptByState } from '../place/kept-by-state.ts'
import { matchContent, slotsOfUnit } from '../place/match-content.ts'
import type { Places } from '../place/open-places.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import type { CheckContext } from './check-context.ts'
import type { UnitChange } from './compare-files.ts'
import type { ChangedFile } from './read-changes.ts'
import { visibleRegions } from './visible-regions.ts'

export interface MovedTo {
  readonly file: ChangedFile
  readonly line: number
  /** The unit it is now, as the change sees it. */
  readonly change: UnitChange | undefined
}

export async function movedTo(
  context: CheckContext,
  change: UnitChange,
  regions: readonly PlacedRegion[],
): Promise<MovedTo | undefined> {
  if (change.kind !== 'deleted') return undefined
  const wanted = new Set(regions.map(keyOf))
  for (const file of await context.files()) {
    if (file.isDeleted || !file.units.some(({ kind }) => kind === 'added')) continue
    const about = ['may be in', file.path, ...wanted]
    if (!(await keptByState(context.places, about, () => mayBeIn(context.places, file, regions)))) continue
    for (const one of await visibleRegions(context.places, file.path)) {
      const { currentLines, unit } = one.placement
      if (!wanted.has(keyOf(one)) || currentLines === undefined) continue
      return {
        file,
        line: currentLines.start,
        change: file.units.find(({ lines }) => unit !== undefined && lines?.start === unit.lines.start),
      }
    }
  }
  return undefined
}

/** False only where none of them can be placed: to place all that a file may hold takes far longer than to see that. */
async function mayBeIn(
  { history, placer }: Places,
  { path }: ChangedFile,
  regions: readonly PlacedRegion[],
): Promise<boolean> {
  const names = new Set<string>(namesBefore(history, path))
  const own = regions.filter(({ region }) => names.has(region.file))
  const placed = own.length === 0 ? [] : await placer.placeAnywhere(own)
  if (placed.some(({ placement }) => placement.path === path)) return true
  const today = await placer.headFiles.file(path)
  if (today === undefined) return true
  const prints = placer.printsOf(today).filter((one) => slotsOfUnit(one) !== undefined)
  return regions.some(({ region: { ast_anchor: anchor, trace } }) => {
    // Without a trace, or a name of its own, what it looked like is not known before it is read.
    if (trace?.unit === undefined || anchor === undefined) return prints.length > 0
    const name = lastPart(anchor.name)
    const isNamesake = (at: number) => name !== '' && lastPart(today.units[at]?.name ?? '') === name
    return matchContent(trace.unit, prints, { isSameFile: false, isNamesake }) !== undefined
  })
}

function keyOf({ note, position }: PlacedRegion): string {
  return `${note.target} ${position}`
}
