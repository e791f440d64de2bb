/**
 * What this repository's ultragit wrote lately, so that it is noticed when another program erases it: `git notes`
 * reads the tree when it starts and writes it when it ends, and takes away whatever came between. Not derived from
 * anything: the index may be deleted, this may be too, but then nobody remembers.
 */
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isOid, type Oid } from '../base/ids.ts'
import type { Layout } from '../git/repository.ts'
import { isDamaged, storeFailure } from './store-failure.ts'
import { privateFolder } from './write-lock.ts'

export interface OutboxEntry {
  readonly target: Oid
  /** What was written; undefined: the note was removed. */
  readonly blob: Oid | undefined
  /** What stood there before; undefined: nothing. Several blobs of one target are joined with a comma. */
  readonly previous: string | undefined
}

export interface RecordedEntry extends OutboxEntry {
  /** The notes commit that holds it. */
  readonly commit: Oid
  /** The ref was seen to stand on that commit. Else its writer is still at it, or died. */
  readonly done: boolean
}

const tables = `
create table if not exists entry (
  id integer primary key,
  ref text not null,
  target text not null,
  blob text,
  previous text,
  notes_commit text not null,
  process integer not null,
  at integer not null,
  done integer not null
);
create index if not exists entry_by_commit on entry (ref, notes_commit);
create table if not exists seen (ref text primary key, tip text not null) without rowid;
`

const mostKept = 5_000
const longestKept = 14 * 24 * 3600_000
const prunedEvery = 64
const busyTimeout = 10_000

export class Outbox {
  readonly #db: Database
  readonly #file: string

  private constructor(db: Database, file: string) {
    this.#db = db
    this.#file = file
  }

  /** For writers, who hold the write lock. */
  static open(layout: Layout): Outbox {
    const file = outboxFile(layout)
    try {
      mkdirSync(privateFolder(layout), { recursive: true })
      return Outbox.#openFile(file)
    } catch (error) {
      if (!isDamaged(error)) throw storeFailure(file, error)
    }
    for (const suffix of ['', '-journal']) rmSync(`${file}${suffix}`, { force: true })
    return Outbox.#openFile(file)
  }

  /** For readers: undefined when nothing was ever written here, or it cannot be read. */
  static openExisting(layout: Layout): Outbox | undefined {
    const file = outboxFile(layout)
    if (!existsSync(file)) return undefined
    try {
      const db = new Database(file, { readonly: true })
      db.run(`pragma busy_timeout = ${busyTimeout}`)
      for (const table of ['entry', 'seen']) db.query(`select ref from ${table} limit 1`).get()
      return new Outbox(db, file)
    } catch {
      return undefined
    }
  }

  static #openFile(file: string): Outbox {
    const db = new Database(file, { create: true, readwrite: true })
    try {
      db.run(`pragma busy_timeout = ${busyTimeout}`)
      // A killed process loses nothing by this, only a machine that loses its power.
      db.run('pragma synchronous = off')
      db.run('pragma journal_mode = truncate')
      db.run(tables)
      return new Outbox(db, file)
    } catch (error) {
      db.close()
      throw error
    }
  }

  /** Before the ref moves. */
  begin(ref: string, commit: Oid, entries: readonly OutboxEntry[]): void {
    this.#write(() => {
      const insert = this.#db.query(
        'insert into entry (ref, target, blob, previous, notes_commit, process, at, done) values (?, ?, ?, ?, ?, ?, ?, 0)',
      )
      const at = Date.now()
      for (const { target, blob, previous } of entries.slice(-mostKept))
        insert.run(ref, target, blob ?? null, previous ?? null, commit, process.pid, at)
    })
  }

  /** The ref stands on the commit. */
  finish(ref: string, commit: Oid): void {
    this.#write(() => {
      this.#db.query('update entry set done = 1 where ref = ? and notes_commit = ?').run(ref, commit)
      this.#setSeen(ref, commit)
      this.#prune()
    })
  }

  /** The ref did not move to the commit, and never will. */
  abandon(ref: string, commit: Oid): void {
    this.#write(() => {
      this.#db.query('delete from entry where ref = ? and notes_commit = ?').run(ref, commit)
    })
  }

  /** Unfinished writes are among these commits, or were never made: their process died, for nobody else is writing. */
  settle(ref: string, commits: ReadonlySet<Oid>): void {
    this.#write(() => {
      for (const commit of this.unfinished(ref)) {
        const sql = commits.has(commit) ? 'update entry set done = 1' : 'delete from entry'
        this.#db.query(`${sql} where ref = ? and notes_commit = ?`).run(ref, commit)
      }
    })
  }

  /** All is in order up to this tip. */
  setSeen(ref: string, tip: Oid): void {
    this.#write(() => this.#setSeen(ref, tip))
  }

  /** Forgets a ref, or one note of it: what was taken back for good must not come back. */
  forget(ref: string, target?: Oid): void {
    this.#write(() => {
      if (target !== undefined)
        this.#db.query('delete from entry where ref = ? and target = ?').run(ref, target)
      else
        for (const table of ['entry', 'seen']) this.#db.query(`delete from ${table} where ref = ?`).run(ref)
    })
  }

  /** The last tip at which everything was in order. */
  seen(ref: string): Oid | undefined {
    const row = this.#db.query<{ tip: Oid }, [string]>('select tip from seen where ref = ?').get(ref)
    return row !== null && isOid(row.tip) ? row.tip : undefined
  }

  /** The tip is one of ours: no other program wrote last. */
  isOwn(ref: string, tip: Oid): boolean {
    if (this.seen(ref) === tip) return true
    const sql = 'select 1 from entry where ref = ? and notes_commit = ? limit 1'
    return this.#db.query(sql).get(ref, tip) !== null
  }

  /** Oldest first. */
  entries(ref: string): RecordedEntry[] {
    return (
      this.#db
        .query<
          { target: Oid; blob: Oid | null; previous: string | null; commit: Oid; done: number },
          [string]
        >(
          'select target, blob, previous, notes_commit as "commit", done from entry where ref = ? order by id',
        )
        .all(ref)
        .map((row) => ({
          target: row.target,
          blob: row.blob ?? undefined,
          previous: row.previous ?? undefined,
          commit: row.commit,
          done: row.done === 1,
        }))
        // The file may have come with a repository from anywhere.
        .filter(({ target, blob, commit }) => [target, blob ?? target, commit].every(isOid))
    )
  }

  /** The notes commits of writes that were begun and not seen to end. */
  unfinished(ref: string): Oid[] {
    const sql = 'select distinct notes_commit as "commit" from entry where ref = ? and done = 0'
    return this.#db
      .query<{ commit: Oid }, [string]>(sql)
      .all(ref)
      .map(({ commit }) => commit)
  }

  close(): void {
    this.#db.close()
  }

  #setSeen(ref: string, tip: Oid): void {
    this.#db.query('insert or replace into seen (ref, tip) values (?, ?)').run(ref, tip)
  }

  #prune(): void {
    const last = this.#db.query<{ id: number | null }, []>('select max(id) as id from entry').get()?.id ?? 0
    if (last % prunedEvery !== 0) return
    this.#db.query('delete from entry where id <= ? or at < ?').run(last - mostKept, Date.now() - longestKept)
  }

  #write(work: () => void): void {
    try {
      this.#db.transaction(work).immediate()
    } catch (error) {
      throw storeFailure(this.#file, error)
    }
  }
}

export function outboxFile(layout: Layout): string {
  return join(privateFolder(layout), 'outbox.sqlite')
}
