/** Notes read from their tree, whatever its fan-out. */
import type { Oid } from '../../base/ids.ts'
import { diffTrees } from '../diff/diff-trees.ts'
import { groupNotes, noteTarget } from '../notes/note-paths.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { NoteEntry } from '../repository.ts'
import { listTree } from './list-tree.ts'

const treeMode = '40000'

export async function listNotesOf(view: ObjectView, tip: Oid): Promise<NoteEntry[]> {
  return groupNotes(await listTree(view, (await view.commit(tip)).tree))
}

/** Only the subtrees that differ are opened, and then only the folders a touched note can stand in. */
export async function diffNotesOf(view: ObjectView, from: Oid, to: Oid): Promise<NoteEntry[]> {
  const [oldTree, newTree] = [(await view.commit(from)).tree, (await view.commit(to)).tree]
  const touched = new Set<Oid>()
  for (const { path } of await diffTrees(view, oldTree, newTree)) {
    const target = noteTarget(path)
    if (target !== undefined) touched.add(target)
  }
  const differing: NoteEntry[] = []
  for (const target of [...touched].sort()) {
    const before = await blobsOf(view, oldTree, target)
    const blobs = await blobsOf(view, newTree, target)
    // A note that only moved to another depth has not changed.
    if (before.join() !== blobs.join()) differing.push({ target, blobs })
  }
  return differing
}

/** The blobs of one target at every depth, in tree order: `ab/…` sorts before `abcd…`. */
async function blobsOf(view: ObjectView, tree: Oid, name: string): Promise<Oid[]> {
  const entries = await view.tree(tree)
  const here = entries.find((entry) => entry.name === name && entry.mode !== treeMode)
  const folder = name.length > 2 ? entries.find((entry) => entry.name === name.slice(0, 2)) : undefined
  const below = folder?.mode === treeMode ? await blobsOf(view, folder.oid, name.slice(2)) : []
  return here === undefined ? below : [...below, here.oid]
}
