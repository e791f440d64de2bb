/** Notes trees: any fan-out is legal to read, `ab/cdef…`, `ab/cd/ef…` and flat, also mixed. */
import { isOid, type Oid } from '../../base/ids.ts'
import type { NoteEntry } from '../repository.ts'

/** The object a path of a notes tree is about; undefined for whatever else stands in such a tree. */
export function noteTarget(path: string): Oid | undefined {
  const name = path.replaceAll('/', '')
  if (!isOid(name)) return undefined
  const folders = path.split('/').slice(0, -1)
  return folders.every((folder) => folder.length === 2) ? name : undefined
}

/** Groups (path, blob) pairs by target; the same target at two depths keeps both blobs, in tree order. */
export function groupNotes(entries: Iterable<{ readonly path: string; readonly oid: Oid }>): NoteEntry[] {
  const byTarget = new Map<Oid, Oid[]>()
  for (const { path, oid } of entries) {
    const target = noteTarget(path)
    if (target === undefined) continue
    const blobs = byTarget.get(target)
    if (blobs === undefined) byTarget.set(target, [oid])
    else blobs.push(oid)
  }
  return [...byTarget]
    .map(([target, blobs]) => ({ target, blobs }))
    .sort((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0))
}
