/** What another program erased of the notes of one ref, looked for again only when the ref or the outbox changed. */
import { statSync } from 'node:fs'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import { type ErasedNote, findErased } from './find-erased.ts'
import { Outbox, outboxFile } from './outbox.ts'
import { isDamaged } from './store-failure.ts'

export interface ErasedState {
  /** What each note should be. */
  readonly notes: readonly ErasedNote[]
  /** Names this state; undefined when nothing is missing. */
  readonly key: string | undefined
}

const nothing: ErasedState = { notes: [], key: undefined }

export class ErasedNotes {
  readonly #repository: Repository
  readonly #ref: string
  #known: { readonly under: string; readonly state: ErasedState } | undefined

  constructor(repository: Repository, ref: string) {
    this.#repository = repository
    this.#ref = ref
  }

  /** `tip` undefined: the ref was deleted, and whoever did it meant it. */
  async at(tip: Oid | undefined): Promise<ErasedState> {
    const under = `${tip} ${stateOf(outboxFile(this.#repository.layout))}`
    if (this.#known?.under !== under) this.#known = { under, state: await this.#look(tip) }
    return this.#known.state
  }

  /** How many were missing when last looked for. */
  get count(): number {
    return this.#known?.state.notes.length ?? 0
  }

  async #look(tip: Oid | undefined): Promise<ErasedState> {
    const outbox = tip === undefined ? undefined : Outbox.openExisting(this.#repository.layout)
    if (tip === undefined || outbox === undefined) return nothing
    try {
      if (outbox.seen(this.#ref) === undefined) return nothing
      const found = await findErased(this.#repository, outbox, { ref: this.#ref, tip })
      return await this.#readable(found?.erased ?? [])
    } catch (error) {
      if (isDamaged(error)) return nothing // nobody remembers; the next writer begins a new one
      throw error
    } finally {
      outbox.close()
    }
  }

  /** A blob that was collected as garbage is lost. */
  async #readable(erased: readonly ErasedNote[]): Promise<ErasedState> {
    if (erased.length === 0) return nothing
    const blobs = await this.#repository.readObjects(erased.flatMap(({ blob }) => blob ?? []))
    const notes = erased.filter(({ blob }) => blob === undefined || blobs.has(blob))
    if (notes.length === 0) return nothing
    const lines = notes.map(({ target, blob }) => `${target} ${blob ?? ''}`).sort()
    return { notes, key: new Bun.CryptoHasher('sha1').update(lines.join('\n')).digest('hex') }
  }
}

/** Names what the file holds; empty when there is none that could be read. */
function stateOf(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file)
    return [ino, size, mtimeMs].join(' ')
  } catch {
    return ''
  }
}
