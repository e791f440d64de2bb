/** The rows an annotation leaves in the index: what a query must find without reading every note. */
import type { Database, Statement } from 'bun:sqlite'
import type { Oid, RepoPath } from '../base/ids.ts'
import type { NoteProblemRow, TargetChange } from './notes-view.ts'
import { type NoteRow, replaceNotes } from './replace-notes.ts'

/** A region's address in the index. */
export interface RegionRow {
  readonly id: number
  readonly target: Oid
  /** Position in the annotation. */
  readonly position: number
  readonly file: RepoPath
  readonly anchor: string | null
}

const regionColumns = 'region.id, note.target, region.position, region.file, region.anchor'

export interface NoteCounts {
  readonly notes: number
  /** Notes that could not be read, or not all of them. */
  readonly malformed: number
  readonly regions: number
}

export class NoteRows {
  readonly #db: Database
  readonly #view: number
  readonly #byTarget: Statement<{ id: number; sources: string }, [number, string]>
  readonly #byFile: Statement<RegionRow, [number, string]>
  readonly #dependents: Statement<RegionRow, [number, string]>

  constructor(db: Database, view: number) {
    this.#db = db
    this.#view = view
    this.#byTarget = db.query('select id, sources from note where view = ? and target = ?')
    this.#byFile = db.query(
      `select ${regionColumns} from region join note on note.id = region.note
       where region.view = ? and region.file = ? order by note.target, region.position`,
    )
    this.#dependents = db.query(
      `select distinct ${regionColumns} from dependency join note on note.id = dependency.note
       join region on region.note = dependency.note and region.position = dependency.position
       where dependency.view = ? and dependency.file = ? order by note.target, region.position`,
    )
  }

  tips(): Map<string, Oid> {
    const rows = this.#db
      .query<{ ref: string; oid: Oid }, [number]>('select ref, oid from tip where view = ?')
      .all(this.#view)
    return new Map(rows.map(({ ref, oid }) => [ref, oid]))
  }

  setTips(tips: ReadonlyMap<string, Oid>): void {
    this.#db.query('delete from tip where view = ?').run(this.#view)
    for (const [ref, oid] of tips)
      this.#db.query('insert into tip (view, ref, oid) values (?, ?, ?)').run(this.#view, ref, oid)
  }

  byTarget(target: Oid): { readonly id: number; readonly sources: string } | undefined {
    return this.#byTarget.get(this.#view, target) ?? undefined
  }

  /** Regions that name one of these files, as the file was called when they were written. */
  regionsIn(files: Iterable<RepoPath>): RegionRow[] {
    return [...files].flatMap((file) => this.#byFile.all(this.#view, file))
  }

  /** One region of a note; undefined when the note has been replaced meanwhile. */
  regionAt(note: number, position: number): RegionRow | undefined {
    const row = this.#db
      .query<RegionRow, [number, number]>(
        `select ${regionColumns} from region join note on note.id = region.note
         where region.note = ? and region.position = ?`,
      )
      .get(note, position)
    return row ?? undefined
  }

  /** Regions whose dependencies name one of these files. */
  dependentsOn(files: Iterable<RepoPath>): RegionRow[] {
    return [...files].flatMap((file) => this.#dependents.all(this.#view, file))
  }

  /** Targets of annotations that say they continue one of these commits. */
  continuing(commit: Oid): Oid[] {
    return this.#db
      .query<{ target: Oid }, [number, string]>(
        `select distinct note.target from continuation join note on note.id = continuation.note
         where continuation.view = ? and continuation.earlier = ?`,
      )
      .all(this.#view, commit)
      .map(({ target }) => target)
  }

  /** Targets that carry the very same blobs. */
  sameDocument(sources: string): Oid[] {
    return this.#db
      .query<{ target: Oid }, [number, string]>(
        'select target from note where view = ?1 and substr(sources, -16) = substr(?2, -16) and sources = ?2',
      )
      .all(this.#view, sources)
      .map(({ target }) => target)
  }

  /** Up to two targets whose id starts so: enough to see that an abbreviation is not unique. */
  startingWith(prefix: string): Oid[] {
    return this.#db
      .query<{ target: Oid }, [number, string, string]>(
        'select target from note where view = ? and target >= ? and target < ? limit 2',
      )
      .all(this.#view, prefix, `${prefix}g`)
      .map(({ target }) => target)
  }

  targets(): Oid[] {
    return this.#db
      .query<{ target: Oid }, [number]>('select target from note where view = ? order by target')
      .all(this.#view)
      .map(({ target }) => target)
  }

  targetsFrom(ref: string): Oid[] {
    return this.#db
      .query<{ target: Oid; sources: string }, [number]>('select target, sources from note where view = ?')
      .all(this.#view)
      .filter(({ sources }) => sources.split('\n').some((line) => line.startsWith(`${ref}=`)))
      .map(({ target }) => target)
  }

  /** Id, anchor and slots of every region above an id with a fingerprint of at least so many tokens, by id. */
  prints(tokens: number, above: number): [id: number, anchor: string | null, slots: Uint8Array][] {
    return this.#db
      .query(
        `select id, anchor, slots from region
         where id > ?3 and view = ?1 and tokens >= ?2 and slots is not null order by id`,
      )
      .values(this.#view, tokens, above) as [number, string | null, Uint8Array][] // the three columns asked for
  }

  /** Regions by their ids, in the order of the answer. */
  regionsById(ids: readonly number[]): RegionRow[] {
    const byId = this.#db.query<RegionRow, [number]>(
      `select ${regionColumns} from region join note on note.id = region.note where region.id = ?`,
    )
    return ids
      .flatMap((id) => byId.get(id) ?? [])
      .sort((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : a.position - b.position))
  }

  /** Regions above an id without a written trace. */
  untraced(above: number): RegionRow[] {
    return this.#db
      .query<RegionRow, [number, number]>(
        `select ${regionColumns} from region join note on note.id = region.note
         where region.view = ? and region.slots is null and region.id > ? order by note.target, region.position`,
      )
      .all(this.#view, above)
  }

  counts(): NoteCounts {
    const row = this.#db
      .query<NoteCounts, [number]>('select notes, malformed, regions from view where id = ?')
      .get(this.#view)
    return row ?? { notes: 0, malformed: 0, regions: 0 }
  }

  problems(limit: number): NoteProblemRow[] {
    return this.#db
      .query<NoteProblemRow, [number, number]>(
        'select target, problem from note where view = ? and malformed > 0 order by target limit ?',
      )
      .all(this.#view, limit)
  }

  /** Puts new rows in the place of the old ones and says which targets appeared or went. */
  replace(rows: readonly NoteRow[]): TargetChange {
    return replaceNotes(this.#db, this.#view, rows)
  }
}
