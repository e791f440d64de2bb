/** What a commit made of a path, from its own trees and those of its first parent. */
import type { Oid, RepoPath } from '../../base/ids.ts'
import type { PathChange, TreeEntry } from '../repository.ts'
import type { ObjectView } from './object-view.ts'

/** Undefined when the commit is missing; a parent that is missing has nothing. */
export async function changeAt(
  view: ObjectView,
  commit: Oid,
  path: RepoPath,
): Promise<PathChange | undefined> {
  const found = await view.findCommit(commit)
  if (found === undefined) return undefined
  const [parent] = found.parents
  const before = parent === undefined ? undefined : await view.findCommit(parent)
  return {
    before: before === undefined ? undefined : await entryIn(view, before.tree, path),
    after: await entryIn(view, found.tree, path),
  }
}

async function entryIn(view: ObjectView, tree: Oid, path: RepoPath): Promise<TreeEntry | undefined> {
  const entry = await view.entryAt(tree, path)
  return entry === undefined ? undefined : { mode: entry.mode, path, oid: entry.oid }
}
