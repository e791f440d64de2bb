/**
 * Results of pure work, kept under a key that names everything they depend on: they are never wrong, only forgotten. A
 * small memory of this process stands in front of the file.
 */
import type { Database, Statement } from 'bun:sqlite'

export type CacheKind =
  | 'outline'
  | 'blame'
  | 'landing'
  | 'base'
  | 'reach'
  | 'trace'
  | 'near'
  | 'compared'
  | 'placement'
  | 'note'
  | 'problems'
  | 'anchors'
  | 'range'
  | 'entries'
  | 'state'

const mostRows = 40_000
const mostInMemory = 800
const longestValue = 4_000_000

export class Cache {
  readonly #db: Database
  readonly #memory = new Map<string, unknown>()
  readonly #get: Statement<{ value: string }, [string, string]>
  #pending: { kind: CacheKind; key: string; value: unknown }[] = []

  constructor(db: Database) {
    this.#db = db
    this.#get = db.query('select value from cache where kind = ? and key = ?')
  }

  /** `T` is what `put` was given under this kind: each kind has one writer. */
  get<T>(kind: CacheKind, key: string, parse: (text: string) => unknown = JSON.parse): T | undefined {
    const memoryKey = `${kind} ${key}`
    const known = this.#memory.get(memoryKey)
    if (known !== undefined) return known as T
    const row = this.#get.get(kind, key)
    if (row === null) return undefined
    const value = parse(row.value) as T
    this.#remember(memoryKey, value)
    return value
  }

  /** Kept in memory at once, in the file with the next `flush`. */
  put(kind: CacheKind, key: string, value: unknown): void {
    this.#remember(`${kind} ${key}`, value)
    this.#pending.push({ kind, key, value })
  }

  clear(): void {
    this.#memory.clear()
    this.#pending = []
    this.#db.run('delete from cache')
  }

  /** Writes what is new. A cache that cannot be written is only slower. */
  flush(): void {
    if (this.#pending.length === 0) return
    const pending = this.#pending.splice(0)
    try {
      this.#db.transaction(() => this.#write(pending)).immediate()
    } catch {
      // Locked or full: the answer does not depend on it.
    }
  }

  #write(pending: readonly { kind: CacheKind; key: string; value: unknown }[]): void {
    const next = this.#db
      .query<{ used: number }, []>('select ifnull(max(used), 0) + 1 as used from cache')
      .get()
    const insert = this.#db.query('insert or replace into cache (kind, key, value, used) values (?, ?, ?, ?)')
    for (const { kind, key, value } of pending) {
      const text = JSON.stringify(value)
      if (text.length <= longestValue) insert.run(kind, key, text, next?.used ?? 1)
    }
    const count = this.#db.query<{ rows: number }, []>('select count(*) as rows from cache').get()?.rows ?? 0
    if (count > mostRows)
      this.#db.run(
        'delete from cache where (kind, key) in (select kind, key from cache order by used limit ?)',
        [count - mostRows + mostRows / 10],
      )
  }

  #remember(key: string, value: unknown): void {
    if (this.#memory.size >= mostInMemory) {
      const [oldest] = this.#memory.keys()
      if (oldest !== undefined) this.#memory.delete(oldest)
    }
    this.#memory.set(key, value)
  }
}
