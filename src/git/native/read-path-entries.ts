/** What stands at one path in many trees, in one process: each tree compared with nothing, only that path shown. */
import { asOid, type Oid, type RepoPath } from '../../base/ids.ts'
import { decodePathText } from '../../base/path-bytes.ts'
import { hashObject } from '../objects/hash-object.ts'
import type { Layout, TreeEntry } from '../repository.ts'
import { nulFields } from './parse-raw-diff.ts'
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
  for (const [tree, entry] of parsePairs(run.stdout)) if (entry.path === path) entries.set(tree, entry)
  return entries
}

/**
 * `<empty> <tree>` and a line break, then `:<mode> <mode> <oid> <oid> A`, NUL, path, NUL for each entry. The
 * line break is there in spite of -z, so a field can hold the lines of several trees that have nothing.
 */
function* parsePairs(output: Uint8Array): Generator<[tree: Oid, entry: TreeEntry]> {
  const fields = nulFields(output)
  let tree: string | undefined
  for (const field of fields) {
    const lines = field.split('\n')
    const [, mode, , oid] = lines.pop()?.split(' ') ?? []
    const name = fields.next().value
    tree = lines.at(-1)?.split(' ')[1] ?? tree
    if (tree === undefined || mode === undefined || oid === undefined || name === undefined) return
    yield [asOid(tree), { mode: mode.replace(/^0/, ''), path: decodePathText(name), oid: asOid(oid) }]
  }
}
