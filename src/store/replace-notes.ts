/** Writes the rows of notes: into an empty index without its search trees, which are faster made from all rows at once. */
import type { Database } from 'bun:sqlite'
import type { NoteFacts } from '../annotation/note-facts.ts'
import { fingerprintTokens, slotsOf } from '../annotation/trace/unit-fingerprint.ts'
import type { Oid } from '../base/ids.ts'
import type { TargetChange } from './notes-view.ts'
import { mostListed, regionState } from './region-state.ts'
import { noteIndexes } from './tables.ts'

export interface NoteRow {
  readonly target: Oid
  /** Empty: the note is gone. */
  readonly sources: string
  /** Undefined when nothing of the note could be read. */
  readonly facts: NoteFacts | undefined
  readonly malformed: readonly string[]
}

const manyRows = 2_000

/** Puts new rows in the place of the old ones and says which targets appeared or went. In a transaction. */
export function replaceNotes(db: Database, view: number, rows: readonly NoteRow[]): TargetChange {
  const isBulk = rows.length >= manyRows && isEmpty(db)
  if (isBulk) for (const name of Object.keys(noteIndexes)) db.run(`drop index ${name}`)
  const change = isBulk ? insertAll(db, view, rows) : replaceEach(db, view, rows)
  if (isBulk) for (const sql of Object.values(noteIndexes)) db.run(sql)
  return change
}

function isEmpty(db: Database): boolean {
  return db.query('select 1 from note limit 1').get() === null
}

function insertAll(db: Database, view: number, rows: readonly NoteRow[]): TargetChange {
  const insert = prepareInsert(db, view)
  const added = rows.filter(({ sources }) => sources !== '')
  for (const row of added) insert(row)
  count(db, view, { came: added, gone: [] })
  return { added: added.map(({ target }) => target), removed: [] }
}

interface OldNote {
  readonly id: number
  readonly malformed: number
}

function replaceEach(db: Database, view: number, rows: readonly NoteRow[]): TargetChange {
  const byTarget = db.query<OldNote, [number, string]>(
    'select id, malformed from note where view = ? and target = ?',
  )
  const insert = prepareInsert(db, view)
  const added: Oid[] = []
  const removed: Oid[] = []
  const came: NoteRow[] = []
  const gone: RemovedNote[] = []
  for (const row of rows) {
    const old = byTarget.get(view, row.target)
    if (old !== null) gone.push(remove(db, old))
    if (row.sources === '') {
      if (old !== null) removed.push(row.target)
      continue
    }
    if (old === null) added.push(row.target)
    came.push(row)
    insert(row)
  }
  listRemoved(
    db,
    view,
    gone.flatMap(({ regions }) => regions),
  )
  count(db, view, { came, gone })
  return { added, removed }
}

interface RemovedNote extends OldNote {
  /** Ids of the regions it had. */
  readonly regions: readonly number[]
}

function remove(db: Database, note: OldNote): RemovedNote {
  const regions = db
    .query<{ id: number }, [number]>('delete from region where note = ? returning id')
    .all(note.id)
  for (const table of ['dependency', 'continuation'])
    db.query(`delete from ${table} where note = ?`).run(note.id)
  db.query('delete from note where id = ?').run(note.id)
  return { ...note, regions: regions.map(({ id }) => id) }
}

/** For those who keep a list of all regions: see `region-state.ts`. */
function listRemoved(db: Database, view: number, regions: readonly number[]): void {
  if (regions.length === 0) return
  const before = regionState(db, view).removed
  const insert = db.query('insert into removed_region (view, at, region) values (?, ?, ?)')
  const last = before + regions.length
  for (const [at, region] of regions.entries())
    if (before + at + 1 > last - mostListed) insert.run(view, before + at + 1, region)
  db.query('delete from removed_region where view = ? and at <= ?').run(view, last - mostListed)
  db.query('update view set removed = ? where id = ?').run(last, view)
}

/** Kept as numbers: counting a hundred thousand rows takes longer than an answer. */
function count(
  db: Database,
  view: number,
  { came, gone }: { readonly came: readonly NoteRow[]; readonly gone: readonly RemovedNote[] },
): void {
  const malformed = came.filter((row) => row.malformed.length > 0).length
  const malformedBefore = gone.filter((note) => note.malformed > 0).length
  const regions = came.reduce((sum, { facts }) => sum + (facts?.regions.length ?? 0), 0)
  const regionsBefore = gone.reduce((sum, note) => sum + note.regions.length, 0)
  db.query(
    'update view set notes = notes + ?, malformed = malformed + ?, regions = regions + ? where id = ?',
  ).run(came.length - gone.length, malformed - malformedBefore, regions - regionsBefore, view)
}

function prepareInsert(db: Database, view: number): (row: NoteRow) => void {
  const note = db.query('insert into note (view, target, sources, malformed, problem) values (?, ?, ?, ?, ?)')
  const region = db.query(
    'insert into region (view, note, position, file, anchor, slots, tokens) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const dependency = db.query('insert into dependency (view, note, position, file) values (?, ?, ?, ?)')
  const continuation = db.query('insert into continuation (view, earlier, note) values (?, ?, ?)')
  return ({ target, sources, facts, malformed }) => {
    const { lastInsertRowid: id } = note.run(view, target, sources, malformed.length, malformed[0] ?? null)
    if (facts === undefined) return
    for (const [position, { file, anchor, unit, reliesOn }] of facts.regions.entries()) {
      const slots = unit === undefined ? undefined : slotsOf(unit)
      const tokens = unit === undefined ? undefined : fingerprintTokens(unit)
      region.run(view, id, position, file, anchor ?? null, slots ?? null, tokens ?? null)
      for (const named of new Set(reliesOn)) dependency.run(view, id, position, named)
    }
    for (const earlier of facts.continues) continuation.run(view, earlier, id)
  }
}
