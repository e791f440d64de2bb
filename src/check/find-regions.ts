/**
 * What was recorded about the parts of files that a change touches. A much annotated file has hundreds of regions, and
 * most are about functions that stand untouched: those are passed over by their name, before anything is read or placed.
 */
import { asRepoPath, type Oid, type RepoPath } from '../base/ids.ts'
import { lastPart } from '../outline/anchor-name.ts'
import { bareAnchor } from '../outline/bare-anchor.ts'
import { namesAfter, namesBefore } from '../place/follow-file.ts'
import type { Places } from '../place/open-places.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import { loadPlaced, type PlacedRow, placeRows } from '../place/place-rows.ts'
import type { Placement } from '../place/placement.ts'
import { isLeftOut, isVisible } from '../read/visible-regions.ts'
import type { RegionRow } from '../store/note-rows.ts'
import { nameNumber } from '../store/print-block.ts'
import { visibleRegions } from './visible-regions.ts'

export interface TouchedFile {
  readonly path: RepoPath
  /** Units that the change touches, by their names in this text. */
  readonly touched: readonly string[]
  /** All units of the text. */
  readonly all: readonly string[]
}

/** What was recorded about a file, with its place there; what it says is loaded for those who have to know. */
export interface FoundRegion {
  readonly target: Oid
  readonly placement: Placement
  readonly load: PlacedRow | PlacedRegion
}

/** All that names one of a file's names, with the last parts of the names of its touched units. */
interface OwnRows {
  readonly names: ReadonlySet<string>
  readonly rows: readonly RegionRow[]
  readonly touched: ReadonlySet<string>
}

export class RegionFinder {
  readonly #places: Places
  readonly #isOwn: (target: Oid) => boolean
  #untraced: ReadonlyMap<string, readonly RegionRow[]> | undefined
  readonly #lost = new Map<string, Promise<boolean>>()

  /** `isOwn`: a commit of the change. What it says of itself is no record of the code before it, wherever it is placed there. */
  constructor(places: Places, isOwn: (target: Oid) => boolean) {
    this.#places = places
    this.#isOwn = isOwn
  }

