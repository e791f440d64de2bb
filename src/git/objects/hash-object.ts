/** The id git gives to an object. */
import { asOid, type Oid } from '../../base/ids.ts'
import type { Layout, ObjectType } from '../repository.ts'

export function hashObject(type: ObjectType, bytes: Uint8Array, format: Layout['objectFormat']): Oid {
  const hasher = new Bun.CryptoHasher(format)
  hasher.update(`${type} ${bytes.byteLength}\0`)
  hasher.update(bytes)
  return asOid(hasher.digest('hex'))
}
