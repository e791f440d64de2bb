/**
 * The index: a SQLite file in the common git directory, derived from the notes and safe to delete. Where it cannot be
 * used (a read-only repository, a newer file, a lock that stays) the same tables live in memory, with the same answers.
 */
import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../base/errors.ts'
import type { Layout } from '../git/repository.ts'
import { schemaVersion, tables } from './tables.ts'

export interface Store {
  readonly db: Database
  /** Undefined when it lives in memory. */
  readonly file: string | undefined
  close(): void
}

export interface StoreOptions {
  /** `ULTRAGIT_NO_CACHE`: leave the disk alone. */
  readonly inMemory: boolean
  /** Told in one line when the file had to be made anew or passed over. */
  readonly report: (line: string) => void
}

const busyTimeout = 5_000
/** A question touches rows all over the index, and each page is a call to the system. */
const pageSize = 16_384
/** In KiB. The rows of one file lie all over the index: with SQLite's own 2 MB the same pages are read ten times. */
const pageCache = 6_144

export function indexFile(layout: Layout): string {
  return join(layout.commonDir, 'ultragit', 'index.sqlite')
}

export function openStore(layout: Layout, { inMemory, report }: StoreOptions): Store {
  if (inMemory) return memoryStore()
  const file = indexFile(layout)
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openFile(file)
  } catch (error) {
    if (error instanceof NewerIndex) {
      report('the index was written by a newer ultragit: answering without it')
      return memoryStore()
    }
    if (isDamage(error)) {
      report(`the index is damaged (${messageOf(error)}): making it anew`)
      return rebuilt(file, report)
    }
    if (!isReadOnly(error)) report(`the index cannot be used (${messageOf(error)}): answering without it`)
    return memoryStore()
  }
}

/** Removes the index and what SQLite keeps beside it. */
export function removeIndex(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true })
}

function rebuilt(file: string, report: StoreOptions['report']): Store {
  try {
    removeIndex(file)
    return openFile(file)
  } catch (error) {
    report(`the index cannot be made anew (${messageOf(error)}): answering without it`)
    return memoryStore()
  }
}

class NewerIndex extends Error {}

function openFile(file: string): Store {
  const db = new Database(file, { create: true, readwrite: true })
  try {
    db.run(`pragma page_size = ${pageSize}`) // of a new file
    db.run(`pragma busy_timeout = ${busyTimeout}`)
    db.run('pragma journal_mode = wal')
    // The notes are the truth: after a crash of the machine the index may be made anew.
    db.run('pragma synchronous = off')
    db.run(`pragma cache_size = -${pageCache}`)
    db.run('pragma temp_store = memory')
    prepareTables(db)
    return { db, file, close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareTables(db: Database): void {
  const version = versionOf(db)
  if (version === schemaVersion) return
  if (version > schemaVersion) throw new NewerIndex()
  db.transaction(() => {
    if (versionOf(db) === schemaVersion) return // another process was faster
    for (const { type, name } of objectsOf(db)) db.run(`drop ${type} if exists "${name}"`)
    db.run(tables)
    db.run(`pragma user_version = ${schemaVersion}`)
  }).exclusive()
}

function versionOf(db: Database): number {
  return db.query<{ user_version: number }, []>('pragma user_version').get()?.user_version ?? 0
}

function objectsOf(db: Database): { type: string; name: string }[] {
  return db
    .query<{ type: string; name: string }, []>(
      "select type, name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    )
    .all()
}

function memoryStore(): Store {
  const db = new Database(':memory:')
  db.run(tables)
  return { db, file: undefined, close: () => db.close() }
}

function isDamage(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code // SQLiteError has it; anything may be thrown
  return (
    code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' || /no such (table|column)/.test(messageOf(error))
  )
}

function isReadOnly(error: unknown): boolean {
  return /read-?only|EROFS|EACCES|EPERM|permission denied|unable to open/i.test(messageOf(error))
}
