import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RegionFacts } from '../../src/annotation/note-facts.ts'
import { asOid } from '../../src/base/ids.ts'
import { type NoteCounts, NoteRows } from '../../src/store/note-rows.ts'
import { RegionLists } from '../../src/store/region-lists.ts'
import { mostListed } from '../../src/store/region-state.ts'
import { type NoteRow, replaceNotes } from '../../src/store/replace-notes.ts'
import { tables } from '../../src/store/tables.ts'
import { Random } from '../support/random.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Two connections to one index, as two processes have them. */
function twoOnOne(): [Database, Database] {
  const folder = mkdtempSync(join(tmpdir(), 'ultragit-lists-'))
  folders.push(folder)
  const file = join(folder, 'index.sqlite')
  const db = new Database(file, { create: true, readwrite: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = off')
  db.run(tables)
  for (const ref of ['refs/notes/a', 'refs/notes/b'])
    db.query("insert into view (ref, world) values (?, '')").run(ref)
  return [db, new Database(file, { readwrite: true })]
}

function listsOf(db: Database, view: number): RegionLists {
  return new RegionLists(db, view, new NoteRows(db, view))
}

/** What is found by reading every row, as a process would that has nothing yet. */
function readAll(db: Database, view: number) {
  const rows = new NoteRows(db, view)
  return { prints: rows.prints(40, 0), untraced: rows.untraced(0) }
}

function expectComplete(lists: RegionLists, db: Database, view: number): void {
  const { prints, untraced } = readAll(db, view)
  const { ids, slots } = lists.prints()
  expect([...ids]).toEqual(prints.map(([id]) => id))
  expect(Buffer.from(slots).toString('hex')).toBe(
    prints.map(([, , own]) => Buffer.from(own).toString('hex')).join(''),
  )
  expect(lists.untraced()).toEqual(untraced)
  expect<NoteCounts | null>(new NoteRows(db, view).counts()).toEqual(countAll(db, view))
}

function countAll(db: Database, view: number): NoteCounts | null {
  return db
    .query<NoteCounts, [number]>(
      `select (select count(*) from note where view = ?1) as notes,
       (select count(*) from note where view = ?1 and malformed > 0) as malformed,
       (select count(*) from region where view = ?1) as regions`,
    )
    .get(view)
}

function randomRow(random: Random): NoteRow {
  const target = asOid(random.int(0, 30).toString(16).padStart(40, '0'))
  if (random.chance(0.2)) return { target, sources: '', facts: undefined, malformed: [] }
  const sources = `refs/notes/a=${target}`
  if (random.chance(0.1)) return { target, sources, facts: undefined, malformed: ['not JSON'] }
  const regions = Array.from({ length: random.int(0, 3) }, () => randomRegion(random))
  return { target, sources, facts: { regions, continues: [] }, malformed: [] }
}

function randomRegion(random: Random): RegionFacts {
  const slots = Buffer.from(Array.from({ length: 64 }, () => random.int(0, 255)))
  const unit = `ug1:${slots.toString('base64').replace(/=+$/, '')}:${random.pick(['1a', '5', '44'])}`
  return { file: 'a.ts', anchor: 'f', unit: random.chance(0.4) ? undefined : unit, reliesOn: [] }
}

function write(db: Database, view: number, rows: readonly NoteRow[]): void {
  const unique = new Map(rows.map((row) => [row.target, row]))
  db.transaction(() => replaceNotes(db, view, [...unique.values()])).immediate()
}

test('carried on or read anew, the lists are the same, whichever process wrote', () => {
  for (let round = 0; round < 10; round++) {
    const random = new Random(round)
    const [ours, theirs] = twoOnOne()
    const lists = [listsOf(ours, 1), listsOf(theirs, 1), listsOf(ours, 2)] as const
    for (let step = 0; step < 15; step++) {
      const rows = Array.from({ length: random.int(1, 6) }, () => randomRow(random))
      write(random.pick([ours, theirs]), random.pick([1, 1, 2]), rows)
      for (const [at, one] of lists.entries())
        if (random.chance(0.6)) expectComplete(one, at === 1 ? theirs : ours, at === 2 ? 2 : 1)
      expectComplete(listsOf(theirs, 1), theirs, 1)
    }
    ours.close()
    theirs.close()
  }
})

test('the id of a region that went is not given to another', () => {
  const [db, other] = twoOnOne()
  const lists = listsOf(db, 1)
  const target = asOid('1'.repeat(40))
  for (let round = 0; round < 3; round++) {
    const regions = [randomRegion(new Random(round))]
    write(db, 1, [{ target, sources: 'x', facts: { regions, continues: [] }, malformed: [] }])
    expectComplete(lists, db, 1)
    write(db, 1, [{ target, sources: '', facts: undefined, malformed: [] }])
    if (round === 1) expectComplete(lists, db, 1)
  }
  db.close()
  other.close()
})

test('after more removals than are listed, everything is read again', () => {
  const [db, other] = twoOnOne()
  const random = new Random(1)
  const region = { ...randomRegion(random), unit: undefined }
  const facts = { regions: Array.from({ length: mostListed / 4 + 1 }, () => region), continues: [] }
  const rows = ['1', '2', '3', '4', '5'].map((digit) => {
    const target = asOid(digit.repeat(40))
    return { target, sources: 'x', facts, malformed: [] }
  })
  write(db, 1, rows)
  const lists = listsOf(db, 1)
  expectComplete(lists, db, 1)
  write(
    db,
    1,
    rows.slice(0, 4).map((row) => ({ ...row, sources: '', facts: undefined })),
  )
  expect(db.query('select count(*) from removed_region').values()).toEqual([[mostListed]])
  expectComplete(lists, db, 1)
  expect(lists.untraced()).toHaveLength(mostListed / 4 + 1)
  db.close()
  other.close()
})
