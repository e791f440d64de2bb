/** `git patch-id --stable` over `-U0`: the id a change keeps when it is rebased. */
import { asOid, type Oid } from '../../base/ids.ts'
import { type GitProgram, runGit } from './run-git.ts'

const patch = [
  '-p',
  '-U0',
  '-r',
  '--no-renames',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--diff-algorithm=myers',
]

/** In portions: the patches of a whole history would not fit into memory. */
const portion = 200

export async function readPatchIds(
  git: GitProgram,
  commits: readonly Oid[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Oid, string>> {
  const ids = new Map<Oid, string>()
  for (let at = 0; at < commits.length; at += portion) {
    const asked = commits.slice(at, at + portion)
    const input = asked.map((oid) => `${oid}\n`).join('')
    const patches = await runGit(git, ['diff-tree', '--stdin', '--root', ...patch], { input, signal })
    for (const [id, commit] of await idsOf(git, patches.stdout)) ids.set(asOid(commit), id)
  }
  return ids
}

export async function readPatchIdBetween(git: GitProgram, from: Oid, to: Oid): Promise<string | undefined> {
  const patches = await runGit(git, ['diff-tree', ...patch, from, to])
  return (await idsOf(git, patches.stdout))[0]?.[0]
}

async function idsOf(git: GitProgram, patches: Uint8Array): Promise<[id: string, commit: string][]> {
  if (patches.length === 0) return []
  const run = await runGit(git, ['patch-id', '--stable'], { input: patches })
  return Buffer.from(run.stdout)
    .toString()
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ') as [string, string]) // "<patch id> <commit id>"
}
