/**
 * What was recorded about the parts of a file that a change touches. A much annotated file has hundreds of regions, and most
 * are about functions that stand untouched: those are passed over by their name, before anything is read or placed.
 */
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { lastPart } from '../outline/anchor-name.ts'
import { bareAnchor } from '../outline/bare-anchor.ts'
import { namesAfter, namesBefore } from '../place/follow-file.ts'
import type { Places } from '../place/open-places.ts'
import { noteRegion, type PlacedRegion } from '../place/place-regions.ts'
import { isVisible } from '../read/visible-regions.ts'
import type { RegionRow } from '../store/note-rows.ts'
import { nameNumber } from '../store/print-block.ts'
import { visibleRegions } from './visible-regions.ts'

export interface TouchedNames {
  /** Units that the change touches, by their names in this text. */
  readonly touched: readonly string[]
  /** All units of the text. */
  readonly all: readonly string[]
}

export class RegionFinder {
  readonly #places: Places
  #traced: ReadonlyMap<number, readonly number[]> | undefined
  #untraced: ReadonlyMap<string, readonly RegionRow[]> | undefined
  readonly #lost = new Map<string, Promise<boolean>>()

  constructor(places: Places) {
    this.#places = places
  }

  /** Those with a place in the file; some about untouched units may be among them. */
  async about(path: RepoPath, { touched, all }: TouchedNames): Promise<readonly PlacedRegion[]> {
    const { history, placer, session } = this.#places
    const { notes } = session.index()
    const names = namesBefore(history, path)
    const touchedParts = new Set(touched.map(lastPart))
    // Code that came from another file is only found by its content, which takes looking at all of it.
    if (await this.#mayHaveMovedHere(new Set<string>(names), touchedParts))
      return visibleRegions(this.#places, path)
    const standing = new Set(all.map(lastPart))
    const rows = notes.rows.regionsIn(names).filter(({ anchor }) => {
      const part = anchor === null ? '' : lastPart(bareAnchor(anchor))
      return anchor === null || touchedParts.has(part) || !standing.has(part)
    })
    const read = await notes.notesOn(rows.map(({ target }) => target))
    const regions = rows.flatMap(({ target, position }) => noteRegion(read.get(target), position))
    const placed = await placer.placeAnywhere(regions)
    return placed.filter(
      (one) => one.placement.path === path && isVisible(one, { rows: notes.rows, history }),
    )
  }

  /** A region of the same name, in another file that has lost it. */
  async #mayHaveMovedHere(names: ReadonlySet<string>, parts: ReadonlySet<string>): Promise<boolean> {
    for (const part of parts)
      for (const row of this.#rowsNamed(part))
        if (!names.has(row.file) && (await this.#isLost(row, part))) return true
    return false
  }

  /** Only such as are long enough to be known by their content. */
  #rowsNamed(part: string): RegionRow[] {
    const index = this.#places.session.index()
    if (this.#traced === undefined) {
      const { ids, names } = index.prints()
      const positions = Map.groupBy(ids.keys(), (at) => names[at] ?? 0)
      this.#traced = new Map([...positions].map(([name, list]) => [name, list.map((at) => ids[at] ?? 0)]))
    }
    this.#untraced ??= Map.groupBy(index.untraced(), ({ anchor }) => lastPart(anchor ?? ''))
    const traced = index.notes.rows.regionsById(this.#traced.get(nameNumber(part)) ?? [])
    return [...traced, ...(this.#untraced.get(part) ?? [])].filter(
      ({ anchor }) => anchor !== null && lastPart(anchor) === part,
    )
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
