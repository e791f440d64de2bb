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

const mostPlaces = 16
const defaultPatience = 20_000
const shortestPause = 2
const longestPause = 80

export async function withWriteTurn<T>(
  layout: Layout,
  work: () => Promise<T>,
  {
    places = Math.min(mostPlaces, availableParallelism()),
    patience = defaultPatience,
  }: WriteTurnOptions = {},
): Promise<T> {
  const turn = await waitForTurn(layout, { places, patience })
  try {
    return await work()
  } finally {
    turn?.close()
  }
}

/** Undefined: there is no waiting here, or there was enough of it. */
async function waitForTurn(
  layout: Layout,
  { places, patience }: Required<WriteTurnOptions>,
): Promise<Turn | undefined> {
  const giveUpAt = performance.now() + patience
  const turns = Array.from({ length: places }, (_, place) => new Turn(layout, place))
  let taken: Turn | undefined
  try {
    for (let pause = shortestPause; performance.now() < giveUpAt; pause = Math.min(longestPause, pause * 2)) {
      taken = turns.find((turn) => turn.take())
      if (taken !== undefined) break
      // Apart from each other, so that a hundred who wait do not ask at the same moment.
      await Bun.sleep(pause * (0.5 + Math.random()))
    }
    return taken
  } catch {
    return undefined // whatever is wrong there, the write itself says it better
  } finally {
    for (const turn of turns) if (turn !== taken) turn.close()
  }
}

/** One place. Closing it, or dying, gives it to the next; open while it is asked for again and again. */
class Turn {
  readonly #layout: Layout
  readonly #file: string
  #db: Database | undefined

  constructor(layout: Layout, place: number) {
    this.#layout = layout
    this.#file = join(privateFolder(layout), `turn-${place}.sqlite`)
  }

  /** False when another has it. */
  take(): boolean {
    this.#db ??= openLockFile(this.#layout, this.#file)
    try {
      this.#db.run('begin exclusive')
      return true
    } catch (error) {
      if (isBusy(error)) return false
      throw error
    }
  }

  close(): void {
    this.#db?.close()
  }
}
