/**
 * One ref moved from one value to another, by git's own protocol for refs in files: the lock beside the ref, the value
 * compared under it, the log, the rename. Not by a process, because a writer holds everyone up while it moves the ref.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isOid, type Oid } from '../../base/ids.ts'
import { readPackedRefs } from '../refs/packed-refs.ts'
import type { Layout } from '../repository.ts'

export interface RefSwap {
  readonly ref: string
  readonly to: Oid
  readonly from: Oid
  /** Name, address and time, as a log has it; undefined: this ref has no log. */
  readonly logAs: string | undefined
  readonly message: string
}

/** Undefined when it is a case for git itself: a symbolic ref, a folder in the way, anything unusual. */
export async function swapRef(
  { commonDir }: Layout,
  { ref, to, from, logAs, message }: RefSwap,
): Promise<'done' | 'moved' | { readonly lockedBy: string } | undefined> {
  const file = join(commonDir, ref)
  const lock = `${file}.lock`
  try {
    if (!takeLock(lock, join(commonDir, 'ultragit'), to)) return { lockedBy: lock }
  } catch {
    return undefined
  }
  let held = true
  try {
    const now = await readValue(commonDir, ref)
    if (now === 'unusual') return undefined
    if (now !== from) return 'moved'
    if (logAs !== undefined) appendLog(join(commonDir, 'logs', ref), `${from} ${to} ${logAs}\t${message}\n`)
    renameSync(lock, file)
    held = false
    return 'done'
  } catch {
    return undefined
  } finally {
    if (held) rmSync(lock, { force: true })
  }
}

/** The lock comes to be with its content, so that whoever finds it left behind can tell whose it was. */
function takeLock(lock: string, room: string, to: Oid): boolean {
  mkdirSync(room, { recursive: true })
  const draft = join(room, `ref-${process.pid}`) // beside the lock git would take it for a ref
  const handle = openSync(draft, 'w', 0o666)
  try {
    writeSync(handle, `${to}\n`)
    fdatasyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

async function readValue(commonDir: string, ref: string): Promise<Oid | undefined | 'unusual'> {
  const file = join(commonDir, ref)
  let text: string
  try {
    if (!lstatSync(file).isFile()) return 'unusual'
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return 'unusual'
    return (await readPackedRefs(commonDir)).get(ref)
  }
  return isOid(text) ? text : 'unusual'
}

function appendLog(file: string, line: string): void {
  if (!existsSync(file)) mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, line)
}
