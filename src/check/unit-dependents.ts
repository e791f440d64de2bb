/** Who declares assumptions about a changed unit. */
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import { namesBefore } from '../place/follow-file.ts'
import type { Places } from '../place/open-places.ts'
import { type Dependent, findDependents } from '../read/find-dependents.ts'
import { isVisible } from '../read/visible-regions.ts'
import type { UnitChange } from './compare-files.ts'
import type { RecordedDependent } from './finding.ts'
import type { ChangedFile } from './read-changes.ts'

/** Those that still stand somewhere, under any name of the file and the unit; not the unit itself. */
export async function unitDependents(
  places: Places,
  file: ChangedFile,
  change: UnitChange,
): Promise<readonly Dependent[]> {
  return (await dependentsOf(places, file, [change])).get(change) ?? []
}

/** The same for all changes of a file at once: each dependent is there once, under the first change it is about. */
export async function dependentsOf(
  places: Places,
  { path, pathBefore }: ChangedFile,
  changes: readonly UnitChange[],
): Promise<ReadonlyMap<UnitChange, readonly Dependent[]>> {
  const { rows } = places.session.index().notes
  const paths = new Set([path, pathBefore].filter((one) => one !== undefined))
  const found = new Map<string, { readonly change: UnitChange; readonly dependent: Dependent }>()
  for (const one of paths) {
    if (rows.dependentsOn(namesBefore(places.history, one)).length === 0) continue
    // No unit has an empty name: only what relies on the whole file is found by it.
    const names = [...changes.flatMap(namesOf), '']
    for (const dependent of await findDependents(places, { path: one, names })) {
      if (!isVisible(dependent, { rows, history: places.history })) continue
      const change = changes.find((each) => isAbout(dependent, each) && !isItself(dependent, paths, each))
      if (change !== undefined) found.set(dependentKey(dependent), { change, dependent })
    }
  }
  const byChange = Map.groupBy(found.values(), ({ change }) => change)
  return new Map([...byChange].map(([change, list]) => [change, list.map(({ dependent }) => dependent)]))
}

function namesOf({ unit, nameBefore }: UnitChange): string[] {
  return [unit?.name, nameBefore].filter((name) => name !== undefined)
}

function isAbout({ dependency }: Dependent, change: UnitChange): boolean {
  const { anchor } = dependency
  if (anchor === undefined || anchor === '') return true
  return namesOf(change).some((name) => isQualifiedSuffix(anchor, name))
}

function isItself({ placement }: Dependent, paths: ReadonlySet<string>, change: UnitChange): boolean {
  const { path, unit } = placement
  return path !== undefined && unit !== undefined && paths.has(path) && namesOf(change).includes(unit.name)
}

function dependentKey({ note, position, dependency }: Dependent): string {
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
