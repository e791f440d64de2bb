/** The lock of a ref that one of us left behind when it was killed. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { WritePlace } from './move-notes-ref.ts'

/**
 * For whoever holds the write lock: then nobody else is moving the ref, and a lock that holds a commit which was begun
 * and not finished belongs to a process that is no more. Any other lock is another program's, and stays.
 */
export function removeDeadLock({ repository, ref, outbox }: WritePlace): void {
  const unfinished = outbox.unfinished(ref)
  if (unfinished.length === 0) return
  const lock = join(repository.layout.commonDir, `${ref}.lock`)
  let content: string
  try {
    content = readFileSync(lock, 'utf8').trim()
  } catch {
    return // there is none, as nearly always
  }
  if (unfinished.some((commit) => commit === content)) rmSync(lock, { force: true })
}
