/** What the rules share: each part is worked out when the first rule asks for it, so that a rule that is off costs nothing. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { NoteRegion } from '../place/load-bases.ts'
import { openPlaces, type Places } from '../place/open-places.ts'
import { noteRegion, type PlacedRegion } from '../place/place-regions.ts'
import { isInScope } from '../read/include-path.ts'
import type { Session } from '../session.ts'
import type { Note } from '../store/notes-view.ts'
import type { ChangeRange, Env } from './change-range.ts'
import { RegionFinder } from './find-regions.ts'
import { Locations } from './locations.ts'
import { type ChangedFile, compareChanges, rangeChanges } from './read-changes.ts'
import { type CommitScan, scanCommits } from './scan-commits.ts'

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
  #base: Promise<Places | undefined> | undefined
  #files: Promise<readonly ChangedFile[]> | undefined
  #notes: Promise<ReadonlyMap<Oid, Note>> | undefined
  #finder: RegionFinder | undefined

  private constructor(
    {
      session,
      range,
      places,
      scan,
    }: { session: Session; range: ChangeRange; places: Places; scan: CommitScan },
    options: ContextOptions,
  ) {
    this.session = session
    this.range = range
    this.places = places
    this.scan = scan
    this.#options = options
    this.#oids = new Set(scan.commits.map(({ oid }) => oid))
    this.locations = new Locations(this)
  }

  static async open(session: Session, range: ChangeRange, options: ContextOptions): Promise<CheckContext> {
    // The state of the head comes first: the index carries a state on to a descendant and forgets the older one.
    const places = await openPlaces(session, { rev: range.head, signal: options.signal })
    const scan = await scanCommits(session.repository, range, {
      ...options,
      isInScope: (path) => isInScope(session.config, path),
      onProgress: (done, total) => options.onProgress?.('reading commits', done, total),
    })
    return new CheckContext({ session, range, places, scan }, options)
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

  /** The readable annotations on commits of the range. */
  notes(): Promise<ReadonlyMap<Oid, Note>> {
    this.#notes ??= this.session.index().notes.notesOn(this.scan.commits.map(({ oid }) => oid))
    return this.#notes
  }

  /** All regions of those. */
  async regions(): Promise<readonly NoteRegion[]> {
    return [...(await this.notes()).values()].flatMap((note) =>
      note.annotation.regions.flatMap((_, position) => noteRegion(note, position)),
    )
  }

  /** What was recorded, before the change, about the units it touches in a file. */
  async regionsBefore(file: ChangedFile): Promise<readonly PlacedRegion[]> {
    const base = await this.base()
    if (base === undefined || file.pathBefore === undefined) return []
    this.#finder ??= new RegionFinder(base)
    const touched = file.units.flatMap(({ unit, nameBefore }) => nameBefore ?? unit?.name ?? [])
    const regions = await this.#finder.about(file.pathBefore, { touched, all: file.namesBefore })
    // What the change says about itself is no record of the code before it, wherever it is placed there.
    return regions.filter(({ note }) => !this.#oids.has(note.target))
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
    const compared = compareChanges(await rangeChanges(session.repository, places.texts, this.range), {
      texts: places.texts,
      isInScope: (path) => isInScope(session.config, path),
      signal: this.#options.signal,
      onProgress: (done, total) => this.#options.onProgress?.('comparing files', done, total),
    })
    for await (const file of compared) if (file.units.length > 0) files.push(file)
    return files
  }
}
