/** Who declares assumptions about a changed unit. */
import type { Places } from '../place/open-places.ts'
import { type Dependent, findDependents } from '../read/find-dependents.ts'
import { isVisible } from '../read/visible-regions.ts'
import type { UnitChange } from './compare-files.ts'
import type { RecordedDependent } from './finding.ts'
import type { ChangedFile } from './read-changes.ts'

/** Those that still stand somewhere, under any name of the file and the unit; not the unit itself. */
export async function unitDependents(
  places: Places,
  { path, pathBefore }: ChangedFile,
  { unit, nameBefore }: UnitChange,
): Promise<Dependent[]> {
  const { rows } = places.session.index().notes
  const names = [unit?.name, nameBefore].filter((name) => name !== undefined)
  const paths = new Set([path, pathBefore].filter((one) => one !== undefined))
  const found = new Map<string, Dependent>()
  for (const one of paths) {
    // No unit has an empty name: only what relies on the whole file is found by it.
    const dependents = await findDependents(places, { path: one, names: unit === undefined ? [''] : names })
    for (const dependent of dependents) {
      if (!isVisible(dependent, { rows, history: places.history })) continue
      const { placement } = dependent
      const isItself =
        placement.path !== undefined &&
        paths.has(placement.path) &&
        names.includes(placement.unit?.name ?? '')
      if (!isItself) found.set(dependentKey(dependent), dependent)
    }
  }
  return [...found.values()]
}

export function dependentKey({ note, position, dependency }: Dependent): string {
  return `${note.target} ${position} ${dependency.anchor ?? ''}`
}

export function recordedDependent({ note, region, placement, dependency }: Dependent): RecordedDependent {
  const anchor = placement.unit?.name ?? region.ast_anchor?.name
  return {
    file: placement.path ?? region.file,
    ...(anchor === undefined ? {} : { anchor }),
    ...(dependency.nature === undefined ? {} : { nature: dependency.nature }),
    commit: note.target,
  }
}
