/** Who relies on this: regions anywhere whose recorded dependencies name the file, and the anchor, in scope. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import type { SemanticDependency } from '../annotation/schema.ts'
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import { namesAfter, namesBefore } from '../place/follow-file.ts'
import { RegionTimes, remember } from '../place/gather-regions.ts'
import type { NoteRegion } from '../place/load-bases.ts'
import type { Places } from '../place/open-places.ts'
import { type LocatedRegion, noteRegion, type PlacedRegion } from '../place/place-regions.ts'
import { placeRows } from '../place/place-rows.ts'
import { readHomes } from '../place/read-ahead.ts'
import type { RegionRow } from '../store/note-rows.ts'

export interface DependencyTarget {
  /** Its name in HEAD. */
  readonly path: RepoPath
  /** Undefined: the whole file. Otherwise the names of the units, and the anchor as asked. */
  readonly names: readonly string[] | undefined
}

/** Where a dependent is in its file, or only which file that is. */
export type Dependent<Place extends LocatedRegion = PlacedRegion> = Place & {
  readonly dependency: SemanticDependency
}

/** The same dependent from several commits is there once, as its newest annotation has it. */
export async function findDependents(places: Places, target: DependencyTarget): Promise<Dependent[]> {
  return remember(places, ['dependents', target.path, JSON.stringify(target.names ?? null)], async () => {
    const [found] = await findAllDependents(places, [target])
    return found ?? []
  })
}

/** The same, only in which files they are. */
export async function locateDependents(
  places: Places,
  target: DependencyTarget,
): Promise<Dependent<LocatedRegion>[]> {
  const about = ['located dependents', target.path, JSON.stringify(target.names ?? null)]
  return remember(places, about, async () => {
    const locate: Place<LocatedRegion> = async (regions) => {
      await readHomes(places, regions)
      return places.placer.locateAnywhere(regions)
    }
    const [found] = await dependentsOf(places, [target], locate)
    return found ?? []
  })
}

/** The same for many targets, whose dependents are read and placed together. */
export async function findAllDependents(
  places: Places,
  targets: readonly DependencyTarget[],
): Promise<Dependent[][]> {
  return dependentsOf(places, targets, async (regions) => {
    const rows = await placeRows(
      places,
      regions.map(({ row }) => row),
    )
    return regions.flatMap(({ row, ...one }): PlacedRegion[] => {
      const { placement, age } = rows.get(row.id) ?? {}
      return placement === undefined ? [] : [{ ...one, placement, isReachable: age !== undefined, age }]
    })
  })
}

/** A region, with its address in the index. */
type NamingRegion = NoteRegion & { readonly row: RegionRow }
type Place<T extends LocatedRegion> = (regions: readonly NamingRegion[]) => Promise<T[]>

async function dependentsOf<T extends LocatedRegion>(
  places: Places,
  targets: readonly DependencyTarget[],
  place: Place<T>,
): Promise<Dependent<T>[][]> {
  const { history, session } = places
  const index = session.index()
  const { notes } = index
  const wanted = index.together(() =>
    targets.map((target) => {
      const names = namesBefore(history, target.path)
      return { target, names: new Set<string>(names), rows: notes.rows.dependentsOn(names) }
    }),
  )
  const read = await notes.notesOn(wanted.flatMap(({ rows }) => rows.map(({ target }) => target)))
  const naming = wanted.map(({ rows, ...asked }) =>
    rows
      .flatMap((row) => noteRegion(read.get(row.target), row.position).map((one) => ({ ...one, row })))
      .filter(({ note, region }) => {
        const age = history.commits.get(note.target)?.age
        return dependencyOn(asked, region, { history, age }) !== undefined
      }),
  )
  const placed = await placeEach(naming, place)
  const times = await RegionTimes.load(session.repository, placed.flat())
  return placed.map((list, at) => {
    const asked = wanted[at]
    return asked === undefined ? [] : newestOf(list, asked, { history, times })
  })
}

/** What is in several lists is placed once. */
async function placeEach<T extends LocatedRegion>(
  lists: readonly (readonly NamingRegion[])[],
  place: Place<T>,
): Promise<(readonly T[])[]> {
  const regions = new Map(lists.flat().map((one) => [keyOf(one), one]))
  const placed = await place([...regions.values()])
  const byKey = new Map(placed.map((one) => [keyOf(one), one]))
  return lists.map((list) => list.flatMap((one) => byKey.get(keyOf(one)) ?? []))
}

function keyOf({ note, position }: NoteRegion): string {
  return `${note.target} ${position}`
}

interface Asked {
  readonly target: DependencyTarget
  /** All names the file has had. */
  readonly names: ReadonlySet<string>
}

function newestOf<T extends LocatedRegion>(
  placed: readonly T[],
  asked: Asked,
  { history, times }: { readonly history: Places['history']; readonly times: RegionTimes },
): Dependent<T>[] {
  const newest = new Map<string, Dependent<T>>()
  for (const one of placed.toSorted((a, b) => times.newestFirst(a, b))) {
    const dependency = dependencyOn(asked, one.region, { history, age: one.age })
    const key = `${one.placement.path ?? one.region.file}\0${one.region.ast_anchor?.name ?? ''}`
    if (dependency !== undefined && !newest.has(key)) newest.set(key, { ...one, dependency })
  }
  return [...newest.values()]
}

/** The first of a region's dependencies that is about the target. */
function dependencyOn(
  { target, names }: Asked,
  region: PlacedRegion['region'],
  { history, age }: { readonly history: Places['history']; readonly age: number | undefined },
): SemanticDependency | undefined {
  return dependenciesOf(region).find(({ file, anchor }) => {
    if (!names.has(file) || !namesAfter(history, asRepoPath(file), age).includes(target.path)) return false
    if (anchor === undefined || anchor === '' || target.names === undefined) return true
    return target.names.some((name) => isQualifiedSuffix(anchor, name))
  })
}

function dependenciesOf(region: PlacedRegion['region']): readonly SemanticDependency[] {
  return effectiveRegion(region).region.semantic_dependencies ?? []
}
