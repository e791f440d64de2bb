/**
 * One opened repository for all who would open it the same way: its git process, the objects it read. Settings, refs and
 * the working tree are looked at anew for each, so that no answer depends on who came before.
 */
import { stat } from 'node:fs/promises'
import { discover } from '../../git/discover.ts'
import { openSession, type Session, type SessionOptions } from '../../session.ts'

export class SharedSessions {
  readonly #opened = new Map<string, Promise<Session>>()

  /** As `openSession`; what closes it here is `close`. */
  async open(options: SessionOptions): Promise<Session> {
    const key = await keyOf(options)
    const known = this.#opened.get(key)
    if (known === undefined) {
      const opening = openSession(options)
      this.#opened.set(key, opening)
      opening.catch(() => this.#opened.delete(key))
      return lent(await opening)
    }
    // Whoever opens it may fail for reasons of its own.
    const session = await known.catch(() => undefined)
    if (session === undefined) return openSession(options)
    const fresh = await session.reload(options)
    const wanted = fresh.config.values.get('git')?.value
    const fits = wanted === 'auto' || wanted === fresh.repository.backend
    return fits ? lent(fresh) : openSession(options)
  }

  close(): void {
    for (const opening of this.#opened.values())
      opening.then(
        (session) => session.close(),
        () => {},
      )
  }
}

function lent(session: Session): Session {
  return { ...session, close: () => {} }
}

/** Of a shell or of the person, and nothing to git. */
const withoutMeaning = new Set(['ULTRAGIT_AUTHOR', 'PWD', 'OLDPWD', 'SHLVL', '_'])

/** A repository that was removed and made anew is another one, though its name is the same. */
async function keyOf({ cwd, env }: SessionOptions): Promise<string> {
  const { layout, cwd: start, explicit } = await discover(cwd, env)
  const { dev, ino } = await stat(layout.commonDir)
  const environment = Object.entries(env)
    .filter(([name]) => !withoutMeaning.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([layout, start, explicit, dev, ino, environment])
}
