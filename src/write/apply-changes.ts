/**
 * Changes of notes decided and written, for whoever holds the write lock. Those that go together make one notes commit:
 * each is decided on what the ones before it will leave behind, and learns its own outcome.
 */
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { NoteChange } from '../git/repository-writer.ts'
import { CurrentNotes } from './current-notes.ts'
import { mendNotes } from './mend-notes.ts'
import {
  moveNotesRef,
  type NotesMove,
  type NotMoved,
  realChanges,
  type WritePlace,
} from './move-notes-ref.ts'
import { readTip } from './read-tip.ts'
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

export interface WaitingChange {
  readonly decide: DecideNotes<unknown>
  resolve(changed: NotesChanged<unknown>): void
  reject(error: unknown): void
}

/** Changes that make one notes commit, in their order, and those behind them. */
interface Group {
  readonly members: readonly Member[]
  readonly left: readonly WaitingChange[]
}

interface Member {
  readonly change: WaitingChange
  readonly plan: NotesPlan<unknown>
  /** It makes a difference to what is there. */
  readonly isReal: boolean
}

const patienceWithLock = 10_000
const mostAttempts = 200

/** In their order. Every one is resolved or rejected when this ends. */
export async function applyChanges(place: WritePlace, changes: readonly WaitingChange[]): Promise<void> {
  let left = changes
  while (left.length > 0) left = await applyNext(place, left)
}

/** The first of them, and as many behind it as go into the same commit; gives those that are left. */
async function applyNext(
  place: WritePlace,
  changes: readonly WaitingChange[],
): Promise<readonly WaitingChange[]> {
  const tried: { group: Group } = { group: { members: [], left: changes } }
  try {
    await applyToNewest(place, tried)
    return tried.group.left
  } catch (error) {
    const { members, left } = tried.group
    const [only, ...more] = members
    if (only === undefined) {
      for (const change of left) change.reject(error)
      return []
    }
    if (more.length === 0) only.change.reject(error)
    // What went wrong may be about one of them: each is tried by itself.
    else for (const { change } of members) await applyNext(place, [change])
    return left
  }
}

/** Every attempt starts from the tip as it is now, and looks first whether something of ours is missing there. */
async function applyToNewest(place: WritePlace, tried: { group: Group }): Promise<void> {
  const { repository, ref } = place
  const restored: Oid[] = []
  const giveUpAt = performance.now() + patienceWithLock
  removeDeadLock(place)
  for (let attempt = 1; ; attempt++) {
    const tip = await readTip(repository, ref)
    const mended = await mendNotes(place, tip)
    if ('restored' in mended) {
      restored.push(...mended.restored)
      tried.group = await decideTogether(place, mended.tip, tried.group)
      const { members } = tried.group
      if (members.length === 0) return
      const moved = await moveNotesRef(place, new CurrentNotes(repository, mended.tip), joinPlans(members))
      if (!('lockedBy' in moved)) {
        for (const [at, { change, plan, isReal }] of members.entries())
          change.resolve({
            value: plan.value,
            commit: isReal ? moved.commit : undefined,
            restored: at === 0 ? restored : [],
          })
        return
      }
      checkPatience(ref, moved, { attempt, giveUpAt })
    } else checkPatience(ref, mended, { attempt, giveUpAt })
    await Bun.sleep(attempt === 1 ? 0 : 40 * Math.random())
  }
}

/** One that cannot be decided is told so, and leaves the others alone. */
async function decideTogether(
  { repository }: WritePlace,
  tip: Oid | undefined,
  { members: before, left }: Group,
): Promise<Group> {
  const changes = [...before.map(({ change }) => change), ...left]
  const members: Member[] = []
  const planned = new Map<Oid, Uint8Array | undefined>()
  const current = new CurrentNotes(repository, tip, planned)
  for (const [at, change] of changes.entries()) {
    try {
      const plan = await change.decide(current)
      const [first] = members
      if (
        first !== undefined &&
        !(isPlain(plan) && isPlain(first.plan) && plan.message === first.plan.message)
      )
        return { members, left: changes.slice(at) }
      members.push({ change, plan, isReal: await makesDifference(current, plan) })
      for (const { target, text } of plan.changes)
        planned.set(target, text === undefined ? undefined : Buffer.from(text))
    } catch (error) {
      change.reject(error)
    }
  }
  return { members, left: [] }
}

/** A removal is a notes commit of its own: by that it is known for one. */
function isPlain({ changes, merged, adopt }: NotesPlan<unknown>): boolean {
  return merged === undefined && adopt === undefined && changes.every(({ text }) => text !== undefined)
}

async function makesDifference(current: CurrentNotes, plan: NotesPlan<unknown>): Promise<boolean> {
  if (plan.merged !== undefined || plan.adopt !== undefined) return true
  return (await realChanges(current, plan.changes)).length > 0
}

function joinPlans(members: readonly Member[]): NotesMove {
  const [first] = members
  if (first === undefined) throw new TypeError('a group has a member')
  return { ...first.plan, changes: members.flatMap(({ plan }) => plan.changes) }
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
