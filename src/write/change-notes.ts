/**
 * The only way notes are written. One writer at a time (a lock that dies with its process), the change applied to what
 * is there now, the ref moved by compare-and-swap, and the write remembered before it is made: parallel writers lose
 * nothing, a kill leaves the old state or the new one, and what another program erases afterwards is noticed.
 * Changes that one process makes side by side to the same opened repository wait for the lock as one.
 */
import type { Repository } from '../git/repository.ts'
import { notesRef, type Session } from '../session.ts'
import { Outbox } from '../store/outbox.ts'
import { withWriteLock } from '../store/write-lock.ts'
import { applyChanges, type DecideNotes, type NotesChanged, type WaitingChange } from './apply-changes.ts'
import { requireWriter } from './move-notes-ref.ts'

/** Of each opened repository, by ref, the changes that wait for the lock. */
const waiting = new WeakMap<Repository, Map<string, WaitingChange[]>>()

export function changeNotes<T>(session: Session, decide: DecideNotes<T>): Promise<NotesChanged<T>> {
  const { repository } = session
  requireWriter(repository)
  const ref = notesRef(session)
  const { promise, resolve, reject } = Promise.withResolvers<NotesChanged<T>>()
  // What is resolved with is what this very `decide` gave.
  const change = {
    decide,
    resolve: (done: NotesChanged<unknown>) => resolve(done as NotesChanged<T>),
    reject,
  }
  const byRef = waiting.get(repository) ?? new Map<string, WaitingChange[]>()
  waiting.set(repository, byRef)
  const queue = byRef.get(ref)
  if (queue !== undefined) queue.push(change)
  else {
    byRef.set(ref, [change])
    void writeUntilDone(repository, ref, byRef)
  }
  return promise
}

/** Those who come while the lock is waited for, or while others are written, are written together. */
async function writeUntilDone(
  repository: Repository,
  ref: string,
  byRef: Map<string, WaitingChange[]>,
): Promise<void> {
  const queue = byRef.get(ref) ?? []
  while (queue.length > 0) {
    try {
      await withWriteLock(repository.layout, async () => {
        const outbox = Outbox.open(repository.layout)
        try {
          await applyChanges({ repository, ref, outbox }, queue.splice(0))
        } finally {
          outbox.close()
        }
      })
    } catch (error) {
      for (const change of queue.splice(0)) change.reject(error)
    }
  }
  byRef.delete(ref)
}
