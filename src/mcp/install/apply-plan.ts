/** Writes a plan: every new text first beside its file, then all of them moved into place, so that a failure leaves all as it was. */
import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { messageOf, UltragitError } from '../../base/errors.ts'
import { configFiles } from './config-files.ts'
import type { Change } from './plan-install.ts'

export async function applyPlan(changes: readonly Change[]): Promise<void> {
  const writes = mergeByFile(changes).filter(({ before, after }) => before !== after)
  for (const write of writes) refuseIfChanged(write)
  const staged = writes.map((write) => ({ ...write, fresh: freshName(write.target) }))
  try {
    for (const write of staged) await failing(write, () => stage(write))
    for (const write of staged) await failing(write, () => moveIntoPlace(write))
  } finally {
    await Promise.all(staged.map(({ fresh }) => rm(fresh, { force: true }).catch(() => undefined)))
  }
}

type Write = Pick<Change, 'file' | 'target' | 'scope' | 'before' | 'after'>

interface Staged extends Write {
  /** Where the new text waits, beside the file: only a move within one folder is atomic. */
  readonly fresh: string
}

function freshName(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`)
}

/** Two hosts may share one file: written once, from the first text to the last. */
function mergeByFile(changes: readonly Change[]): Write[] {
  const merged = new Map<string, Write>()
  for (const change of changes) {
    const earlier = merged.get(change.target)
    merged.set(change.target, earlier === undefined ? change : { ...earlier, after: change.after })
  }
  return [...merged.values()]
}

/** A host may have saved its settings since the plan was made. */
function refuseIfChanged({ file, target, before }: Write): void {
  if (configFiles.read(target) !== before)
    throw new UltragitError('config_invalid', `'${file}' was changed meanwhile`, { hint: 'run this again' })
}

async function stage({ target, after, scope, fresh }: Staged): Promise<void> {
  if (after === undefined) return
  await mkdir(dirname(target), { recursive: true, ...(scope === 'user' ? { mode: 0o700 } : {}) })
  const old = await stat(target).catch(() => undefined)
  // The user's file may hold the keys of other servers.
  await writeFile(fresh, after, { mode: scope === 'user' ? 0o600 : 0o644, flag: 'wx' })
  if (old === undefined) return
  // Run as root the file must stay its owner's; anybody else cannot give files away, and need not.
  await chown(fresh, old.uid, old.gid).catch(() => undefined)
  await chmod(fresh, old.mode & 0o7777)
}

function moveIntoPlace({ target, after, fresh }: Staged): Promise<void> {
  return after === undefined ? rm(target) : rename(fresh, target)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a part of the path is not a folder',
}

async function failing<T>({ file }: Write, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new UltragitError(
      'config_invalid',
      `cannot write '${file}': ${reasons[code] ?? messageOf(error)}`,
      {
        hint: `look at the permissions of '${dirname(file)}'`,
        cause: error,
      },
    )
  }
}
