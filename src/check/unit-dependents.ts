/** Who declares assumptions about a changed unit. */
import type { RepoPath } from '../base/ids.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import type { Places } from '../place/open-places.ts'
import {
  type DependencyTarget,
  type Dependent,
  findAllDependents,
  findDependents,
} from '../read/find-dependents.ts'
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
  const paths = pathsOf(file)
  const found: Dependent[] = []
  for (const path of paths) found.push(...(await findDependents(places, targetAt(path, [change]))))
  return assign(places, { file, changes: [change] }, found).get(change) ?? []
}

/** The same for all changes of many files at once: each dependent is there once, under the first change it is about. */
export async function dependentsOf(
  places: Places,
  files: readonly ChangedFile[],
): Promise<ReadonlyMap<UnitChange, readonly Dependent[]>[]> {
  const targets = files.map((file) => pathsOf(file).map((path) => targetAt(path, file.units)))
  const found = (await findAllDependents(places, targets.flat())).values()
  return files.map((file, at) =>
    assign(
      places,
      { file, changes: file.units },
      (targets[at] ?? []).flatMap(() => found.next().value ?? []),
    ),
  )
}

function pathsOf({ path, pathBefore }: ChangedFile): RepoPath[] {
  return [...new Set([path, pathBefore])].filter((one) => one !== undefined)
}

/** No unit has an empty name: only what relies on the whole file is found by it. */
function targetAt(path: RepoPath, changes: readonly UnitChange[]): DependencyTarget {
  return { path, names: [...changes.flatMap(namesOf), ''] }
}

function assign(
  { history, session }: Places,
  { file, changes }: { readonly file: ChangedFile; readonly changes: readonly UnitChange[] },
  dependents: readonly Dependent[],
): ReadonlyMap<UnitChange, readonly Dependent[]> {
  const { rows } = session.index().notes
  const paths = new Set<string>(pathsOf(file))
  const found = new Map<string, { readonly change: UnitChange; readonly dependent: Dependent }>()
  for (const dependent of dependents) {
    if (!isVisible(dependent, { rows, history })) continue
    const change = changes.find((each) => isAbout(dependent, each) && !isItself(dependent, paths, each))
    if (change !== undefined) found.set(dependentKey(dependent), { change, dependent })
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
