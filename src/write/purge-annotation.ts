/** Takes a note, or one region of it, out of the whole history of the notes. */
import { decodeNote } from '../annotation/decode-note.ts'
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import { notesRef, type Session } from '../session.ts'
import { Outbox } from '../store/outbox.ts'
import { withWriteLock } from '../store/write-lock.ts'
import { findNote } from './find-note.ts'
import { requireWriter } from './move-notes-ref.ts'
import { readTip } from './read-tip.ts'
import { type RemoveRequest, withoutRegion } from './remove-annotation.ts'

export interface Purged {
  /** How many commits of the notes history held it. */
  readonly held: number
  /** Refs that still hold it: a remote's notes as last fetched. */
  readonly stillIn: readonly string[]
}

const mostAttempts = 20

export async function purgeAnnotation(session: Session, request: RemoveRequest): Promise<Purged> {
  const { repository } = session
  const ref = notesRef(session)
  const writer = requireWriter(repository)
  const held = await withWriteLock(repository.layout, async () => {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const tip = await readTip(repository, ref)
      const rewritten =
        tip === undefined ? undefined : await writer.rewriteNote(tip, request.target, changer(request))
      if (tip === undefined || rewritten === undefined || rewritten.held === 0)
        throw new UltragitError('not_found', `${request.target.slice(0, 12)} never had an annotation here`)
      const outcome = await writer.updateRefs([{ ref, to: rewritten.tip, from: tip }])
      if (outcome !== 'done') {
        await Bun.sleep(50 * attempt)
        continue
      }
      remember(repository, { ref, target: request.target, tip: rewritten.tip })
      return rewritten.held
    }
    throw new UltragitError('git_failed', `'${ref}' kept moving or stayed locked`, { hint: 'try again' })
  })
  return { held, stillIn: await holders(repository, ref, request.target) }
}

/** What was purged must not come back, and the new history is no other program's doing. */
function remember(
  repository: Repository,
  { ref, target, tip }: { ref: string; target: Oid; tip: Oid },
): void {
  const outbox = Outbox.open(repository.layout)
  try {
    outbox.forget(ref, target)
    outbox.setSeen(ref, tip)
  } finally {
    outbox.close()
  }
}

/** A blob in which the region cannot be told is left out as a whole: better too much than too little. */
function changer({ target, region }: RemoveRequest): (bytes: Uint8Array) => string | undefined {
  return (bytes) => {
    if (region === undefined) return undefined
    const { annotation, malformed } = decodeNote(bytes, target)
    if (annotation === undefined || malformed.length > 0) return undefined
    try {
      return withoutRegion(annotation, region)
    } catch (error) {
      if (error instanceof UltragitError && error.code === 'not_found') return Buffer.from(bytes).toString()
      throw error
    }
  }
}

async function holders(repository: Repository, ref: string, target: Oid): Promise<string[]> {
  const name = ref.slice('refs/notes/'.length)
  const copies = (await repository.listRefs('refs/notes/remotes/')).filter((copy) =>
    copy.name.endsWith(`/${name}`),
  )
  const holding: string[] = []
  for (const copy of copies) if (await everHeld(repository, copy.oid, target)) holding.push(copy.name)
  return holding
}

async function everHeld(repository: Repository, tip: Oid, target: Oid): Promise<boolean> {
  for await (const batch of repository.history([tip]))
    for (const { oid } of batch) if ((await findNote(repository, oid, target)).length > 0) return true
  return false
}
