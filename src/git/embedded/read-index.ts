/** The index file, versions 2 to 4. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import { asOid, type RepoPath } from '../../base/ids.ts'
import { decodePath, encodePath } from '../../base/path-bytes.ts'
import type { Layout, TrackedFile } from '../repository.ts'

export interface StagedEntry extends TrackedFile {
  /** 0, or 1 to 3 for the sides of a conflict. */
  readonly stage: number
  /** Announced by `git add -N`: the path is known, its content not yet. */
  readonly intentToAdd: boolean
}

const headerLength = 12
const checksumLength = 20
const changedAt = 8
const modeAt = 24
const sizeAt = 36
const oidAt = 40
const flagsAt = 60
const extendedFlag = 0x4000
const intentToAddFlag = 0x2000
const assumedFlag = 0x8000
const skippedFlag = 0x4000

/** All that is tracked, conflicts left out. A file that changed as late as the index itself may have changed once more. */
export async function readTracked(layout: Layout): Promise<TrackedFile[]> {
  const written = await stat(join(layout.gitDir, 'index'), { bigint: true }).catch(() => undefined)
  const entries = await readIndex(layout)
  return entries
    .filter(({ stage }) => stage === 0)
    .map(({ path, mode, oid, stamp, isChecked }) => {
      const isProof = stamp !== undefined && written !== undefined && stamp.changed < written.mtimeNs
      return { path, mode, oid, stamp: isProof ? stamp : undefined, isChecked }
    })
}

/** The entries in file order: by path bytes, then stage; only those of `path` when given. None when there is no index yet. */
export async function readIndex(layout: Layout, path?: RepoPath): Promise<StagedEntry[]> {
  const file = join(layout.gitDir, 'index')
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new UltragitError('git_failed', `cannot read '${file}': ${error.code}`, { cause: error })
  })
  return bytes === undefined ? [] : parseIndex(bytes, path)
}

export function parseIndex(bytes: Buffer, path?: RepoPath): StagedEntry[] {
  const end = bytes.length - checksumLength
  const version = end < headerLength ? 0 : bytes.readUInt32BE(4)
  if (end < headerLength || bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw corrupt()
  const wanted = path === undefined ? undefined : encodePath(path)
  const entries: StagedEntry[] = []
  let at = headerLength
  let name: Buffer = Buffer.alloc(0)
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + flagsAt + 2 > end) throw corrupt()
    const flags = bytes.readUInt16BE(at + flagsAt)
    const extended = version >= 3 && (flags & extendedFlag) !== 0
    const nameAt = at + flagsAt + (extended ? 4 : 2)
    const read = version === 4 ? readSharedName(bytes, nameAt, name) : readPaddedName(bytes, at, nameAt)
    if (read.next > end) throw corrupt()
    name = read.name
    if (wanted === undefined || name.equals(wanted)) {
      const more = extended ? bytes.readUInt16BE(at + flagsAt + 2) : 0
      entries.push({
        path: decodePath(name),
        mode: bytes.readUInt32BE(at + modeAt).toString(8),
        oid: asOid(bytes.toString('hex', at + oidAt, at + flagsAt)),
        stage: (flags >> 12) & 3,
        intentToAdd: (more & intentToAddFlag) !== 0,
        stamp: readStamp(bytes, at),
        isChecked: (flags & assumedFlag) === 0 && (more & skippedFlag) === 0,
      })
    }
    at = read.next
  }
  refuseUnknownExtensions(bytes, at, end)
  return entries
}

function readStamp(bytes: Buffer, at: number): TrackedFile['stamp'] {
  const seconds = bytes.readUInt32BE(at + changedAt)
  const nanoseconds = bytes.readUInt32BE(at + changedAt + 4)
  return {
    size: bytes.readUInt32BE(at + sizeAt),
    changed: BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds),
  }
}

interface NameRead {
  readonly name: Buffer
  readonly next: number
}

/** Up to a NUL, and the whole entry filled up with NULs to a multiple of eight. */
function readPaddedName(bytes: Buffer, entryAt: number, nameAt: number): NameRead {
  const nul = bytes.indexOf(0, nameAt)
  if (nul < 0) throw corrupt()
  return { name: bytes.subarray(nameAt, nul), next: entryAt + ((nul - entryAt + 8) & ~7) }
}

/** Version 4: how many bytes to drop from the name before, then what follows them, up to a NUL. */
function readSharedName(bytes: Buffer, start: number, before: Uint8Array): NameRead {
  let at = start
  let dropped = 0
  for (let first = true; ; first = false) {
    const byte = bytes[at++]
    if (byte === undefined) throw corrupt()
    dropped = (first ? 0 : (dropped + 1) * 128) + (byte & 0x7f)
    if (byte < 0x80) break
  }
  const nul = bytes.indexOf(0, at)
  if (nul < 0 || dropped > before.length) throw corrupt()
  const name = Buffer.concat([before.subarray(0, before.length - dropped), bytes.subarray(at, nul)])
  return { name, next: nul + 1 }
}

/** An extension in lower case changes what the entries mean: a split index (`link`), a sparse one (`sdir`). */
function refuseUnknownExtensions(bytes: Buffer, start: number, end: number): void {
  for (let at = start; at + 8 <= end; ) {
    const name = bytes.toString('latin1', at, at + 4)
    if (/^[a-z]/.test(name)) {
      throw new UltragitError('git_failed', `cannot read an index with extension '${name}' without git`, {
        hint: 'install git',
      })
    }
    at += 8 + bytes.readUInt32BE(at + 4)
  }
}

function corrupt(): UltragitError {
  return new UltragitError('data_invalid', 'the index file is corrupt', { hint: 'git status' })
}