  /** For each file those with a place in it; some about untouched units may be among them. */
  async about(files: readonly TouchedFile[]): Promise<(readonly FoundRegion[])[]> {
    const { history, session } = this.#places
    const index = session.index()
    const own = index.together(() =>
      files.map(({ path, touched }): OwnRows => {
        const names = namesBefore(history, path)
        return {
          names: new Set<string>(names),
          rows: index.notes.rows.regionsIn(names),
          touched: new Set(touched.map(lastPart)),
        }
      }),
    )
    const namesakes = this.#idsNamed(own.flatMap(({ touched }) => [...touched]))
    const wanted: (readonly RegionRow[] | undefined)[] = []
    for (const [at, one] of own.entries()) {
      // Code that came from another file is only found by its content, which takes looking at all of it.
      const all = (await this.#mayHaveMovedHere(one, namesakes)) ? undefined : files[at]?.all
      wanted.push(all && concerned(one, all).filter(({ target }) => !this.#isOwn(target)))
    }
    const placed = await placeRows(
      this.#places,
      wanted.flatMap((list) => list ?? []),
    )
    const found: (readonly FoundRegion[])[] = []
    for (const [at, { path }] of files.entries()) {
      const list = wanted[at]
      found.push(
        list === undefined
          ? (await visibleRegions(this.#places, path))
              .map(asFound)
              .filter(({ target }) => !this.#isOwn(target))
          : await this.#visible(list.flatMap(({ id }) => placed.get(id) ?? []).filter(isIn(path))),
      )
    }
    return found
  }

  /** Of regions that HEAD does not reach it takes their annotation to tell. */
  async #visible(placed: readonly PlacedRow[]): Promise<FoundRegion[]> {
    const { history, session } = this.#places
    const { rows } = session.index().notes
    const unreachable = placed.filter(({ age }) => age === undefined)
    const loaded = await loadPlaced(this.#places, unreachable)
    const ones = new Map(unreachable.map((row, at) => [row, loaded[at]]))
    return placed.flatMap((row) => {
      const one = ones.get(row)
      if (one !== undefined) return isVisible(one, { rows, history }) ? [asFound(one)] : []
      if (row.age === undefined || isLeftOut(row.placement)) return []
      return [{ target: row.row.target, placement: row.placement, load: row }]
    })
  }

  /** What they say, in their order. */
  async load(found: readonly FoundRegion[]): Promise<PlacedRegion[]> {
    const rows = found.flatMap(({ load }) => ('row' in load ? [load] : []))
    const loaded = (await loadPlaced(this.#places, rows)).values()
    return found.flatMap(({ load }) => ('row' in load ? (loaded.next().value ?? []) : [load]))
  }

  /** A region of the same name, in another file that has lost it. */
  async #mayHaveMovedHere(
    { names, rows, touched }: OwnRows,
    namesakes: ReadonlyMap<number, readonly number[]>,
  ): Promise<boolean> {
    const own = new Set(rows.map(({ id }) => id))
    for (const part of touched) {
      const ids = namesakes.get(nameNumber(part))?.filter((id) => !own.has(id)) ?? []
      for (const row of this.#rowsNamed(part, ids))
        if (!names.has(row.file) && (await this.#isLost(row, part))) return true
    }
    return false
  }

  /** Regions that may have one of these names, by its number: only such as are long enough to be known by their content. */
  #idsNamed(parts: readonly string[]): ReadonlyMap<number, readonly number[]> {
    const { ids, names } = this.#places.session.index().prints()
    const found = new Map<number, number[]>(parts.map((part) => [nameNumber(part), []]))
    for (let at = 0; at < ids.length; at++) found.get(names[at] ?? 0)?.push(ids[at] ?? 0)
    return found
  }

  #rowsNamed(part: string, traced: readonly number[]): RegionRow[] {
    const index = this.#places.session.index()
    this.#untraced ??= Map.groupBy(index.untraced(), ({ anchor }) => lastPart(anchor ?? ''))
    const untraced = this.#untraced.get(part) ?? []
    const rows = traced.length === 0 ? untraced : [...index.notes.rows.regionsById(traced), ...untraced]
    return rows.filter(({ anchor }) => anchor !== null && lastPart(anchor) === part)
  }

  #isLost(row: RegionRow, part: string): Promise<boolean> {
    const { history } = this.#places
    const age = history.commits.get(row.target)?.age
    const key = `${row.file}\0${part}\0${age}`
    let known = this.#lost.get(key)
    if (known === undefined) {
      known = this.#isNowhere(namesAfter(history, asRepoPath(row.file), age), part)
      this.#lost.set(key, known)
    }
    return known
  }

  async #isNowhere(names: readonly RepoPath[], part: string): Promise<boolean> {
    const { entries, texts } = this.#places
    for (const name of names) {
      const entry = await entries.at(name)
      if (entry?.mode.startsWith('100') !== true) continue
      const text = (await texts.read([entry.oid])).get(entry.oid)
      if (text?.text.includes(part) === true) return false
    }
    return true
  }
}

function asFound(one: PlacedRegion): FoundRegion {
  return { target: one.note.target, placement: one.placement, load: one }
}

function isIn(path: RepoPath): (one: PlacedRow) => boolean {
  return ({ placement }) => placement.path === path
}

/** Those that name a touched unit, or none that stands: only they can be placed in what was touched. */
function concerned({ rows, touched }: OwnRows, all: readonly string[]): RegionRow[] {
  const standing = new Set(all.map(lastPart))
  return rows.filter(({ anchor }) => {
    if (anchor === null) return true
    const part = lastPart(bareAnchor(anchor))
    return touched.has(part) || !standing.has(part)
  })
}
