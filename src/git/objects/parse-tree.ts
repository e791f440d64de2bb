/** A tree object as its entries, in git's order. */
import { UltragitError } from '../../base/errors.ts'
import { asOid, type Oid, type RepoPath } from '../../base/ids.ts'
import { decodePathText } from '../../base/path-bytes.ts'
import type { Layout } from '../repository.ts'

export interface RawTreeEntry {
  /** Without leading zeros, as git writes it: `40000` for a tree. */
  readonly mode: string
  /** One path component. */
  readonly name: RepoPath
  readonly oid: Oid
}

const space = 0x20

export function parseTree(bytes: Uint8Array, objectFormat: Layout['objectFormat']): RawTreeEntry[] {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const idLength = objectFormat === 'sha1' ? 20 : 32
  const entries: RawTreeEntry[] = []
  let at = 0
  while (at < raw.length) {
    const modeEnd = raw.indexOf(space, at)
    const nameEnd = modeEnd < 0 ? -1 : raw.indexOf(0, modeEnd)
    const end = nameEnd + 1 + idLength
    if (nameEnd < 0 || end > raw.length || nameEnd === modeEnd + 1) throw corrupt(at)
    const mode = raw.toString('latin1', at, modeEnd)
    if (!/^[0-7]{5,7}$/.test(mode)) throw corrupt(at)
    entries.push({
      mode: mode.replace(/^0+/, ''), // some old tools padded the mode
      name: decodePathText(raw.toString('latin1', modeEnd + 1, nameEnd)),
      oid: asOid(raw.toString('hex', nameEnd + 1, end)),
    })
    at = end
  }
  return entries
}

function corrupt(at: number): UltragitError {
  return new UltragitError('data_invalid', `corrupt tree object at byte ${at}`, { hint: 'run: git fsck' })
}
