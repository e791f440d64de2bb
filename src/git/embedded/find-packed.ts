/** Ids in packs by their beginning, from the sorted list in each pack's index (version 2). */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { asOid, type Oid } from '../../base/ids.ts'

const magic = 0xff744f63
const fanOutStart = 8
const namesStart = fanOutStart + 256 * 4
const idLength = 20

/** `prefix` has at least two digits. */
export async function findPacked(objectsDir: string, prefix: string): Promise<Oid[]> {
  const folder = join(objectsDir, 'pack')
  const names = await readdir(folder).catch(() => [])
  const found: Oid[] = []
  for (const name of names) {
    if (name.endsWith('.idx')) found.push(...(await findInIndex(join(folder, name), prefix)))
  }
  return found
}

async function findInIndex(path: string, prefix: string): Promise<Oid[]> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return []
  try {
    const head = Buffer.alloc(namesStart)
    const { bytesRead } = await file.read(head, 0, namesStart, 0)
    if (bytesRead < namesStart || head.readUInt32BE(0) !== magic || head.readUInt32BE(4) !== 2) return []
    // The table says how many ids start with a byte up to this one; only that slice is read.
    const byte = Number.parseInt(prefix.slice(0, 2), 16)
    const from = byte === 0 ? 0 : head.readUInt32BE(fanOutStart + (byte - 1) * 4)
    const to = head.readUInt32BE(fanOutStart + byte * 4)
    const ids = Buffer.alloc(Math.max(0, to - from) * idLength)
    await file.read(ids, 0, ids.length, namesStart + from * idLength)
    return sliceIds(ids).filter((oid) => oid.startsWith(prefix))
  } finally {
    await file.close()
  }
}

function sliceIds(bytes: Buffer): Oid[] {
  return Array.from({ length: bytes.length / idLength }, (_, at) =>
    asOid(bytes.toString('hex', at * idLength, (at + 1) * idLength)),
  )
}
