/**
 * The notes of one ref as the index knows them, with the remote-tracking copies of that ref laid over: a plain fetch is
 * enough to see a teammate's reasons. What another program erased of our own is laid over too. `refresh` reads only what changed since the last time.
 */
import type { Database } from 'bun:sqlite'
import type { Annotation } from '../annotation/schema.ts'
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import type { Cache } from './cache.ts'
import { DecodedNotes } from './decoded-notes.ts'
import { ErasedNotes } from './erased-notes.ts'
import { noteRow } from './note-row.ts'
import { NoteRows } from './note-rows.ts'
import { erasedSource, parseSources, type Sources } from './note-sources.ts'
import type { NoteRow } from './replace-notes.ts'

/** An annotation with what is known about where it came from. */
export interface Note {
  readonly id: number
  readonly target: Oid
  readonly annotation: Annotation
  /** `local`, or the remote each region came from, by position. */
  readonly origins: readonly string[]
  readonly repaired: readonly string[]
}

export interface NoteProblemRow {
  readonly target: Oid
  readonly problem: string
}

/** Targets whose note appeared or went with a refresh; a changed note is in neither. */
export interface TargetChange {
  readonly added: readonly Oid[]
  readonly removed: readonly Oid[]
}

interface SourceChange {
  readonly target: Oid
  /** Undefined: this source says nothing about it any more. */
  readonly blobs: readonly Oid[] | undefined
}

const blobsAtOnce = 1_000

export class NotesView {
  readonly id: number
  readonly ref: string
  readonly #db: Database
  readonly #repository: Repository
  readonly #rows: NoteRows
  readonly #erased: ErasedNotes
  readonly #decoded: DecodedNotes

  constructor(db: Database, repository: Repository, { ref, cache }: { ref: string; cache: Cache }) {
    this.#db = db
    this.#repository = repository
    this.ref = ref
    this.#erased = new ErasedNotes(repository, ref)
    db.query("insert or ignore into view (ref, world) values (?, '')").run(ref)
    this.id = db.query<{ id: number }, [string]>('select id from view where ref = ?').get(ref)?.id ?? 0
    this.#rows = new NoteRows(db, this.id)
    const readBlobs = (sources: readonly Sources[]) => this.#readBlobs(sources)
    this.#decoded = new DecodedNotes({ db, cache, rows: this.#rows, name: this.#name, readBlobs })
  }

