/** What many commits made of one path, in one process. */
import { asOid, type Oid, type RepoPath } from '../../base/ids.ts'
import type { PathChange, TreeEntry } from '../repository.ts'
import { parseRawDiff } from './parse-raw-diff.ts'
import { type GitProgram, runGit } from './run-git.ts'

/** Those that changed it against their first parent. The path must hold no bytes that an argument cannot hold. */
export async function readPathChanges(
  git: GitProgram,
  commits: readonly Oid[],
  path: RepoPath,
): Promise<Map<Oid, PathChange>> {
  // -t shows the directory itself, which the path may be.
  const format = ['-r', '-t', '-z', '--raw', '--no-renames', '--no-abbrev', '--no-ext-diff']
  const args = ['diff-tree', '--stdin', '--root', '--diff-merges=first-parent', ...format, '--', path]
  const run = await runGit(git, args, { input: commits.map((oid) => `${oid}\n`).join(''), whileBusy: true })
  const changes = new Map<Oid, PathChange>()
  for (const [commit, list] of parseRawDiff(run.stdout)) {
    const before = list.find((change) => change.path === path && change.oldOid !== undefined)
    const after = list.find((change) => change.path === path && change.newOid !== undefined)
    if (before === undefined && after === undefined) continue
    changes.set(asOid(commit), {
      before: entryOf(path, before?.oldMode, before?.oldOid),
      after: entryOf(path, after?.newMode, after?.newOid),
    })
  }
  return changes
}

function entryOf(path: RepoPath, mode: string | undefined, oid: Oid | undefined): TreeEntry | undefined {
  return mode === undefined || oid === undefined ? undefined : { mode: mode.replace(/^0/, ''), path, oid }
}
