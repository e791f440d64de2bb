/**
 * What a single commit did, from its trees and without a process: to read the few objects on the way costs less than to
 * start git. Undefined wherever git might see it differently.
 */
import { throwIfAborted } from '../../base/errors.ts'
import { asRepoPath, type Oid } from '../../base/ids.ts'
import { diffTrees, type FilePair } from '../diff/diff-trees.ts'
import { combineChanges } from '../diff/list-changes.ts'
import { patchIdOf } from '../diff/patch-id.ts'
import { readShallow } from '../history/read-shallow.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { FileChange } from '../repository.ts'

const manyFiles = 200

/** As `readChanges` gives it; undefined also for more commits than one. */
export async function readChangesOfOne(
  view: ObjectView,
  [oid, ...more]: readonly Oid[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<Oid, readonly FileChange[]> | undefined> {
  throwIfAborted(signal)
  if (oid === undefined || more.length > 0) return undefined
  const pairs = await readPairs(view, oid)
  return pairs === undefined ? undefined : new Map([[oid, await combineChanges(view, pairs)]])
}

/** As `readPatchIds` gives it; undefined also for more commits than one. */
export async function readPatchIdOfOne(
  view: ObjectView,
  [oid, ...more]: readonly Oid[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<Oid, string> | undefined> {
  throwIfAborted(signal)
  if (oid === undefined || more.length > 0) return undefined
  const commit = await view.findCommit(oid)
  if (commit === undefined || view.source.layout.objectFormat !== 'sha1') return undefined
  if (commit.parents.length > 1) return new Map()
  // Attributes decide what git takes for text: they are git's to read.
  if ((await view.entryAt(commit.tree, asRepoPath('.gitattributes'))) !== undefined) return undefined
  const pairs = await readPairs(view, oid)
  if (pairs === undefined) return undefined
  const id = await patchIdOf(view, pairs)
  return new Map(id === undefined ? [] : [[oid, id]])
}

/** Against the first parent. */
async function readPairs(view: ObjectView, oid: Oid): Promise<readonly FilePair[] | undefined> {
  const { layout } = view.source
  const commit = await view.findCommit(oid)
  if (commit === undefined || layout.partialClone || (await readShallow(layout)).has(oid)) return undefined
  const [first] = commit.parents
  const parent = first === undefined ? undefined : await view.findCommit(first)
  if (first !== undefined && parent === undefined) return undefined
  const pairs = await diffTrees(view, parent?.tree, commit.tree)
  return pairs.length > manyFiles ? undefined : pairs
}