  /** Brings the index up to the refs as they stand now. `onChange` runs in the same transaction. */
  async refresh(options: {
    readonly onChange: (change: TargetChange) => void
    readonly onProgress?: ((done: number, total: number) => void) | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<{ readonly present: boolean; readonly tips: string }> {
    for (;;) {
      const tips = await this.#currentTips()
      const stored = this.#rows.tips()
      const key = [...tips].map(([ref, oid]) => `${ref} ${oid}`).join('\n')
      if (sameTips(tips, stored)) return { present: tips.size > 0, tips: key }
      const changes = await this.#changedSources(stored, tips)
      const rows = await this.#decodeAll(changes, options)
      const isDone = this.#db
        .transaction(() => {
          if (!sameTips(this.#rows.tips(), stored)) return false // another process refreshed meanwhile
          options.onChange(this.#rows.replace(rows))
          this.#rows.setTips(tips)
          return true
        })
        .immediate()
      if (isDone) return { present: tips.size > 0, tips: key }
    }
  }

  async isFresh(): Promise<boolean> {
    return sameTips(await this.#currentTips(), this.#rows.tips())
  }

  get #name(): string {
    return this.ref.slice('refs/notes/'.length)
  }

  /** How many notes of ours another program erased: shown all the same, and not back in the ref. */
  get erased(): number {
    return this.#erased.count
  }

  get rows(): NoteRows {
    return this.#rows
  }

  /** Where they are held. */
  get decoded(): DecodedNotes {
    return this.#decoded
  }

  /** The annotations on these commits; a commit without a readable one is left out. */
  notesOn(targets: Iterable<Oid>): Promise<ReadonlyMap<Oid, Note>> {
    return this.#decoded.on(targets)
  }

  async #currentTips(): Promise<Map<string, Oid>> {
    const name = this.#name
    const tips = new Map<string, Oid>()
    for (const { name: ref, oid } of await this.#repository.listRefs('refs/notes/')) {
      const isCopy = ref.startsWith('refs/notes/remotes/') && ref.endsWith(`/${name}`)
      if (ref === this.ref || (isCopy && !this.ref.startsWith('refs/notes/remotes/'))) tips.set(ref, oid)
    }
    const { key } = await this.#erased.at(tips.get(this.ref))
    if (key !== undefined) tips.set(erasedSource, key as Oid) // names a state, as the tip of a ref does
    return tips
  }

  async #changedSources(
    stored: ReadonlyMap<string, Oid>,
    tips: ReadonlyMap<string, Oid>,
  ): Promise<Map<Oid, Sources>> {
    const changed = new Map<Oid, Sources>()
    // Without a tip there is no note yet: looking for each of them would be in vain.
    const known = (target: Oid) => (stored.size === 0 ? undefined : this.#rows.byTarget(target)?.sources)
    for (const ref of [...new Set([...stored.keys(), ...tips.keys()])].sort()) {
      const [from, to] = [stored.get(ref), tips.get(ref)]
      if (from === to) continue
      const changes =
        ref === erasedSource
          ? await this.#changedErased(tips.get(this.ref))
          : await this.#changedNotes(ref, from, to)
      for (const { target, blobs } of changes) {
        const sources = changed.get(target) ?? parseSources(known(target) ?? '')
        if (blobs === undefined) sources.delete(ref)
        else sources.set(ref, blobs)
        changed.set(target, sources)
      }
    }
    return changed
  }

  async #changedErased(tip: Oid | undefined): Promise<SourceChange[]> {
    const { notes } = await this.#erased.at(tip)
    const earlier = this.#rows.targetsFrom(erasedSource)
    return [
      ...earlier.map((target) => ({ target, blobs: undefined })),
      ...notes.map(({ target, blob }) => ({ target, blobs: blob === undefined ? [] : [blob] })),
    ]
  }

  async #changedNotes(
    ref: string,
    from: Oid | undefined,
    to: Oid | undefined,
  ): Promise<readonly SourceChange[]> {
    const tips = await this.#repository.readCommits([from, to].filter((tip) => tip !== undefined))
    if (to !== undefined && !tips.has(to)) throw unreadableTip(ref)
    if (from !== undefined && to !== undefined && tips.has(from))
      return (await this.#repository.diffNotes(from, to)).map(({ target, blobs }) => ({
        target,
        blobs: blobs.length === 0 ? undefined : blobs,
      }))
    const listed = to === undefined ? [] : await this.#repository.listNotes(to)
    if (from === undefined) return listed
    const still = new Set(listed.map(({ target }) => target))
    const gone = this.#rows.targetsFrom(ref).filter((target) => !still.has(target))
    return [...listed, ...gone.map((target) => ({ target, blobs: undefined }))]
  }

  async #decodeAll(
    changes: ReadonlyMap<Oid, Sources>,
    {
      onProgress,
      signal,
    }: { onProgress?: ((done: number, total: number) => void) | undefined; signal?: AbortSignal | undefined },
  ): Promise<NoteRow[]> {
    const rows: NoteRow[] = []
    const targets = [...changes]
    const portions = Array.from({ length: Math.ceil(targets.length / blobsAtOnce) }, (_, at) =>
      targets.slice(at * blobsAtOnce, (at + 1) * blobsAtOnce),
    )
    const read = (at: number) => this.#readBlobs(portions[at]?.map(([, sources]) => sources) ?? [], signal)
    let next = read(0)
    for (const [at, portion] of portions.entries()) {
      const blobs = await next
      // git reads the next portion while this one is decoded.
      next = read(at + 1)
      for (const [target, sources] of portion)
        rows.push(noteRow({ target, name: this.#name }, sources, blobs))
      onProgress?.(rows.length, targets.length)
    }
    await next
    return rows
  }

  async #readBlobs(sources: readonly Sources[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, Uint8Array>> {
    const oids = new Set<Oid>()
    for (const source of sources) for (const blobs of source.values()) for (const oid of blobs) oids.add(oid)
    const found = new Map<Oid, Uint8Array>()
    for (const [oid, { bytes }] of await this.#repository.readObjects([...oids], signal))
      found.set(oid, bytes)
    return found
  }
}

function sameTips(a: ReadonlyMap<string, Oid>, b: ReadonlyMap<string, Oid>): boolean {
  return a.size === b.size && [...a].every(([ref, oid]) => b.get(ref) === oid)
}

function unreadableTip(ref: string): UltragitError {
  return new UltragitError('data_invalid', `the notes ref '${ref}' names no commit that can be read`, {
    hint: `git fsck; git update-ref -d ${ref} forgets it`,
  })
}
