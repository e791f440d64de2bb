/** The file a blamed file was in a parent commit: at the same path, else where it was renamed from. */
import type { Oid, RepoPath } from '../../base/ids.ts'
import { detectRenames } from '../diff/detect-renames.ts'
import { diffTrees } from '../diff/diff-trees.ts'
import { kindOf } from '../diff/list-changes.ts'
import type { ObjectView } from '../objects/object-view.ts'

export interface BlamedFile {
  readonly path: RepoPath
  readonly mode: string
  readonly blob: Oid
}

export async function findSamePath(
  view: ObjectView,
  parentTree: Oid,
  file: BlamedFile,
): Promise<BlamedFile | undefined> {
  const entry = await view.entryAt(parentTree, file.path)
  if (entry === undefined || kindOf(entry.mode) !== kindOf(file.mode)) return undefined
  return { path: file.path, mode: entry.mode, blob: entry.oid }
}

export async function findRenamed(
  view: ObjectView,
  trees: { readonly parent: Oid; readonly child: Oid },
  file: BlamedFile,
): Promise<BlamedFile | undefined> {
  const pairs = await diffTrees(view, trees.parent, trees.child)
  const from = (await detectRenames(view, pairs, { only: file.path })).get(file.path)
  const old = pairs.find(({ path }) => path === from)?.old
  return from === undefined || old === undefined ? undefined : { path: from, mode: old.mode, blob: old.oid }
}

/** Files and links have lines; directories and submodules have not. */
export function isBlamable(mode: string): boolean {
  return /^1[02]/.test(mode)
}
