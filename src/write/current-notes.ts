/** The notes as they stand at one tip: what a change is applied to. */
import { type DecodedNote, decodeNote } from '../annotation/decode-note.ts'
import type { Oid } from '../base/ids.ts'
import { hashObject } from '../git/objects/hash-object.ts'
import type { Repository } from '../git/repository.ts'
import { findNote } from './find-note.ts'

export interface CurrentNote extends DecodedNote {
  readonly target: Oid
  readonly bytes: Uint8Array
  /** More than one when the target stands at two depths of the tree. */
  readonly blobs: readonly Oid[]
}

export class CurrentNotes {
  /** The commit of the notes ref; undefined when there is none yet. */
  readonly tip: Oid | undefined
  readonly #repository: Repository
  /** Changes decided on and not yet written; undefined takes the note away. */
  readonly #planned: ReadonlyMap<Oid, Uint8Array | undefined>

  constructor(
    repository: Repository,
    tip: Oid | undefined,
    planned: ReadonlyMap<Oid, Uint8Array | undefined> = new Map(),
  ) {
    this.#repository = repository
    this.tip = tip
    this.#planned = planned
  }

  /** The note on an object; undefined when there is none. */
  async read(target: Oid): Promise<CurrentNote | undefined> {
    const blobs = await this.blobsOf(target)
    if (blobs.length === 0) return undefined
    const bytes = this.#planned.get(target) ?? (await this.#readBlobs(blobs))
    return { target, bytes, blobs, ...decodeNote(bytes, target) }
  }

  async blobsOf(target: Oid): Promise<readonly Oid[]> {
    if (this.#planned.has(target)) {
      const bytes = this.#planned.get(target)
      return bytes === undefined ? [] : [this.hashOf(bytes)]
    }
    return this.tip === undefined ? [] : findNote(this.#repository, this.tip, target)
  }

  /** The blob such a note would be. */
  hashOf(text: string | Uint8Array): Oid {
    return hashObject('blob', Buffer.from(text), this.#repository.layout.objectFormat)
  }

  async #readBlobs(blobs: readonly Oid[]): Promise<Uint8Array> {
    const objects = await this.#repository.readObjects(blobs)
    return joined(blobs.map((oid) => objects.get(oid)?.bytes ?? new Uint8Array()))
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array()] = parts
  return parts.length === 1 ? first : Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}
