/**
 * Objects stored one by one, without a process: for the few objects of a note that is cheaper than to start git. As git
 * does it: under a name that git's own clean-up knows, then moved into place, so that nobody sees half an object.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, UltragitError } from '../../base/errors.ts'
import { zlib } from '../../base/zlib.ts'
import { hashObject } from '../objects/hash-object.ts'
import type { GitObject, Layout } from '../repository.ts'

let written = 0

export function writeLoose({ commonDir, objectFormat }: Layout, objects: readonly GitObject[]): void {
  for (const { type, bytes } of objects) {
    const oid = hashObject(type, bytes, objectFormat)
    const folder = join(commonDir, 'objects', oid.slice(0, 2))
    const file = join(folder, oid.slice(2))
    if (existsSync(file)) continue
    const header = Buffer.from(`${type} ${bytes.byteLength}\0`)
    const packed = zlib().deflateSync(Buffer.concat([header, bytes]), { level: 1 })
    const draft = join(folder, `tmp_obj_${process.pid}_${written++}`)
    try {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
      writeFileSync(draft, packed, { mode: 0o444, flag: 'wx' })
      renameSync(draft, file)
    } catch (error) {
      rmSync(draft, { force: true })
      throw new UltragitError('git_failed', `an object cannot be stored: ${messageOf(error)}`, {
        hint: 'the repository must be writable and the file system must have room',
        cause: error,
      })
    }
  }
}
