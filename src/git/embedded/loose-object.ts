/** Objects that lie each in its own file. */
import { existsSync } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, UltragitError } from '../../base/errors.ts'
import { isOid, type Oid } from '../../base/ids.ts'
import { zlib } from '../../base/zlib.ts'
import type { GitObject, ObjectType } from '../repository.ts'

export interface ObjectFacts {
  readonly type: ObjectType
  readonly size: number
}

const header = /^(commit|tree|blob|tag) (\d+)\0/
/** Enough compressed bytes for the few that the header has. */
const peekLength = 256

export async function readLooseObject(objectsDir: string, oid: Oid): Promise<GitObject | undefined> {
  const file = fileOf(objectsDir, oid)
  // Most objects are packed: a look costs a tenth of a failed read, and a history has many objects.
  if (!existsSync(file)) return undefined
  const packed = await readFile(file).catch(ifMissing)
  if (packed === undefined) return undefined
  const bytes = inflate(packed, oid)
  const facts = parseHeader(bytes, oid)
  const content = bytes.subarray(bytes.indexOf(0) + 1)
  if (content.length !== facts.size) throw corrupt(oid)
  return { type: facts.type, bytes: content }
}

/** Type and size without inflating the whole object. */
export async function readLooseFacts(objectsDir: string, oid: Oid): Promise<ObjectFacts | undefined> {
  const file = await open(fileOf(objectsDir, oid)).catch(ifMissing)
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(peekLength), 0, peekLength, 0)
    return parseHeader(inflate(buffer.subarray(0, bytesRead), oid, zlib().constants.Z_SYNC_FLUSH), oid)
  } finally {
    await file.close()
  }
}

/** The ids that start with a prefix of at least two digits. */
export async function findLoose(objectsDir: string, prefix: string): Promise<Oid[]> {
  const folder = prefix.slice(0, 2)
  const names = await readdir(join(objectsDir, folder)).catch(() => [])
  return names.map((name) => folder + name).filter((name) => name.startsWith(prefix) && isOid(name)) as Oid[] // just checked
}

function fileOf(objectsDir: string, oid: Oid): string {
  return join(objectsDir, oid.slice(0, 2), oid.slice(2))
}

function inflate(packed: Uint8Array, oid: Oid, finishFlush: number = zlib().constants.Z_FINISH): Buffer {
  try {
    return zlib().inflateSync(packed, { finishFlush })
  } catch (error) {
    throw corrupt(oid, error)
  }
}

function parseHeader(bytes: Buffer, oid: Oid): ObjectFacts {
  const found = header.exec(bytes.toString('latin1', 0, 40))
  if (found === null) throw corrupt(oid)
  return { type: found[1] as ObjectType, size: Number(found[2]) } // the pattern proves the type
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw new UltragitError('git_failed', `cannot read an object: ${messageOf(error)}`, { cause: error })
}

function corrupt(oid: Oid, cause?: unknown): UltragitError {
  return new UltragitError('git_failed', `loose object '${oid}' is corrupt`, {
    hint: 'git fsck --full',
    cause,
  })
}
