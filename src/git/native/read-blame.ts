/** Blame by git, helped by the graph of the history where there is one. */
import type { BlameHunk, BlameRequest, Layout } from '../repository.ts'
import type { NativeHistoryGraph } from './history-graph.ts'
import { parseBlame } from './parse-blame.ts'
import { type GitProgram, runGit } from './run-git.ts'
import { withBoundaryCommit } from './synthetic-boundary.ts'

interface BlameSources {
  readonly layout: Layout
  readonly git: GitProgram
  readonly graph: NativeHistoryGraph
}

export async function readBlame(
  { layout, git, graph }: BlameSources,
  request: BlameRequest,
): Promise<readonly BlameHunk[]> {
  const faster = graph.seenBy(git)
  if (faster === git) return blame(layout, git, request)
  try {
    return await blame(layout, faster, request)
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    return blame(layout, git, request) // the graph may be damaged; if it is not that, git says it again
  }
}

function blame(
  layout: Layout,
  program: GitProgram,
  { commit, path, not = [], ranges = [], ignoreRevs = [], signal }: BlameRequest,
): Promise<readonly BlameHunk[]> {
  const args = ['blame', '--incremental', '--root', '--no-textconv', '--no-ignore-revs-file']
  for (const oid of ignoreRevs) args.push(`--ignore-rev=${oid}`)
  for (const { start, end } of ranges) args.push('-L', `${start},${end}`)
  return withBoundaryCommit(layout, program, not, async (git, boundaries) => {
    const outside = boundaries.map((oid) => `^${oid}`)
    const run = await runGit(git, [...args, commit, ...outside, '--', path], { signal, whileBusy: true })
    return parseBlame(run.stdout)
  })
}
