/** Who relies on this: regions anywhere whose recorded dependencies name the file, and the anchor, in scope. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import type { SemanticDependency } from '../annotation/schema.ts'
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import { namesAfter, namesBefore } from '../place/follow-file.ts'
import { RegionTimes, remember } from '../place/gather-regions.ts'
import type { Places } from '../place/open-places.ts'
import { noteRegion, type PlacedRegion } from '../place/place-regions.ts'

export interface DependencyTarget {
  /** Its name in HEAD. */
  readonly path: RepoPath
  /** Undefined: the whole file. Otherwise the names of the units, and the anchor as asked. */
  readonly names: readonly string[] | undefined
}

export interface Dependent extends PlacedRegion {
  readonly dependency: SemanticDependency
}

/** The same dependent from several commits is there once, as its newest annotation has it. */
export async function findDependents(places: Places, target: DependencyTarget): Promise<Dependent[]> {
  return remember(places, ['dependents', target.path, JSON.stringify(target.names ?? null)], () =>
    searchDependents(places, target),
  )
}

async function searchDependents(places: Places, target: DependencyTarget): Promise<Dependent[]> {
  const { history, placer, session } = places
  const { rows } = session.index().notes
  const names = new Set<string>(namesBefore(history, target.path))
  const found = rows.dependentsOn([...names] as RepoPath[]) // paths from the history of renames
  const notes = await session.index().notes.notesOn(found.map(({ target: commit }) => commit))
  const naming = found
    .flatMap(({ target: commit, position }) => noteRegion(notes.get(commit), position))
    .filter(({ note, region }) => {
      const age = history.commits.get(note.target)?.age
      return dependenciesOf(region).some((one) => names.has(one.file) && isAbout(one, age))
    })
  const placed = await placer.placeAnywhere(naming)
  const times = await RegionTimes.load(session.repository, placed)
  const newest = new Map<string, Dependent>()
  for (const one of placed.toSorted((a, b) => times.newestFirst(a, b))) {
    const dependency = dependenciesOf(one.region).find(
      (each) => names.has(each.file) && isAbout(each, one.age),
    )
    const key = `${one.placement.path ?? one.region.file}\0${one.region.ast_anchor?.name ?? ''}`
    if (dependency !== undefined && !newest.has(key)) newest.set(key, { ...one, dependency })
  }
  return [...newest.values()]

  function isAbout({ file, anchor }: SemanticDependency, age: number | undefined): boolean {
    if (!namesAfter(history, asRepoPath(file), age).includes(target.path)) return false
    if (anchor === undefined || anchor === '' || target.names === undefined) return true
    return target.names.some((name) => isQualifiedSuffix(anchor, name))
  }
}

function dependenciesOf(region: PlacedRegion['region']): readonly SemanticDependency[] {
  return effectiveRegion(region).region.semantic_dependencies ?? []
}
