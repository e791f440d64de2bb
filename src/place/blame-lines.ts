/** Who last changed each line of a file as it is today: bounded by the horizon, remembered, carried on. */
import type { Oid, RepoPath } from '../base/ids.ts'
import { blameIncrementally } from '../git/blame/incremental-blame.ts'
import { carryLines } from '../git/diff/carry-lines.ts'
import { diffLines } from '../git/diff/diff-lines.ts'
import type { BlameHunk, Repository } from '../git/repository.ts'
import type { HistoryAt } from '../store/history-states.ts'
import { type Index, keyOf } from '../store/index.ts'
import type { ReadFile } from './today-file.ts'

export interface LineOwners {
  /** By line from 1 (entry 0 is unused): the commit; null where the owner lies outside the horizon. */
  readonly owners: readonly (Oid | null | undefined)[]
}

/** Undefined in `owners`: the line is not committed. */
export async function blameLines(
  {
    repository,
    index,
    history,
    signal,
  }: {
    readonly repository: Repository
    readonly index: Index
    readonly history: HistoryAt
    readonly signal?: AbortSignal | undefined
  },
  file: ReadFile,
): Promise<LineOwners> {
  const { committed } = file
  if (committed === undefined) return { owners: [] }
  const byHead: (Oid | null | undefined)[] = new Array(committed.lines.length + 1).fill(null)
  if (history.commits.size > 0) {
    for (const { commit, start, count, outside } of await blameFile()) {
      if (outside || history.commits.get(commit) === undefined) continue
      for (let line = start; line < start + count; line++) byHead[line] = commit
    }
  }
  return { owners: file.text.key === committed.key ? byHead : carryOwners(byHead, file) }

  async function blameFile(): Promise<readonly BlameHunk[]> {
    const { head, boundaries } = history
    const scope = keyOf(file.headPath, ...boundaries)
    const key = `${scope} ${head}`
    const known = index.cache.get<readonly BlameHunk[]>('blame', key)
    if (known !== undefined) return known
    const request = { commit: head, path: file.headPath, not: boundaries, signal }
    const earlier = index.cache.get<EarlierBlame>('blame', scope)
    const isThere = earlier !== undefined && (await repository.readCommits([earlier.head])).has(earlier.head)
    const before =
      earlier === undefined || !isThere
        ? undefined
        : index.cache.get<readonly BlameHunk[]>('blame', `${scope} ${earlier.head}`)
    const hunks =
      earlier === undefined || before === undefined
        ? await repository.blame(request)
        : (await isUntouched(repository, { path: file.headPath, from: earlier.head, to: head }))
          ? before
          : await blameIncrementally(repository, request, {
              commit: earlier.head,
              path: file.headPath,
              hunks: before,
            })
    index.cache.put('blame', key, hunks)
    index.cache.put('blame', scope, { head } satisfies EarlierBlame)
    return hunks
  }
}

const mostSteps = 20

/** Whether a line of commits without a merge leads from one to the other, and none of them touched the file. */
async function isUntouched(
  repository: Repository,
  { path, from, to }: { readonly path: RepoPath; readonly from: Oid; readonly to: Oid },
): Promise<boolean> {
  const blob = (await repository.entryAt(from, path))?.oid
  let at = to
  for (let steps = 0; blob !== undefined && steps < mostSteps; steps++) {
    if (at === from) return true
    if ((await repository.entryAt(at, path))?.oid !== blob) return false
    const parents = (await repository.readCommits([at])).get(at)?.parents ?? []
    const [parent] = parents
    if (parent === undefined || parents.length > 1) return false
    at = parent
  }
  return false
}

/** The HEAD for which a file was blamed last. */
interface EarlierBlame {
  readonly head: Oid
}

/** Line ends do not count: a checkout may have changed them. */
function carryOwners(
  byHead: readonly (Oid | null | undefined)[],
  { committed, text }: ReadFile,
): (Oid | null | undefined)[] {
  const before = committed?.lines ?? []
  const carried = carryLines(diffLines(before, text.lines, { ignoreWhitespace: 'cr-at-eol' }), before.length)
  const owners: (Oid | null | undefined)[] = new Array(text.lines.length + 1).fill(undefined)
  for (let line = 1; line <= before.length; line++) {
    const today = carried[line] ?? 0
    if (today > 0) owners[today] = byHead[line]
  }
  return owners
}
