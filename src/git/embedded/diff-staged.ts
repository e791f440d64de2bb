/** What differs between a commit's files and the index, as `git diff-index --cached` sees it. */
import type { RepoPath } from '../../base/ids.ts'
import type { FilePair } from '../diff/diff-trees.ts'
import { comparePaths } from '../objects/compare-paths.ts'
import type { TreeEntry } from '../repository.ts'
import type { StagedEntry } from './read-index.ts'

export function diffStaged(files: readonly TreeEntry[], staged: readonly StagedEntry[]): FilePair[] {
  const pairs = new Map<RepoPath, FilePair>()
  for (const { path, mode, oid } of files) pairs.set(path, { path, old: { mode, oid }, new: undefined })
  for (const { path, mode, oid, stage, intentToAdd } of staged) {
    if (intentToAdd) continue
    // A conflict is neither an addition nor a deletion.
    if (stage !== 0) pairs.delete(path)
    else pairs.set(path, { path, old: pairs.get(path)?.old, new: { mode, oid } })
  }
  return [...pairs.values()]
    .filter((pair) => pair.old?.oid !== pair.new?.oid || pair.old?.mode !== pair.new?.mode)
    .sort((a, b) => comparePaths(a.path, b.path))
}
