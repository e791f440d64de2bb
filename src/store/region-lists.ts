/** What must be looked through as a whole to find where code went, kept in memory and carried on with the notes. */
import type { Database } from 'bun:sqlite'
import type { NoteRows, RegionRow } from './note-rows.ts'
import { loadPrintBlock, type PrintBlock, type StatedBlock } from './print-block.ts'
import { isSameState, type RegionState, regionChange, regionState } from './region-state.ts'

export class RegionLists {
  readonly #db: Database
  readonly #view: number
  readonly #rows: NoteRows
  #prints: StatedBlock | undefined
  #untraced: { readonly state: RegionState; readonly rows: readonly RegionRow[] } | undefined

  constructor(db: Database, view: number, rows: NoteRows) {
    this.#db = db
    this.#view = view
    this.#rows = rows
  }

  /** Fingerprints of all regions that have one written. */
  prints(): PrintBlock {
    const known = this.#prints
    if (known !== undefined && this.#isCurrent(known.state)) return known.block
    const source = { db: this.#db, view: this.#view, rows: this.#rows }
    this.#prints = this.#db.transaction(() => loadPrintBlock(source, known))()
    return this.#prints.block
  }

  /** All regions without one. */
  untraced(): readonly RegionRow[] {
    if (this.#untraced === undefined || !this.#isCurrent(this.#untraced.state))
      this.#untraced = this.#db.transaction(() => this.#loadUntraced())()
    return this.#untraced.rows
  }

  #loadUntraced(): { readonly state: RegionState; readonly rows: readonly RegionRow[] } {
    const known = this.#untraced
    const { state, removed } = regionChange(this.#db, this.#view, known?.state)
    if (known === undefined || removed === undefined) return { state, rows: this.#rows.untraced(0) }
    const came = this.#rows.untraced(known.state.made)
    const stayed = removed.size === 0 ? known.rows : known.rows.filter(({ id }) => !removed.has(id))
    const rows = came.length === 0 ? stayed : [...stayed, ...came].sort(compareRegions)
    return { state, rows }
  }

  #isCurrent(state: RegionState): boolean {
    return isSameState(state, regionState(this.#db, this.#view))
  }
}

/** The order the index gives them in. */
function compareRegions(a: RegionRow, b: RegionRow): number {
  return a.target < b.target ? -1 : a.target > b.target ? 1 : a.position - b.position
}
