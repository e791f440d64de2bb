/** What differs between two trees, file by file, in path order. Equal subtrees are not opened. */
import { asRepoPath, type Oid, type RepoPath } from '../../base/ids.ts'
import { comparePaths } from '../objects/compare-paths.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { RawTreeEntry } from '../objects/parse-tree.ts'

/** One side of a difference: a file, link or submodule. */
export interface FileState {
  readonly mode: string
  readonly oid: Oid
}

export interface FilePair {
  readonly path: RepoPath
  readonly old: FileState | undefined
  readonly new: FileState | undefined
}

const treeMode = '40000'

/** An undefined tree is an empty one. */
export async function diffTrees(
  view: ObjectView,
  from: Oid | undefined,
  to: Oid | undefined,
): Promise<FilePair[]> {
  const pairs: FilePair[] = []
  await compare('', from, to)
  return pairs

  async function compare(folder: string, oldTree: Oid | undefined, newTree: Oid | undefined): Promise<void> {
    if (oldTree === newTree) return
    const [olds, news] = await Promise.all([
      oldTree === undefined ? [] : view.tree(oldTree),
      newTree === undefined ? [] : view.tree(newTree),
    ])
    let oldAt = 0
    let newAt = 0
    while (oldAt < olds.length || newAt < news.length) {
      const order = compareEntries(olds[oldAt], news[newAt])
      const old = order <= 0 ? olds[oldAt++] : undefined
      const fresh = order >= 0 ? news[newAt++] : undefined
      if (old?.oid !== fresh?.oid || old?.mode !== fresh?.mode) await add(folder, old, fresh)
    }
  }

  async function add(
    folder: string,
    old: RawTreeEntry | undefined,
    fresh: RawTreeEntry | undefined,
  ): Promise<void> {
    const entry = old ?? fresh
    if (entry === undefined) return
    // Entries of one name meet only when both are trees or neither is, for trees sort as if they ended in a slash.
    if (entry.mode === treeMode) await compare(`${folder}${entry.name}/`, old?.oid, fresh?.oid)
    else pairs.push({ path: asRepoPath(folder + entry.name), old: stateOf(old), new: stateOf(fresh) })
  }
}

function stateOf(entry: RawTreeEntry | undefined): FileState | undefined {
  return entry === undefined ? undefined : { mode: entry.mode, oid: entry.oid }
}

function compareEntries(a: RawTreeEntry | undefined, b: RawTreeEntry | undefined): number {
  if (a === undefined) return 1
  if (b === undefined) return -1
  if (a.name === b.name && a.mode === b.mode) return 0
  return comparePaths(sortName(a), sortName(b))
}

function sortName({ mode, name }: RawTreeEntry): string {
  return mode === treeMode ? `${name}/` : name
}
