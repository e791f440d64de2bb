/** The index of one repository and notes ref: annotations, history and results of earlier work, kept in step. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RecentMap } from '../git/objects/recent-map.ts'
import type { Repository } from '../git/repository.ts'
import { askTogether } from './ask-together.ts'
import { Cache } from './cache.ts'
import { HistoryStates } from './history-states.ts'
import type { RegionRow } from './note-rows.ts'
import { NotesView } from './notes-view.ts'
import type { Store } from './open-store.ts'
import type { PrintBlock } from './print-block.ts'
import { RegionLists } from './region-lists.ts'

export interface RefreshOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

const mostMemories = 500

export class Index {
  readonly notes: NotesView
  readonly history: HistoryStates
  readonly cache: Cache
  readonly store: Store
  /** Results that live as long as this process, under keys that name all they depend on. */
  readonly memo = new RecentMap<string, unknown>(mostMemories)
  readonly #repository: Repository
  readonly #regions: RegionLists
  #present = false
  #tips = ''

  constructor(store: Store, repository: Repository, notesRef: string) {
    this.store = store
    this.#repository = repository
    this.cache = new Cache(store.db)
    this.notes = new NotesView(store.db, repository, { ref: notesRef, cache: this.cache })
    this.history = new HistoryStates(store.db, repository, this.notes.id, this.notes.rows)
    this.#regions = new RegionLists(store.db, this.notes.id, this.notes.rows)
  }

  /** Brings everything up to the refs as they stand; to be called once at the start of each query. */
  async refresh(options: RefreshOptions = {}): Promise<void> {
    await this.#checkWorld()
    const { present, tips } = await this.notes.refresh({
      ...options,
      onChange: (change) => this.history.applyChange(change),
    })
    this.#present = present
    this.#tips = tips
  }

  /** Whether the notes stand as the index knows them. */
  isFresh(): Promise<boolean> {
    return this.notes.isFresh()
  }

  /** The notes ref, or a remote's copy of it, exists. */
  get isPresent(): boolean {
    return this.#present
  }

  /** Names the state of the notes: part of the key of whatever depends on them. */
  get notesKey(): string {
    return this.#tips
  }

  /** Many questions in a row take half as long when all are about one state of the file. Nothing may be written meanwhile. */
  together<T>(ask: () => T): T {
    return askTogether(this.store.db, ask)
  }

  /** Fingerprints of all regions that have one written. */
  prints(): PrintBlock {
    return this.#regions.prints()
  }

  /** All regions without one. */
  untraced(): readonly RegionRow[] {
    return this.#regions.untraced()
  }

  /** Deepening a shallow clone or replacing an object changes history under the same names. */
  async #checkWorld(): Promise<void> {
    const { layout } = this.#repository
    const shallow = await readFile(join(layout.commonDir, 'shallow'), 'latin1').catch(() => '')
    const replaced = await this.#repository.listRefs('refs/replace/')
    const facts = [shallow, ...replaced.map(({ name, oid }) => `${name} ${oid}`)]
    const world =
      facts.join('') === '' ? '-' : new Bun.CryptoHasher('sha256').update(facts.join('\n')).digest('hex')
    const { db } = this.store
    const known = db
      .query<{ world: string }, [number]>('select world from view where id = ?')
      .get(this.notes.id)
    if (known?.world === world) return
    db.transaction(() => {
      if (known?.world !== '') {
        this.history.forget()
        this.cache.clear()
      }
      db.query('update view set world = ? where id = ?').run(world, this.notes.id)
    }).immediate()
  }

  close(): void {
    this.cache.flush()
    this.store.close()
  }
}

/** A short name for a list of texts, for use in cache keys. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return new Bun.CryptoHasher('sha1').update(parts.join('\0')).digest('hex')
}
