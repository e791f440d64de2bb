/** All files, links and submodules below a tree, in git's order, which is that of the path's bytes. */
import { asRepoPath, type Oid } from '../../base/ids.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { TreeEntry } from '../repository.ts'

const treeMode = '40000'

export async function listTree(view: ObjectView, tree: Oid, prefix = ''): Promise<TreeEntry[]> {
  const files: TreeEntry[] = []
  const walk = async (oid: Oid, folder: string): Promise<void> => {
    for (const entry of await view.tree(oid)) {
      const path = folder + entry.name
      if (entry.mode === treeMode) await walk(entry.oid, `${path}/`)
      else files.push({ mode: entry.mode, path: asRepoPath(path), oid: entry.oid })
    }
  }
  await walk(tree, prefix)
  return files
}
