/** What ultragit asks of git that changes something. Only an installed git can do it. */
import type { Oid } from '../base/ids.ts'

export interface RefUpdate {
  readonly ref: string
  /** Undefined deletes the ref. */
  readonly to: Oid | undefined
  /** The value the ref must have now; undefined: it must not exist. */
  readonly from: Oid | undefined
}

export type RefUpdateOutcome = 'done' | 'moved' | { readonly lockedBy: string }

export interface NoteChange {
  readonly target: Oid
  /** The new note; undefined removes it. */
  readonly text: string | Uint8Array | undefined
}

export interface RepositoryWriter {
  setConfig(key: string, value: string, scope: 'local' | 'global'): Promise<void>
  /** One more value of a key that may have several, in the repository's own configuration. */
  addConfig(key: string, value: string): Promise<void>
  /** All values of the key, or the one named. */
  unsetConfig(key: string, scope: 'local' | 'global', value?: string): Promise<void>
  /**
   * Writes a notes commit on top of `tip` (undefined: the first one) with the changes made, and gives its id.
   * No ref moves. The tree has one path per target afterwards. `merged` are further parents.
   */
  writeNotes(
    tip: Oid | undefined,
    changes: readonly NoteChange[],
    message: string,
    merged?: readonly Oid[],
  ): Promise<Oid>
  /** Brings one ref of a remote here, whatever it was before; false when the remote has no such ref. */
  fetchRef(remote: string, from: string, to: string): Promise<boolean>
  /** Puts a commit on a ref of a remote, never by force. */
  pushRef(remote: string, commit: Oid, ref: string): Promise<'done' | 'behind'>
  /**
   * Writes the notes history of `tip` anew, with another text for one note wherever it ever stood (undefined: without
   * it), and gives the new tip and how many commits held the note. No ref moves.
   */
  rewriteNote(
    tip: Oid,
    target: Oid,
    change: (bytes: Uint8Array) => string | undefined,
  ): Promise<{ readonly tip: Oid; readonly held: number }>
  /** Moves refs in one transaction, all or nothing, each only from its expected value. */
  updateRefs(updates: readonly RefUpdate[]): Promise<RefUpdateOutcome>
}
