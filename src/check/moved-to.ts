/** Where code went that left its file in a change: the file of the same change in which its annotation is placed now. */
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

function keyOf({ note, position }: PlacedRegion): string {
  return `${note.target} ${position}`
}
