/**
 * Where regions are, from what the index says of them. A region that was placed in the same text before is neither decoded
 * nor read again: its id stands for all that it says, for the index gives no id out twice.
 */
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import type { TreeEntry } from '../git/repository.ts'
import type { RegionRow } from '../store/note-rows.ts'
import { namesAfter } from './follow-file.ts'
import { judgeRegion } from './judge-region.ts'
import type { NoteRegion } from './load-bases.ts'
import type { Places } from './open-places.ts'
import { noteRegion, type PlacedRegion } from './place-regions.ts'
import { nowhere, type Placement } from './placement.ts'
import { readHomes } from './read-ahead.ts'

export interface PlacedRow {
  readonly row: RegionRow
  readonly placement: Placement
  /** The file of HEAD it belongs to, whatever is left of it there. */
  readonly home: RepoPath | undefined
  /** Undefined when HEAD does not reach its commit. */
  readonly age: number | undefined
}

interface Wanted {
  readonly row: RegionRow
  readonly age: number | undefined
  /** Under which its placement is kept; undefined when that may not last. */
  readonly key: string | undefined
  /** The only file it can be in. */
  readonly home: RepoPath | undefined
}

/** Each in its own file as HEAD has it, by the ids of the rows. What moved to another file counts as gone. */
export async function placeRows(
  places: Places,
  rows: readonly RegionRow[],
): Promise<ReadonlyMap<number, PlacedRow>> {
  const index = places.session.index()
  const placed = new Map<number, PlacedRow>()
  const missing: Wanted[] = []
  const described = await Promise.all(distinct(rows).map((row) => describe(places, row)))
  index.together(() => {
    for (const wanted of described) {
      const { row, age, key, home } = wanted
      const known = key === undefined ? undefined : index.cache.get<Placement>('placement', key)
      if (known === undefined) missing.push(wanted)
      else placed.set(row.id, { row, placement: known, home, age })
    }
  })
  for await (const one of placeMissing(places, missing)) placed.set(one.row.id, one)
  return placed
}

/** The regions themselves, for those who have to know what they say. */
export async function loadPlaced(
  { session }: Places,
  placed: readonly PlacedRow[],
): Promise<(PlacedRegion | undefined)[]> {
  const notes = await session.index().notes.notesOn(placed.map(({ row }) => row.target))
  return placed.map(({ row, placement, age }) => {
    const [one] = noteRegion(notes.get(row.target), row.position)
    return one && { ...one, placement, isReachable: age !== undefined, age }
  })
}

function distinct(rows: readonly RegionRow[]): RegionRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Two files under names it may have today are told apart by what can be read of them now: that is not kept. */
async function describe({ history, entries }: Places, row: RegionRow): Promise<Wanted> {
  const age = history.commits.get(row.target)?.age
  if (age === undefined) return { row, age, key: undefined, home: undefined }
  const files: TreeEntry[] = []
  for (const name of namesAfter(history, asRepoPath(row.file), age)) {
    const entry = await entries.at(name)
    if (entry?.mode.startsWith('100') === true) files.push(entry)
  }
  const [home, ...others] = files
  const isOnly = others.length === 0
  return {
    row,
    age,
    key: isOnly ? JSON.stringify([row.id, home?.path, home?.oid]) : undefined,
    home: isOnly ? home?.path : undefined,
  }
}

async function* placeMissing(places: Places, missing: readonly Wanted[]): AsyncGenerator<PlacedRow> {
  if (missing.length === 0) return
  const { placer, session } = places
  const { notes, cache } = session.index()
  const read = await notes.notesOn(missing.map(({ row }) => row.target))
  const wanted = new Map<NoteRegion, Wanted>()
  for (const one of missing)
    for (const region of noteRegion(read.get(one.row.target), one.row.position)) wanted.set(region, one)
  await readHomes(places, wanted.keys())
  for await (const [one, base] of placer.eachBase([...wanted.keys()])) {
    const asked = wanted.get(one)
    if (asked === undefined) continue
    const { row, age, key, home } = asked
    const file = await placer.ownFile(one, base)
    const { placement, isFinal } =
      file === undefined
        ? { placement: nowhere('gone'), isFinal: home === undefined }
        : await judgeRegion(placer, one, base, file)
    if (key !== undefined && isFinal) cache.put('placement', key, placement)
    yield { row, placement, home: file?.path, age }
  }
}
