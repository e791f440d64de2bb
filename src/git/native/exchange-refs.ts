/** One ref fetched from a remote or pushed to it. Hooks of ours stay off; what the remote runs is the remote's affair. */
import type { Oid } from '../../base/ids.ts'
import { type GitProgram, gitFailure, runGit } from './run-git.ts'

const mostFetches = 15

export async function fetchRef(
  git: GitProgram,
  { remote, from, to }: { readonly remote: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--end-of-options',
  ]
  for (let attempt = 1; ; attempt++) {
    const run = await runGit(git, [...args, remote, `+${from}:${to}`], { network: true, expect: [1, 128] })
    if (run.status === 0) return true
    if (/couldn't find remote ref/i.test(run.stderr)) return false
    if (!/cannot lock ref|unable to update local ref/i.test(run.stderr) || attempt === mostFetches)
      throw gitFailure(['fetch'], run)
    await Bun.sleep(20 * attempt * Math.random()) // another fetch moved the ref meanwhile
  }
}

export async function pushRef(
  git: GitProgram,
  { remote, commit, ref }: { readonly remote: string; readonly commit: Oid; readonly ref: string },
): Promise<'done' | 'behind'> {
  const args = [
    'push',
    '--quiet',
    '--porcelain',
    '--no-verify',
    '--end-of-options',
    remote,
    `${commit}:${ref}`,
  ]
  const run = await runGit(git, args, { network: true, expect: [1, 128] })
  if (run.status === 0) return 'done'
  const words = `${Buffer.from(run.stdout).toString()}\n${run.stderr}`
  // Somebody was faster, or is at it right now.
  if (
    /\[rejected\]|fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|incorrect old value/i.test(
      words,
    )
  )
    return 'behind'
  const refused = /!\s.*\[remote rejected\]\s*\(?([^\n)]*)/i.exec(words)?.[1]
  throw gitFailure(
    ['push'],
    refused === undefined ? run : { ...run, stderr: `fatal: the remote refuses: ${refused}` },
  )
}
