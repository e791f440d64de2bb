/** One note of a notes tree, without listing the others. */
import { asRepoPath, type Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'

const treeMode = '40000'

/** Its blobs in tree order: more than one when the target stands at two depths, which git reads as one after the other. */
export async function findNote(repository: Repository, tip: Oid, target: Oid): Promise<readonly Oid[]> {
  const blobs: Oid[] = []
  for (let depth = 0; 2 * depth < target.length; depth++) {
    const folder = folderAt(target, depth)
    if (depth > 0 && (await repository.entryAt(tip, asRepoPath(folder)))?.mode !== treeMode) break
    const name = target.slice(2 * depth)
    const note = await repository.entryAt(tip, asRepoPath(depth === 0 ? name : `${folder}/${name}`))
    if (note !== undefined && note.mode !== treeMode) blobs.unshift(note.oid)
  }
  return blobs
}

function folderAt(target: Oid, depth: number): string {
  return Array.from({ length: depth }, (_, at) => target.slice(2 * at, 2 * at + 2)).join('/')
}
