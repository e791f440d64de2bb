/** What stands where in HEAD, or in the commit asked about instead: looked up once, and kept for whoever asks a lot. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { Repository, TreeEntry } from '../git/repository.ts'
import type { Cache } from '../store/cache.ts'

export interface HeadEntriesOptions {
  readonly repository: Repository
  readonly cache: Cache
  readonly head: Oid | undefined
}

/** By path: mode and id, or null where there is nothing. */
type KeptEntries = Readonly<Record<string, readonly [mode: string, oid: Oid] | null>>

const mostKept = 5_000

export class HeadEntries {
  readonly #options: HeadEntriesOptions
  readonly #asked = new Map<RepoPath, Promise<TreeEntry | undefined>>()
  readonly #found = new Map<RepoPath, TreeEntry | undefined>()
  #kept: KeptEntries | undefined

  constructor(options: HeadEntriesOptions) {
    this.#options = options
  }

  at(path: RepoPath): Promise<TreeEntry | undefined> {
    let entry = this.#asked.get(path)
    if (entry === undefined) {
      entry = this.#find(path)
      this.#asked.set(path, entry)
    }
    return entry
  }

  /** Writes down what was looked up, so that the same questions about this commit need not go through its trees again. */
  keep(): void {
    const { cache, head } = this.#options
    if (head === undefined || this.#found.size === 0) return
    const all = { ...this.#keptEntries() }
    for (const [path, entry] of this.#found) all[path] = entry === undefined ? null : [entry.mode, entry.oid]
    if (Object.keys(all).length <= mostKept) cache.put('entries', head, all)
  }

  async #find(path: RepoPath): Promise<TreeEntry | undefined> {
    const { repository, head } = this.#options
    if (head === undefined) return undefined
    const kept = this.#keptEntries()
    if (Object.hasOwn(kept, path)) {
      const [mode, oid] = kept[path] ?? []
      return mode === undefined || oid === undefined ? undefined : { mode, path, oid }
    }
    const entry = await repository.entryAt(head, path)
    this.#found.set(path, entry)
    return entry
  }

  #keptEntries(): KeptEntries {
    const { cache, head } = this.#options
    this.#kept ??= (head === undefined ? undefined : cache.get<KeptEntries>('entries', head)) ?? {}
    return this.#kept
  }
}
