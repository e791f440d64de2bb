/**
 * The only way notes are written. One writer at a time (a lock that dies with its process), the change applied to what
 * is there now, the ref moved by compare-and-swap, and the write remembered before it is made: parallel writers lose
 * nothing, a kill leaves the old state or the new one, and what another program erases afterwards is noticed.
 */
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import type { NoteChange } from '../git/repository-writer.ts'
import { notesRef, type Session } from '../session.ts'
import { findErased } from '../store/find-erased.ts'
import { Outbox } from '../store/outbox.ts'
import { withWriteLock } from '../store/write-lock.ts'
import { CurrentNotes } from './current-notes.ts'

import { moveNotesRef, type NotMoved, requireWriter, type WritePlace } from './move-notes-ref.ts'
import { removeDeadLock } from './remove-dead-lock.ts'

/** What to write, decided by looking at what is there. */
interface NotesPlan<T> {
  readonly changes: readonly NoteChange[]
  /** Commits of other notes histories that the changes bring together with ours. */
  readonly merged?: readonly Oid[]
  /** Instead of changes: a notes commit that has ours among its ancestors. */
  readonly adopt?: Oid
  /** The message of the notes commit. */
  readonly message: string
  /** What the caller wants to know afterwards. */
  readonly value: T
}

export interface NotesChanged<T> {
  readonly value: T
  /** The notes commit; undefined when there was nothing to change. */
  readonly commit: Oid | undefined
  /** Targets whose notes had been erased by another program and are back. */
  readonly restored: readonly Oid[]
}

/** Asked again when the ref moved meanwhile, so it must decide from `current` alone. */
export type DecideNotes<T> = (current: CurrentNotes) => Promise<NotesPlan<T>>

export async function changeNotes<T>(session: Session, decide: DecideNotes<T>): Promise<NotesChanged<T>> {
  const { repository } = session
  requireWriter(repository)
  return withWriteLock(repository.layout, async () => {
    const outbox = Outbox.open(repository.layout)
    try {
      return await applyToNewest({ repository, ref: notesRef(session), outbox }, decide)
    } finally {
      outbox.close()
    }
  })
}

const patienceWithLock = 10_000
const mostAttempts = 200

/** Every attempt starts from the tip as it is now, and looks first whether something of ours is missing there. */
async function applyToNewest<T>(place: WritePlace, decide: DecideNotes<T>): Promise<NotesChanged<T>> {
  const { repository, ref } = place
  const restored: Oid[] = []
  const giveUpAt = performance.now() + patienceWithLock
  removeDeadLock(place)
  for (let attempt = 1; ; attempt++) {
    const tip = await readTip(repository, ref)
    const mended = await mend(place, tip)
    if ('restored' in mended) {
      restored.push(...mended.restored)
      const current = new CurrentNotes(repository, mended.tip)
      const plan = await decide(current)
      const moved = await moveNotesRef(place, current, plan)
      if (!('lockedBy' in moved)) return { value: plan.value, commit: moved.commit, restored }
      checkPatience(ref, moved, { attempt, giveUpAt })
    } else checkPatience(ref, mended, { attempt, giveUpAt })
    await Bun.sleep(attempt === 1 ? 0 : 40 * Math.random())
  }
}

type Mended = { readonly tip: Oid | undefined; readonly restored: readonly Oid[] } | NotMoved

/** Puts back what another program erased, in a notes commit of its own. */
async function mend(place: WritePlace, tip: Oid | undefined): Promise<Mended> {
  const { repository, ref, outbox } = place
  if (tip === undefined) {
    if (outbox.seen(ref) !== undefined) outbox.forget(ref) // somebody deleted the ref, and meant it
    return { tip, restored: [] }
  }
  const inspection = await findErased(repository, outbox, { ref, tip })
  // A write that was begun and not finished is at the tip, or on the way to it, or was never made.
  if (outbox.unfinished(ref).length > 0) outbox.settle(ref, inspection?.commits ?? new Set([tip]))
  if (inspection === undefined) return { tip, restored: [] }
  const changes = await changesBack(repository, inspection.erased)
  const current = new CurrentNotes(repository, tip)
  const moved = await moveNotesRef(place, current, { changes, message: 'Notes restored by ultragit' })
  if ('lockedBy' in moved) return moved
  if (moved.commit === undefined) outbox.setSeen(ref, tip)
  return { tip: moved.commit ?? tip, restored: changes.map(({ target }) => target) }
}

async function changesBack(
  repository: Repository,
  erased: readonly { readonly target: Oid; readonly blob: Oid | undefined }[],
): Promise<NoteChange[]> {
  const texts = await repository.readObjects(erased.flatMap(({ blob }) => blob ?? []))
  return erased.flatMap(({ target, blob }): NoteChange[] => {
    if (blob === undefined) return [{ target, text: undefined }]
    const bytes = texts.get(blob)?.bytes
    return bytes === undefined ? [] : [{ target, text: bytes }]
  })
}

/** The notes commit the ref stands on; undefined when there is no such ref. */
export async function readTip(repository: Repository, ref: string): Promise<Oid | undefined> {
  const tip = await repository.resolve(ref)
  if (tip !== undefined) return tip
  if (!(await repository.listRefs(ref)).some(({ name }) => name === ref)) return undefined
  throw new UltragitError('data_invalid', `the notes ref '${ref}' names no commit that can be read`, {
    hint: 'git fsck --full',
  })
}

function checkPatience(
  ref: string,
  { lockedBy }: NotMoved,
  { attempt, giveUpAt }: { readonly attempt: number; readonly giveUpAt: number },
): void {
  if (lockedBy !== undefined && performance.now() > giveUpAt)
    throw new UltragitError('git_failed', `'${ref}' is locked by another process`, {
      hint: `if no git is running, a crashed one left the lock: rm '${lockedBy}'`,
    })
  if (lockedBy === undefined && attempt >= mostAttempts)
    throw new UltragitError('git_failed', `'${ref}' kept moving while it was written`, {
      hint: 'another program writes notes all the time; try again',
    })
}
