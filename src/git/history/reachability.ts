/** Which of many commits HEAD reaches, which only another ref reaches, and which nothing reaches any more. */
import type { Oid } from '../../base/ids.ts'
import type { Repository } from '../repository.ts'

export type Reach = 'head' | 'ref' | 'none'

/**
 * Walks the whole history of `head`, then that of the other refs, instead of asking git for `A ^B`: with skewed clocks
 * git's limited walk can stop too early and call a reachable commit unreachable.
 */
export async function classifyReach(
  repository: Repository,
  head: Oid | undefined,
  commits: ReadonlySet<Oid>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Oid, Reach>> {
  const reach = new Map<Oid, Reach>()
  for (const oid of commits) reach.set(oid, 'none')
  let open = commits.size
  const mark = async (tips: readonly Oid[], as: Reach) => {
    if (open === 0 || tips.length === 0) return
    for await (const batch of repository.history(tips, signal)) {
      for (const { oid } of batch) {
        if (reach.get(oid) !== 'none') continue
        reach.set(oid, as)
        open -= 1
      }
      if (open === 0) return
    }
  }
  if (head !== undefined) await mark([head], 'head')
  if (open > 0) await mark(await otherTips(repository), 'ref')
  return reach
}

/** As many refs are resolved at once: together they take one way to git and back, all of them too many open files. */
const portion = 200

/** Commits the refs stand on; notes refs hold no code, and a ref may name a tree or a missing commit. */
async function otherTips(repository: Repository): Promise<Oid[]> {
  const refs = (await repository.listRefs('refs/')).filter(({ name }) => !name.startsWith('refs/notes/'))
  const named = [...new Set(refs.map(({ oid }) => oid))]
  const tips = new Set<Oid>()
  for (let at = 0; at < named.length; at += portion) {
    const commits = await Promise.all(named.slice(at, at + portion).map((oid) => repository.resolve(oid)))
    for (const commit of commits) if (commit !== undefined) tips.add(commit)
  }
  return [...tips]
}
