/** Brings our notes and a remote's together: fetch beside ours, merge, push without force, again if someone was faster. */
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import { notesRef, type Session } from '../../session.ts'
import { changeNotes } from '../change-notes.ts'
import type { CurrentNotes } from '../current-notes.ts'
import { requireWriter } from '../move-notes-ref.ts'
import { readTip } from '../read-tip.ts'
import { compareNotes, mergeNotes } from './merge-notes.ts'

export interface SyncRequest {
  readonly remote: string
  readonly push: boolean
  readonly pull: boolean
  /** Push although many notes of the remote would go. */
  readonly allowDeletions: boolean
}

export interface Synced {
  /** Notes that came from the remote, and that went there. */
  readonly received: number
  readonly sent: number
  readonly tip: Oid | undefined
  readonly restored: readonly Oid[]
}

export interface SyncStatus {
  readonly ahead: number
  readonly behind: number
  readonly diverged: number
}

const mostAttempts = 30

export async function syncNotes(session: Session, request: SyncRequest): Promise<Synced> {
  const ref = notesRef(session)
  const restored: Oid[] = []
  let received = 0
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const theirs = await fetchNotes(session, request.remote)
    if (request.pull && theirs !== undefined) {
      const merged = await mergeRemote(session, theirs)
      received += merged.received
      restored.push(...merged.restored)
    }
    const tip = await readTip(session.repository, ref)
    if (!request.push || tip === undefined || tip === theirs) return { received, sent: 0, tip, restored }
    const sent = theirs === undefined ? undefined : await checkDeletions(session, { tip, theirs }, request)
    const count = sent ?? (await session.repository.listNotes(tip)).length
    const outcome = await requireWriter(session.repository).pushRef(request.remote, tip, ref)
    if (outcome === 'done') {
      await rememberPushed(session, request.remote, tip)
      return { received, sent: count, tip, restored }
    }
    if (!request.pull) throw behind(request.remote)
    await Bun.sleep(20 * attempt * Math.random())
  }
  throw new UltragitError('git_failed', `'${request.remote}' kept moving while notes were pushed`, {
    hint: 'ultragit sync',
  })
}

export async function syncStatus(session: Session, remote: string): Promise<SyncStatus> {
  const { repository } = session
  const theirs = await fetchNotes(session, remote)
  const ours = await readTip(repository, notesRef(session))
  const count = async (tip: Oid | undefined) =>
    tip === undefined ? 0 : (await repository.listNotes(tip)).length
  if (ours === undefined || theirs === undefined)
    return { ahead: await count(ours), behind: await count(theirs), diverged: 0 }
  const { ahead, behind: missing, both } = await compareNotes(repository, ours, theirs)
  return { ahead: ahead.length, behind: missing.length, diverged: both.length }
}

/** The remote's tip, fetched beside ours and never onto it. */
async function fetchNotes(session: Session, remote: string): Promise<Oid | undefined> {
  const { repository } = session
  const copy = trackingRef(session, remote)
  const isThere = await requireWriter(repository).fetchRef(remote, notesRef(session), copy)
  return isThere ? repository.resolve(copy) : undefined
}

function trackingRef(session: Session, remote: string): string {
  return `refs/notes/remotes/${remote}/${notesRef(session).slice('refs/notes/'.length)}`
}

async function mergeRemote(
  session: Session,
  theirs: Oid,
): Promise<{ received: number; restored: readonly Oid[] }> {
  const { repository } = session
  const { value, restored } = await changeNotes(session, async ({ tip }: CurrentNotes) => {
    const message = 'Notes merged by ultragit sync'
    if (tip === undefined) {
      const received = (await repository.listNotes(theirs)).length
      return { changes: [], adopt: theirs, message, value: received }
    }
    const base = tip === theirs ? tip : await repository.mergeBase(tip, theirs)
    if (base === theirs) return { changes: [], message, value: 0 }
    if (base === tip)
      return { changes: [], adopt: theirs, message, value: (await repository.diffNotes(tip, theirs)).length }
    const changes = await mergeNotes(repository, { ours: tip, theirs })
    return { changes, merged: [theirs], message, value: changes.length }
  })
  return { received: value, restored }
}

/** How many notes the push changes there. Taking away more than a tenth of them is a question first. */
async function checkDeletions(
  { repository }: Session,
  { tip, theirs }: { readonly tip: Oid; readonly theirs: Oid },
  { remote, allowDeletions }: SyncRequest,
): Promise<number> {
  const changes = await repository.diffNotes(theirs, tip)
  const removed = changes.filter(({ blobs }) => blobs.length === 0).length
  const all = removed < 2 ? 0 : (await repository.listNotes(theirs)).length
  if (removed >= 2 && removed > all / 10 && !allowDeletions)
    throw new UltragitError('usage', `this would take ${removed} of ${all} notes away from '${remote}'`, {
      hint: 'ultragit sync --allow-deletions, if that is meant',
    })
  return changes.length
}

/** A plain fetch would find the same; until then the copy of the remote is what we know to be there. */
async function rememberPushed(session: Session, remote: string, tip: Oid): Promise<void> {
  const { repository } = session
  const copy = trackingRef(session, remote)
  const before = await repository.resolve(copy)
  if (before !== tip) await requireWriter(repository).updateRefs([{ ref: copy, to: tip, from: before }])
}

function behind(remote: string): UltragitError {
  return new UltragitError('git_failed', `'${remote}' has notes that are not here`, { hint: 'ultragit sync' })
}
