/** Notes as annotations: held in memory, and in the index for whoever will ask about the same ones again. */
import type { Database } from 'bun:sqlite'
import { parseJson } from '../annotation/parse-json.ts'
import type { Oid } from '../base/ids.ts'
import { RecentMap } from '../git/objects/recent-map.ts'
import { askTogether } from './ask-together.ts'
import type { Cache } from './cache.ts'
import { mergeSources } from './merge-sources.ts'
import type { NoteRows } from './note-rows.ts'
import { parseSources, type Sources } from './note-sources.ts'
import type { Note } from './notes-view.ts'

export interface NoteSources {
  readonly db: Database
  readonly cache: Cache
  readonly rows: NoteRows
  /** Of the notes ref, below `refs/notes/`. */
  readonly name: string
  readonly readBlobs: (sources: readonly Sources[]) => Promise<ReadonlyMap<Oid, Uint8Array>>
}

interface MissingNote {
  readonly id: number
  readonly target: Oid
  readonly sources: string
}

type KeptNote = Pick<Note, 'annotation' | 'origins' | 'repaired'>

const mostInMemory = 1_000

export class DecodedNotes {
  readonly #from: NoteSources
  /** By target and sources: another note has another key. */
  readonly #memory = new RecentMap<string, Note>(mostInMemory)
  #isKeeping = false

  constructor(from: NoteSources) {
    this.#from = from
  }

  /** From now on what is decoded stays in the index: for questions about hundreds of notes that will be asked again. */
  keep(): void {
    this.#isKeeping = true
  }

  /** The annotations on these commits; a commit without a readable one is left out. */
  async on(targets: Iterable<Oid>): Promise<ReadonlyMap<Oid, Note>> {
    const { db, name, readBlobs } = this.#from
    const { found, missing } = askTogether(db, () => this.#known(targets))
    const blobs = await readBlobs(missing.map(({ sources }) => parseSources(sources)))
    for (const { id, target, sources } of missing) {
      const parsed = parseSources(sources)
      const { annotation, origins, repaired } = mergeSources({ target, name }, parsed, blobs)
      if (annotation === undefined) continue
      const note: Note = { id, target, annotation, origins, repaired }
      found.set(target, note)
      this.#memory.set(keyOf(target, sources), note)
      // What is not here today may come with a fetch.
      if (this.#isKeeping && [...parsed.values()].flat().every((blob) => blobs.has(blob)))
        this.#put(keyOf(target, sources), { annotation, origins, repaired })
    }
    return found
  }

  #known(targets: Iterable<Oid>): { found: Map<Oid, Note>; missing: MissingNote[] } {
    const found = new Map<Oid, Note>()
    const missing: MissingNote[] = []
    for (const target of new Set(targets)) {
      const row = this.#from.rows.byTarget(target)
      if (row === undefined) continue
      const known = this.#get(keyOf(target, row.sources), { target, id: row.id })
      if (known === undefined) missing.push({ id: row.id, target, sources: row.sources })
      else found.set(target, known.id === row.id ? known : { ...known, id: row.id })
    }
    return { found, missing }
  }

  #get(key: string, row: Pick<Note, 'id' | 'target'>): Note | undefined {
    const known = this.#memory.get(key)
    if (known !== undefined || !this.#isKeeping) return known
    // Numbers that a double cannot hold stay as they are written.
    const kept = this.#from.cache.get<KeptNote>('note', key, parseJson)
    if (kept === undefined) return undefined
    const note = { ...row, ...kept }
    this.#memory.set(key, note)
    return note
  }

  #put(key: string, note: KeptNote): void {
    this.#from.cache.put('note', key, note)
  }
}

function keyOf(target: Oid, sources: string): string {
  return `${target} ${sources}`
}
