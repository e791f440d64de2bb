/**
 * What was recorded about the parts of files that a change touches. A much annotated file has hundreds of regions, and
 * most are about functions that stand untouched: those are passed over by their name, before anything is read or placed.
 */
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { lastPart } from '../outline/anchor-name.ts'
import { bareAnchor } from '../outline/bare-anchor.ts'
import { namesAfter, namesBefore } from '../place/follow-file.ts'
import type { Places } from '../place/open-places.ts'
import { noteRegion, type PlacedRegion } from '../place/place-regions.ts'
import { readHomes } from '../place/read-ahead.ts'
import { isVisible } from '../read/visible-regions.ts'
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

/** All that names one of a file's names, with the last parts of the names of its touched units. */
interface OwnRows {
  readonly names: ReadonlySet<string>
  readonly rows: readonly RegionRow[]
  readonly touched: ReadonlySet<string>
}

export class RegionFinder {
  readonly #places: Places
  #untraced: ReadonlyMap<string, readonly RegionRow[]> | undefined
  readonly #lost = new Map<string, Promise<boolean>>()

  constructor(places: Places) {
    this.#places = places
  }

  /** For each file those with a place in it; some about untouched units may be among them. */
  async about(files: readonly TouchedFile[]): Promise<(readonly PlacedRegion[])[]> {
    const { history, session } = this.#places
    const { rows } = session.index().notes
    const own = files.map(({ path, touched }): OwnRows => {
      const names = namesBefore(history, path)
      return {
        names: new Set<string>(names),
        rows: rows.regionsIn(names),
        touched: new Set(touched.map(lastPart)),
      }
    })
    const namesakes = this.#idsNamed(own.flatMap(({ touched }) => [...touched]))
    const wanted: (readonly RegionRow[] | undefined)[] = []
    for (const [at, one] of own.entries()) {
      // Code that came from another file is only found by its content, which takes looking at all of it.
      const all = (await this.#mayHaveMovedHere(one, namesakes)) ? undefined : files[at]?.all
      wanted.push(all && concerned(one, all))
    }
    const placed = await this.#place(wanted.flatMap((list) => list ?? []))
    const found: (readonly PlacedRegion[])[] = []
    for (const [at, { path }] of files.entries()) {
      const list = wanted[at]
      found.push(
        list === undefined
          ? await visibleRegions(this.#places, path)
          : list
              .flatMap(({ id }) => placed.get(id) ?? [])
              .filter((one) => one.placement.path === path && isVisible(one, { rows, history })),
      )
    }
    return found
  }

  async #place(rows: readonly RegionRow[]): Promise<ReadonlyMap<number, PlacedRegion>> {
    const { placer, session } = this.#places
    const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
    const notes = await session.index().notes.notesOn(unique.map(({ target }) => target))
    const regions = unique.flatMap((row) =>
      noteRegion(notes.get(row.target), row.position).map((one) => ({ ...one, id: row.id })),
    )
    await readHomes(this.#places, regions)
    const placed = await placer.placeAnywhere(regions)
    const ids = new Map(regions.map(({ note, position, id }) => [`${note.target} ${position}`, id]))
    return new Map(placed.map((one) => [ids.get(`${one.note.target} ${one.position}`) ?? 0, one]))
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
    const { head, session, texts } = this.#places
    for (const name of names) {
      const entry = head === undefined ? undefined : await session.repository.entryAt(head, name)
      if (entry?.mode.startsWith('100') !== true) continue
      const text = (await texts.read([entry.oid])).get(entry.oid)
      if (text?.text.includes(part) === true) return false
    }
    return true
  }
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
