/**
 * The few commits between two heads, without a process: mostly HEAD has moved on by one. Undefined wherever there is
 * more to it than a line of commits.
 */
import type { Oid } from '../../base/ids.ts'
import { diffTrees } from '../diff/diff-trees.ts'
import { readShallow } from '../history/read-shallow.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { Commit } from '../repository.ts'

const longest = 8

/** From `head` down to a commit of `not`, which is left out; every one has one parent. */
export async function shortChain(
  view: ObjectView,
  head: Oid,
  not: readonly Oid[],
): Promise<readonly Commit[] | undefined> {
  const { layout } = view.source
  if (not.length === 0 || layout.partialClone) return undefined
  const ends = new Set(not)
  const shallow = await readShallow(layout)
  const chain: Commit[] = []
  for (let at = head; !ends.has(at); ) {
    const commit = chain.length < longest ? await view.findCommit(at) : undefined
    const [parent, ...others] = commit?.parents ?? []
    if (commit === undefined || parent === undefined || others.length > 0 || shallow.has(at)) return undefined
    chain.push(commit)
    at = parent
  }
  return chain
}

/** True when no commit of the chain both adds and deletes files, so that none can have been renamed. */
export async function renamesNothing(view: ObjectView, chain: readonly Commit[]): Promise<boolean> {
  for (const { tree, parents } of chain) {
    const parent = await view.findCommit(parents[0] as Oid) // each has one
    if (parent === undefined) return false
    const pairs = await diffTrees(view, parent.tree, tree)
    const isAdding = pairs.some(({ old }) => old === undefined)
    if (isAdding && pairs.some((pair) => pair.new === undefined)) return false
  }
  return true
}
