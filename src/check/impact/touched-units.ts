/** The units a change touches in one file, each with all that was recorded about it. */
import { effectiveRegion } from '../../annotation/effective-region.ts'
import type { PlacedRegion } from '../../place/place-regions.ts'
import type { UnitChange } from '../compare-files.ts'
import { touchedRegions } from '../find-constraints.ts'
import type { ChangedFile } from '../read-changes.ts'
import { visibleRegions } from '../visible-regions.ts'
import type { ImpactUnit } from './impact-answer.ts'
import type { Comparison } from './open-comparison.ts'

export interface TouchedUnit {
  readonly change: UnitChange
  readonly regions: readonly PlacedRegion[]
  readonly riskNotes: ImpactUnit['risk_notes']
}

export async function touchedUnits({ before, after }: Comparison, file: ChangedFile): Promise<TouchedUnit[]> {
  const groups = new Map<string, { change: UnitChange; regions: Map<string, PlacedRegion> }>()
  for (const change of file.units) groups.set(keyOf(change), { change, regions: new Map() })
  const put = (change: UnitChange, one: PlacedRegion) => {
    const group = groups.get(keyOf(change)) ?? { change, regions: new Map() }
    group.regions.set(`${one.note.target} ${one.position}`, one)
    groups.set(keyOf(change), group)
  }
  const { pathBefore, path } = file
  if (before !== undefined && pathBefore !== undefined)
    for (const { one, change } of touchedRegions(file, await visibleRegions(before, pathBefore)))
      put(change, one)
  // In a range, what its own commits said stands in the new code only.
  if (after !== before)
    for (const one of await visibleRegions(after, path)) {
      const { unit } = one.placement
      const change =
        unit && file.units.find(({ lines, unit: now }) => isSame({ lines, name: now?.name }, unit))
      if (change !== undefined) put(change, one)
    }
  return [...groups.values()].map(({ change, regions }) => {
    const list = [...regions.values()]
    return { change, regions: list, riskNotes: riskNotesOf(list) }
  })
}

function keyOf({ unit, kind, line, linesBefore }: UnitChange): string {
  return unit === undefined ? `line ${line}` : `${kind} ${unit.name} ${linesBefore?.start} ${line}`
}

function isSame(
  change: { readonly lines: UnitChange['lines']; readonly name: string | undefined },
  unit: NonNullable<PlacedRegion['placement']['unit']>,
): boolean {
  return change.name === unit.name && change.lines?.start === unit.lines.start
}

/** Those that no correction took back. */
function riskNotesOf(regions: readonly PlacedRegion[]): ImpactUnit['risk_notes'] {
  const found = new Map<string, ImpactUnit['risk_notes'][number]>()
  for (const { note, region } of regions) {
    const text = effectiveRegion(region).region.risk_notes?.trim() ?? ''
    if (text !== '' && !found.has(text)) found.set(text, { text, commit: note.target })
  }
  return [...found.values()]
}
