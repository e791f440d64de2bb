/** Differences between two trees as file changes, renames put together. */
import type { Oid, RepoPath } from '../../base/ids.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { FileChange } from '../repository.ts'
import { detectRenames } from './detect-renames.ts'
import { diffTrees, type FilePair } from './diff-trees.ts'

export async function listChanges(
  view: ObjectView,
  from: Oid | undefined,
  to: Oid | undefined,
): Promise<FileChange[]> {
  return combineChanges(view, await diffTrees(view, from, to))
}

export async function combineChanges(view: ObjectView, pairs: readonly FilePair[]): Promise<FileChange[]> {
  return combine(pairs, await detectRenames(view, pairs))
}

function combine(pairs: readonly FilePair[], renames: ReadonlyMap<RepoPath, RepoPath>): FileChange[] {
  const sources = new Set(renames.values())
  const oldByPath = new Map(pairs.map(({ path, old }) => [path, old]))
  const changes: FileChange[] = []
  for (const { path, old, new: fresh } of pairs) {
    if (fresh === undefined && sources.has(path)) continue
    const from = renames.get(path)
    const before = from === undefined ? old : oldByPath.get(from)
    changes.push({
      status: from === undefined ? statusOf({ path, old, new: fresh }) : 'renamed',
      path,
      from,
      oldOid: before?.oid,
      newOid: fresh?.oid,
      oldMode: before?.mode,
      newMode: fresh?.mode,
    })
  }
  return changes
}

function statusOf({ old, new: fresh }: FilePair): FileChange['status'] {
  if (old === undefined) return 'added'
  if (fresh === undefined) return 'deleted'
  return kindOf(old.mode) === kindOf(fresh.mode) ? 'modified' : 'type'
}

/** File, link or submodule: the mode without its permissions. */
export function kindOf(mode: string): string {
  return mode.slice(0, -3)
}
