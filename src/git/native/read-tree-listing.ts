/** All files of a tree, by `git ls-tree -r -z`: `<mode> <type> <oid>\t<path>`. */
import { UltragitError } from '../../base/errors.ts'
import { asOid, type Oid } from '../../base/ids.ts'
import { decodePathText } from '../../base/path-bytes.ts'
import type { TreeEntry } from '../repository.ts'
import { nulFields } from './parse-raw-diff.ts'
import { type GitProgram, runGit } from './run-git.ts'

export async function readTreeListing(git: GitProgram, treeish: Oid): Promise<TreeEntry[]> {
  const run = await runGit(git, ['ls-tree', '-r', '-z', '--full-tree', treeish])
  const entries: TreeEntry[] = []
  for (const field of nulFields(run.stdout)) {
    const tab = field.indexOf('\t')
    const [mode, , oid] = field.slice(0, Math.max(0, tab)).split(' ')
    if (tab === -1 || mode === undefined || oid === undefined)
      throw new UltragitError('git_failed', 'git ls-tree answered in a form ultragit does not know')
    entries.push({ mode, oid: asOid(oid), path: decodePathText(field.slice(tab + 1)) })
  }
  return entries
}
