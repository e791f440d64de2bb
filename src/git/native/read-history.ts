/** Commits as `git rev-list` walks them. */
import type { Oid } from '../../base/ids.ts'
import type { HistoryEntry } from '../repository.ts'
import { type GitProgram, streamGit } from './run-git.ts'

/** Every child before its parents, in batches. */
export async function* readHistory(
  git: GitProgram,
  { tips, not }: { readonly tips: readonly Oid[]; readonly not: readonly Oid[] },
  signal?: AbortSignal,
): AsyncIterable<readonly HistoryEntry[]> {
  const args = ['rev-list', '--topo-order', '--parents', '--timestamp', '--stdin']
  const input = [...tips, ...not.map((oid) => `^${oid}`), ''].join('\n')
  let rest = ''
  for await (const chunk of streamGit(git, args, { input, signal })) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line) => {
      const [seconds, oid, ...parents] = line.split(' ')
      return { oid: oid as Oid, parents: parents as Oid[], seconds: Number(seconds) } // rev-list prints full ids
    })
  }
}
