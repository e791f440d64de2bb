/** Writes the rows of notes: into an empty index without its search trees, which are faster made from all rows at once. */
import type { Database } from 'bun:sqlite'
import type { NoteFacts } from '../annotation/note-facts.ts'
import { fingerprintTokens, slotsOf } from '../annotation/trace/unit-fingerprint.ts'
import type { Oid } from '../base/ids.ts'
import type { TargetChange } from './notes-view.ts'
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
  if (rows.length < manyRows || !isEmpty(db)) return replaceEach(db, view, rows)
  for (const name of Object.keys(noteIndexes)) db.run(`drop index ${name}`)
  const insert = prepareInsert(db, view)
  const added = rows.filter(({ sources }) => sources !== '')
  for (const row of added) insert(row)
  for (const sql of Object.values(noteIndexes)) db.run(sql)
  return { added: added.map(({ target }) => target), removed: [] }
}

function isEmpty(db: Database): boolean {
  return db.query('select 1 from note limit 1').get() === null
}

function replaceEach(db: Database, view: number, rows: readonly NoteRow[]): TargetChange {
  const byTarget = db.query<{ id: number }, [number, string]>(
    'select id from note where view = ? and target = ?',
  )
  const insert = prepareInsert(db, view)
  const added: Oid[] = []
  const removed: Oid[] = []
  for (const row of rows) {
    const old = byTarget.get(view, row.target)
    if (old !== null) remove(db, old.id)
    if (row.sources === '') {
      if (old !== null) removed.push(row.target)
      continue
    }
    if (old === null) added.push(row.target)
    insert(row)
  }
  return { added, removed }
}

function remove(db: Database, note: number): void {
  for (const table of ['region', 'dependency', 'continuation'])
    db.query(`delete from ${table} where note = ?`).run(note)
  db.query('delete from note where id = ?').run(note)
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
