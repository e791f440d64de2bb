/**
 * One writer of notes at a time, over all processes and worktrees of a repository. The lock is an exclusive SQLite
 * transaction on a file of its own: the system releases it when the process dies, however it dies.
 */
import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { throwIfAborted, UltragitError } from '../base/errors.ts'
import type { Layout } from '../git/repository.ts'
import { isBusy, storeFailure } from './store-failure.ts'

export interface WriteLockOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds to wait for the others. */
  readonly patience?: number
}

const defaultPatience = 60_000
const shortestPause = 1
const longestPause = 50

/** The folder in the common git directory for what is ours: the index, the lock, the outbox. */
export function privateFolder(layout: Layout): string {
  return join(layout.commonDir, 'ultragit')
}

export async function withWriteLock<T>(
  layout: Layout,
  work: () => Promise<T>,
  { signal, patience = defaultPatience }: WriteLockOptions = {},
): Promise<T> {
  const file = join(privateFolder(layout), 'write.sqlite')
  const db = openLockFile(file)
  try {
    await acquire(db, { file, signal, patience })
    try {
      return await work()
    } finally {
      db.run('rollback')
    }
  } finally {
    db.close()
  }
}

/** A file that is locked and never written. */
export function openLockFile(file: string): Database {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const db = new Database(file, { create: true, readwrite: true })
    // The pauses between attempts are ours: SQLite would hold up the whole process.
    db.run('pragma busy_timeout = 0')
    return db
  } catch (error) {
    throw storeFailure(file, error)
  }
}

async function acquire(
  db: Database,
  {
    file,
    signal,
    patience,
  }: { readonly file: string; readonly signal: AbortSignal | undefined; readonly patience: number },
): Promise<void> {
  const giveUpAt = performance.now() + patience
  for (let pause = shortestPause; ; pause = Math.min(longestPause, pause * 2)) {
    throwIfAborted(signal)
    try {
      db.run('begin exclusive')
      return
    } catch (error) {
      if (!isBusy(error)) throw storeFailure(file, error)
    }
    if (performance.now() > giveUpAt)
      throw new UltragitError(
        'git_failed',
        `another ultragit has been writing notes for ${Math.round(patience / 1000)} seconds`,
        { hint: `try again; '${file}' is held by a process that does not end` },
      )
    // Apart from each other, so that a hundred who wait do not ask at the same moment.
    await Bun.sleep(pause * (0.5 + Math.random()))
  }
}
