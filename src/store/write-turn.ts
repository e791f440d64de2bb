/**
 * As many writers at their work as there are processors; the others wait before they begin. A hundred at once would
 * all parse, then all wait for the write lock while what they loaded goes on being compiled in the background.
 * A courtesy only: the lock keeps writes apart, and whoever waits too long, or cannot wait here, goes ahead.
 */
import type { Database } from 'bun:sqlite'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Layout } from '../git/repository.ts'
import { isBusy } from './store-failure.ts'
import { openLockFile, privateFolder } from './write-lock.ts'

export interface WriteTurnOptions {
  /** How many may work at once. */
  readonly places?: number
  /** Milliseconds to wait for the others. */
  readonly patience?: number
}

const defaultPatience = 20_000
const shortestPause = 2
const longestPause = 80

export async function withWriteTurn<T>(
  layout: Layout,
  work: () => Promise<T>,
  { places = availableParallelism(), patience = defaultPatience }: WriteTurnOptions = {},
): Promise<T> {
  const turn = await waitForTurn(layout, { places, patience })
  try {
    return await work()
  } finally {
    turn?.close()
  }
}

/** Closing it, or dying, gives the place to the next. Undefined: there is no waiting here, or there was enough of it. */
async function waitForTurn(
  layout: Layout,
  { places, patience }: Required<WriteTurnOptions>,
): Promise<Database | undefined> {
  const giveUpAt = performance.now() + patience
  for (let pause = shortestPause; ; pause = Math.min(longestPause, pause * 2)) {
    for (let place = 0; place < places; place++) {
      const turn = takePlace(layout, place)
      if (turn !== 'taken') return turn
    }
    if (performance.now() > giveUpAt) return undefined
    // Apart from each other, so that a hundred who wait do not ask at the same moment.
    await Bun.sleep(pause * (0.5 + Math.random()))
  }
}

/** Undefined when the place cannot be taken by anyone: what is wrong there, the write itself says better. */
function takePlace(layout: Layout, place: number): Database | 'taken' | undefined {
  let db: Database | undefined
  try {
    db = openLockFile(layout, join(privateFolder(layout), `turn-${place}.sqlite`))
    db.run('begin exclusive')
    return db
  } catch (error) {
    db?.close()
    return isBusy(error) ? 'taken' : undefined
  }
}
