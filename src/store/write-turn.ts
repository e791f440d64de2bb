/**
 * The turn: one process at a time works for all writers who meet at a place. A courtesy only: the write lock keeps
 * writes apart. The system gives the turn back when its process dies, however it dies.
 */
import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { isBusy } from './store-failure.ts'
import { openLockFile } from './write-lock.ts'

export interface WriteTurn {
  close(): void
}

/** Undefined when another has it. Throws where there is no taking turns. */
export function takeTurn(folder: string): WriteTurn | undefined {
  const db: Database = openLockFile(join(folder, 'turn.sqlite'))
  try {
    db.run('begin exclusive')
    return db
  } catch (error) {
    db.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
