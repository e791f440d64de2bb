/** What the rules share: each part is worked out when the first rule asks for it, so that a rule that is off costs nothing. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { FileChange } from '../git/repository.ts'
import type { NoteRegion } from '../place/load-bases.ts'
import { openPlaces, type Places } from '../place/open-places.ts'
import { noteRegion, type PlacedRegion } from '../place/place-regions.ts'
import { readAhead, readAtOnce } from '../place/read-ahead.ts'
import { isInScope } from '../read/include-path.ts'
import type { Session } from '../session.ts'
import type { NoteRows } from '../store/note-rows.ts'
import type { Note } from '../store/notes-view.ts'
import type { ChangeRange, Env } from './change-range.ts'
import { type CodeAt, codeAt, outlineAt } from './code-at.ts'
import { type FoundRegion, RegionFinder } from './find-regions.ts'
import { Locations } from './locations.ts'
import { type CommitDetails, detailsFrom, findRecord, keepRecord, type ReadDetails } from './range-record.ts'
import { type ChangedFile, compareChanges, rangeChanges, storedChanges } from './read-changes.ts'
import { type CommitScan, listCommits, scanCommits } from './scan-commits.ts'

export interface ContextOptions {
  readonly env: Env
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((step: string, done: number, total: number) => void) | undefined
}

export class CheckContext {
  readonly session: Session
  readonly range: ChangeRange
  /** The new code. */
  readonly places: Places
  readonly scan: CommitScan
  readonly locations: Locations
  readonly #options: ContextOptions
  readonly #oids: ReadonlySet<Oid>
  #rows: ReadonlyMap<Oid, ReturnType<NoteRows['byTarget']>> | undefined
  #base: Promise<Places | undefined> | undefined
  #files: Promise<readonly ChangedFile[]> | undefined
  readonly #notes: Promise<ReadonlyMap<Oid, Note>>
  #regions: Promise<readonly NoteRegion[]> | undefined
  #finder: RegionFinder | undefined
  #before: ReadonlyMap<ChangedFile, readonly FoundRegion[]> = new Map()
  readonly #changes: Promise<readonly FileChange[]>

  private constructor(
    {
      session,
      range,
      places,
      scan,
      changes,
      notes,
    }: {
      session: Session
      range: ChangeRange
      places: Places
      scan: CommitScan
      changes: Promise<readonly FileChange[]>
      notes: Promise<ReadonlyMap<Oid, Note>>
    },
    options: ContextOptions,
  ) {
    this.session = session
    this.range = range
    this.places = places
    this.scan = scan
    this.#changes = changes
    this.#notes = notes
    this.#options = options
    this.#oids = new Set(scan.commits.map(({ oid }) => oid))
    this.locations = new Locations(this)
  }

  static async open(session: Session, range: ChangeRange, options: ContextOptions): Promise<CheckContext> {
    session.index().notes.decoded.keep()
    // The state of the head comes first: the index carries a state on to a descendant and forgets the older one.
    const opening = openPlaces(session, { rev: range.head, signal: options.signal })
    const places = await opening
    const { repository } = session
    const record = findRecord(session.index(), range)
    const details: (readonly [Oid, CommitDetails])[] = []
    const listing =
      record === undefined ? listCommits(repository, range, options) : Promise.resolve(record.entries)
    const readDetails: ReadDetails =
      record === undefined
        ? detailsFrom(repository, details, options.signal)
        : async () => new Map(record.details)
    const scanning = listing.then((entries) =>
      scanCommits(readDetails, entries, {
        ...options,
        isInScope: (path) => isInScope(session.config, path),
        onProgress: (done, total) => options.onProgress?.('reading commits', done, total),
      }),
    )
    const changes =
      record === undefined ? rangeChanges(repository, range, options.signal) : Promise.resolve(record.changes)
    // Nearly every rule asks for them, and git is still busy with what the commits changed.
    const notes = listing.then((entries) => session.index().notes.notesOn(entries.map(({ oid }) => oid)))
    for (const later of [scanning, changes, notes]) later.catch(() => undefined) // reported where it is waited for
    const scan = await scanning
    if (record === undefined)
      keepRecord(session.index(), range, { entries: await listing, details, changes: await changes })
    return new CheckContext({ session, range, places, scan, changes, notes }, options)
  }

  /** The code before the change; undefined when there was none. */
  base(): Promise<Places | undefined> {
    this.#base ??= this.#openBase()
    return this.#base
  }

  files(): Promise<readonly ChangedFile[]> {
    this.#files ??= this.#compare()
    return this.#files
  }

  /** The notes on commits of the range, readable or not. */
  noteRow(commit: Oid): ReturnType<NoteRows['byTarget']> {
    this.#rows ??= this.#readRows()
    return this.#rows.get(commit)
  }

  #readRows(): ReadonlyMap<Oid, ReturnType<NoteRows['byTarget']>> {
    const index = this.session.index()
    return index.together(() => new Map([...this.#oids].map((oid) => [oid, index.notes.rows.byTarget(oid)])))
  }

  /** The readable annotations on commits of the range. */
  notes(): Promise<ReadonlyMap<Oid, Note>> {
    return this.#notes
  }

  /** All regions of those. */
  regions(): Promise<readonly NoteRegion[]> {
    this.#regions ??= this.notes().then((notes) =>
      [...notes.values()].flatMap((note) =>
        note.annotation.regions.flatMap((_, position) => noteRegion(note, position)),
      ),
    )
    return this.#regions
  }

  /** A file as a commit has it, with its outline. */
  codeAt(commit: Oid, path: RepoPath): ReturnType<typeof codeAt> {
    return codeAt(this.places, this.#located({ commit, path }))
  }

  /** The outline of a file as a commit has it. */
  outlineAt(commit: Oid, path: RepoPath): ReturnType<typeof outlineAt> {
    return outlineAt(this.places, this.#located({ commit, path }))
  }

  /** Reads together, before they are asked for one by one, the texts of files whose outlines are not known. */
  readAhead(wanted: Iterable<Pick<CodeAt, 'commit' | 'path'>>): Promise<void> {
    return readAhead(
      this.places,
      Iterator.from(wanted).map((one) => this.#located(one)),
      ({ path, oid }) => this.places.texts.knownOutline(path, oid) === undefined,
    )
  }

  #located({ commit, path }: Pick<CodeAt, 'commit' | 'path'>): CodeAt {
    return { commit, path, entry: this.scan.written.get(commit)?.get(path) }
  }

  /** What was recorded, before the change, about the units it touches in a file. */
  async regionsBefore(file: ChangedFile): Promise<readonly FoundRegion[]> {
    if (!this.#before.has(file)) this.#before = await this.#findBefore(file)
    return this.#before.get(file) ?? []
  }

  /** The same with what they say. */
  async loadBefore(found: readonly FoundRegion[]): Promise<readonly PlacedRegion[]> {
    return this.#finder?.load(found) ?? []
  }

  /** The same for the files that come next: whoever asks goes through all of them. */
  async #findBefore(first: ChangedFile): Promise<ReadonlyMap<ChangedFile, readonly FoundRegion[]>> {
    const base = await this.base()
    if (base === undefined) return new Map()
    this.#finder ??= new RegionFinder(base, (target) => this.#oids.has(target))
    const files = await this.files()
    const at = files.indexOf(first)
    const some = files.slice(at, at + readAtOnce).flatMap((file) => {
      const { pathBefore: path, units, namesBefore: all } = file
      if (path === undefined) return []
      return [
        { file, path, touched: units.flatMap(({ unit, nameBefore }) => nameBefore ?? unit?.name ?? []), all },
      ]
    })
    const found = await this.#finder.about(some)
    return new Map(some.map(({ file }, n) => [file, found[n] ?? []]))
  }

  /** What stands where in both commits is asked again by the next check of the same ones. */
  async keepEntries(): Promise<void> {
    this.places.entries.keep()
    ;(await this.#base)?.entries.keep()
  }

  /** The commit of the range to name for a file: the newest that changed it. */
  commitFor(...paths: readonly (RepoPath | undefined)[]): Oid {
    for (const path of paths) {
      const commit = path === undefined ? undefined : this.scan.touchedBy.get(path)
      if (commit !== undefined) return commit
    }
    return this.range.head
  }

  async #openBase(): Promise<Places | undefined> {
    const { base } = this.range
    if (base === undefined) return undefined
    return openPlaces(this.session, { rev: base, signal: this.#options.signal })
  }

  async #compare(): Promise<readonly ChangedFile[]> {
    const { session, places } = this
    const files: ChangedFile[] = []
    const compared = compareChanges(storedChanges(places.texts, await this.#changes), {
      texts: places.texts,
      cache: session.index().cache,
      isInScope: (path) => isInScope(session.config, path),
      signal: this.#options.signal,
      onProgress: (done, total) => this.#options.onProgress?.('comparing files', done, total),
    })
    for await (const file of compared) if (file.units.length > 0) files.push(file)
    return files
  }
}
