/** Where a shallow clone ends: commits whose parents were not fetched. Empty in a whole one. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOid, type Oid } from '../../base/ids.ts'
import type { Layout } from '../repository.ts'

export async function readShallow({ commonDir }: Layout): Promise<ReadonlySet<Oid>> {
  const text = await readFile(join(commonDir, 'shallow'), 'latin1').catch(() => '')
  return new Set(text.split('\n').filter(isOid))
}
