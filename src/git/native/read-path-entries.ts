/** What stands at one path in many trees, in one process: each tree compared with nothing, only that path shown. */
import type { Oid, RepoPath } from '../../base/ids.ts'
import { hashObject } from '../objects/hash-object.ts'
import type { Layout, TreeEntry } from '../repository.ts'
import { parseRawDiff } from './parse-raw-diff.ts'
import { type GitProgram, runGit } from './run-git.ts'

/** By tree. The path must hold no bytes that an argument cannot hold. */
export async function readPathEntries(
  git: GitProgram,
  { trees, path, format }: { trees: Iterable<Oid>; path: RepoPath; format: Layout['objectFormat'] },
): Promise<ReadonlyMap<Oid, TreeEntry>> {
  const empty = hashObject('tree', new Uint8Array(), format)
  const input = [...new Set(trees)].map((tree) => `${empty} ${tree}\n`).join('')
  // -t shows the directory itself, which the path may be.
  const args = ['diff-tree', '--stdin', '-r', '-t', '-z', '--raw', '--no-renames', '--no-abbrev', '--', path]
  const run = await runGit(git, args, { input })
  const entries = new Map<Oid, TreeEntry>()
  for (const [pair, changes] of parseRawDiff(run.stdout)) {
    const found = changes.find((change) => change.path === path)
    if (found?.newOid === undefined || found.newMode === undefined) continue
    const tree = pair.slice(empty.length + 1, 2 * empty.length + 1) as Oid // "<empty> <tree>"
    entries.set(tree, { mode: found.newMode.replace(/^0/, ''), path, oid: found.newOid })
  }
  return entries
}
