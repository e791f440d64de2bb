import type { Database } from 'bun:sqlite'

/** Asks many questions of one state of the file: each by itself would take and give back the lock on it. */
export function askTogether<T>(db: Database, ask: () => T): T {
  if (db.inTransaction) return ask()
  db.run('begin')
  try {
    return ask()
  } finally {
    db.run('commit')
  }
}
