/** A small pack made in memory: one process (`git unpack-objects`) then stores any number of objects. */

import { zlib } from '../../base/zlib.ts'
import type { GitObject, Layout, ObjectType } from '../repository.ts'

const typeCode: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3, tag: 4 }

export function buildPack(objects: readonly GitObject[], format: Layout['objectFormat']): Uint8Array {
  const header = Buffer.alloc(12)
  header.write('PACK')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(objects.length, 8)
  const parts: Uint8Array[] = [header]
  for (const { type, bytes } of objects)
    parts.push(objectHeader(type, bytes.length), zlib().deflateSync(bytes))
  const body = Buffer.concat(parts)
  const checksum = new Bun.CryptoHasher(format).update(body).digest()
  return Buffer.concat([body, checksum])
}

/** Type and size: four bits of the size in the first byte, seven in each that follows. */
function objectHeader(type: ObjectType, size: number): Uint8Array {
  const bytes: number[] = []
  let current = (typeCode[type] << 4) | (size & 15)
  let rest = Math.floor(size / 16)
  while (rest > 0) {
    bytes.push(current | 0x80)
    current = rest & 0x7f
    rest = Math.floor(rest / 128)
  }
  bytes.push(current)
  return Uint8Array.from(bytes)
}
