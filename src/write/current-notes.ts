/** The notes as they stand at one tip: what a change is applied to. */
import { type DecodedNote, decodeNote } from '../annotation/decode-note.ts'
import type { Oid } from '../base/ids.ts'
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

  constructor(repository: Repository, tip: Oid | undefined) {
    this.#repository = repository
    this.tip = tip
  }

  /** The note on an object; undefined when there is none. */
  async read(target: Oid): Promise<CurrentNote | undefined> {
    const blobs = await this.blobsOf(target)
    if (blobs.length === 0) return undefined
    const objects = await this.#repository.readObjects(blobs)
    const bytes = joined(blobs.map((oid) => objects.get(oid)?.bytes ?? new Uint8Array()))
    return { target, bytes, blobs, ...decodeNote(bytes, target) }
  }

  async blobsOf(target: Oid): Promise<readonly Oid[]> {
    return this.tip === undefined ? [] : findNote(this.#repository, this.tip, target)
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array()] = parts
  return parts.length === 1 ? first : Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}
