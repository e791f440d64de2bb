/** What commits changed, as `git diff-tree` and `git log` print it. */
import { asOid, type Oid } from '../../base/ids.ts'
import type { FileChange, Rename } from '../repository.ts'
import { parseRawDiff, parseRenameLog } from './parse-raw-diff.ts'
import { type GitProgram, runGit } from './run-git.ts'

type Signal = AbortSignal | undefined

const rawDiff = ['-z', '--raw', '-M', '-l1000', '--no-abbrev', '--no-ext-diff']

export async function readChanges(
  git: GitProgram,
  commits: readonly Oid[],
  signal: Signal,
): Promise<ReadonlyMap<Oid, readonly FileChange[]>> {
  const args = ['diff-tree', '--stdin', '--root', '--always', '--diff-merges=first-parent', '-r', ...rawDiff]
  const run = await runGit(git, args, { input: commits.map((oid) => `${oid}\n`).join(''), signal })
  const changes = new Map<Oid, readonly FileChange[]>()
  for (const [oid, list] of parseRawDiff(run.stdout)) changes.set(asOid(oid), list)
  return changes
}

export async function readChangesBetween(
  git: GitProgram,
  [from, to]: readonly [Oid, Oid],
  signal: Signal,
): Promise<readonly FileChange[]> {
  const run = await runGit(git, ['diff-tree', '-r', ...rawDiff, from, to], { signal })
  return parseRawDiff(run.stdout).get('') ?? []
}

export async function readRenames(
  git: GitProgram,
  { head, not }: { readonly head: Oid; readonly not: readonly Oid[] },
  signal: Signal,
): Promise<readonly Rename[]> {
  const input = [head, ...not.map((oid) => `^${oid}`)].join('\n')
  const format = ['--pretty=oneline', '--no-abbrev-commit', '--parents', '--no-decorate', '--no-notes']
  const args = ['log', '-m', '--diff-filter=R', '--no-color', '-r', ...rawDiff, ...format, '--stdin']
  const run = await runGit(git, args, { input: `${input}\n`, signal })
  return parseRenameLog(run.stdout)
}

/** What a tree and the index differ in; the working tree is not looked at. `only` is a filter of git's: `R`. */
export async function readStagedChanges(
  git: GitProgram,
  tree: string,
  only: string,
): Promise<readonly FileChange[]> {
  const run = await runGit(git, [
    'diff-index',
    '--cached',
    '--ita-invisible-in-index',
    `--diff-filter=${only}`,
    ...rawDiff,
    tree,
  ])
  return parseRawDiff(run.stdout).get('') ?? []
}
