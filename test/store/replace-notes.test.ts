import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { asOid } from '../../src/base/ids.ts'
import { type NoteRow, replaceNotes } from '../../src/store/replace-notes.ts'
import { noteIndexes, tables } from '../../src/store/tables.ts'

const view = 1
const count = 2_500

function rowOf(at: number): NoteRow {
  const digits = (at * 7919).toString(16).padStart(40, '0')
  return {
    target: asOid(digits),
    sources: at % 50 === 0 ? '' : `refs/notes/ultragit=${digits}`,
    facts:
      at % 7 === 0
        ? undefined
        : {
            regions: Array.from({ length: at % 3 }, (_, position) => ({
              file: `src/${at % 11}.ts`,
              anchor: position === 0 ? undefined : `f${at}`,
              unit: at % 2 === 0 ? undefined : `ug1:${'A'.repeat(86)}:${at % 30}`,
              reliesOn: position === 0 ? [] : ['src/a.ts', 'src/b.ts', 'src/a.ts'],
            })),
            continues: at % 5 === 0 ? [digits] : [],
          },
    malformed: at % 7 === 0 ? ['not JSON'] : [],
  }
}

const rows = Array.from({ length: count }, (_, at) => rowOf(at))

function emptyIndex(): Database {
  const db = new Database(':memory:')
  db.run(tables)
  return db
}

function contents(db: Database): unknown {
  return ['note', 'region', 'dependency', 'continuation'].map((table) =>
    db.query(`select * from ${table} order by rowid`).values(),
  )
}

function indexNames(db: Database): string[] {
  return db
    .query<{ name: string }, []>("select name from sqlite_master where type = 'index' order by name")
    .all()
    .map(({ name }) => name)
}

test('an empty index filled at once is the same as one filled note by note', () => {
  const [atOnce, oneByOne] = [emptyIndex(), emptyIndex()]
  const change = atOnce.transaction(() => replaceNotes(atOnce, view, rows))()
  const added = rows.flatMap((row) => replaceNotes(oneByOne, view, [row]).added)
  expect(change).toEqual({ added, removed: [] })
  expect(contents(atOnce)).toEqual(contents(oneByOne))
  expect(indexNames(atOnce)).toEqual(indexNames(oneByOne))
  expect(indexNames(atOnce)).toEqual(expect.arrayContaining(Object.keys(noteIndexes)))
  expect(atOnce.query('pragma integrity_check').values()).toEqual([['ok']])
})

test('many notes into an index that has some replace those they are about', () => {
  const db = emptyIndex()
  const before = rows.slice(0, 100).map((row) => ({ ...row, sources: 'earlier', facts: undefined }))
  replaceNotes(db, view, before)
  const { added, removed } = db.transaction(() => replaceNotes(db, view, rows))()
  expect(removed).toEqual([rowOf(0).target, rowOf(50).target])
  expect(added).toHaveLength(count - 100 - (count / 50 - 2))
  expect(db.query("select count(*) from note where sources = 'earlier'").values()).toEqual([[0]])
})
