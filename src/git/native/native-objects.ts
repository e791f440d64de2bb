/** The objects of a repository: plain ones from their files, all others by the one git process that stays. */
import { throwIfAborted } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import { ObjectStore } from '../embedded/object-store.ts'
import { ObjectFiles } from '../packs/object-files.ts'
import type { GitObject, Layout } from '../repository.ts'
import { ObjectReader } from './object-reader.ts'
import type { GitProgram } from './run-git.ts'

/** From here on git reads them faster, on another core. */
const many = 4_000

export class NativeObjects {
  readonly #reader: ObjectReader
  readonly #files: ObjectFiles | undefined
  /** Tells what a partial clone has: git would die of a question for what it has not. */
  readonly #store: ObjectStore | undefined

  constructor(layout: Layout, git: GitProgram) {
    this.#reader = new ObjectReader(git)
    this.#files = ObjectFiles.of(layout, git.env)
    this.#store =
      layout.partialClone && layout.objectFormat === 'sha1' ? new ObjectStore(layout, git.env) : undefined
  }

  /** Starts git; fails with git's own words when it refuses the repository. */
  open(): Promise<void> {
    return this.#reader.open()
  }

  /** What a revision names, without a line break in it. */
  async resolve(revision: string): Promise<Oid | undefined> {
    return (await this.#reader.ask(revision))?.oid
  }

  async read(oids: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, GitObject>> {
    throwIfAborted(signal)
    const found = oids.length > many ? new Map<Oid, GitObject>() : (this.#files?.read(oids) ?? new Map())
    const present = await this.#present(oids.filter((oid) => !found.has(oid)))
    const answers = await this.#reader.askAll(present)
    throwIfAborted(signal)
    for (const [at, answer] of answers.entries()) {
      const oid = present[at]
      if (oid !== undefined && answer?.bytes !== undefined)
        found.set(oid, { type: answer.type, bytes: answer.bytes })
    }
    return found
  }

  async readBlob(oid: Oid, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array | 'too_large' | undefined> {
    const [present] = await this.#present([oid])
    if (present === undefined) return undefined
    const found = this.#files?.read([oid]).get(oid) ?? (await this.#reader.ask(present, limit))
    if (found?.type !== 'blob') return undefined
    return found.bytes === undefined || found.bytes.length > limit ? 'too_large' : found.bytes
  }

  close(): void {
    this.#reader.close()
    this.#files?.close()
    this.#store?.close()
  }

  /** All, unless this is a partial clone. */
  async #present(oids: readonly Oid[]): Promise<readonly Oid[]> {
    const store = this.#store
    if (store === undefined) return oids
    const present = await Promise.all(oids.map(async (oid) => (await store.findByPrefix(oid)).length > 0))
    return oids.filter((_, at) => present[at])
  }
}
