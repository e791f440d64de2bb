/** From the words of a question to paths of the repository, an anchor and lines. */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { UltragitError } from '../base/errors.ts'
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import type { LineRange } from '../base/lines.ts'
import type { Session } from '../session.ts'
import { locatePath } from './locate-path.ts'
import { parseTarget } from './parse-target.ts'

export interface TargetWords {
  /** The first is always a path; a later one that is no path and has no `/` is the anchor. */
  readonly words: readonly string[]
  /** Where relative paths start; undefined: at the root of the repository. */
  readonly from: string | undefined
  readonly anchor: string | undefined
  readonly lines: LineRange | undefined
}

export interface ResolvedTargets {
  /** The root itself is ''. */
  readonly paths: readonly RepoPath[]
  readonly anchor: string | undefined
  readonly lines: LineRange | undefined
}

export async function resolveTargets(session: Session, given: TargetWords): Promise<ResolvedTargets> {
  const { layout } = session.repository
  let { anchor, lines } = given
  const paths: RepoPath[] = []
  for (const [at, word] of given.words.entries()) {
    const isLater = at > 0 && !word.includes('/')
    if (isLater && anchor === undefined && !(await exists(session, word, given.from))) {
      anchor = word
      continue
    }
    const target = await parseTarget(word, (path) => exists(session, path, given.from))
    paths.push(asRepoPath(await locatePath(layout, target.path, given.from)))
    anchor ??= target.anchor
    lines ??= target.lines
  }
  if (anchor !== undefined && lines !== undefined)
    throw new UltragitError('usage', 'an anchor and lines cannot be asked for together', {
      hint: 'give one of them',
    })
  return { paths, anchor: anchor === '' ? undefined : anchor, lines }
}

/** In the working tree or in HEAD. */
async function exists(session: Session, typed: string, from: string | undefined): Promise<boolean> {
  const { repository } = session
  const path = await locatePath(repository.layout, typed, from).catch(() => undefined)
  if (path === undefined || path === '') return path === ''
  const { workTree } = repository.layout
  if (workTree !== undefined && (await lstat(join(workTree, path)).catch(() => undefined)) !== undefined)
    return true
  const { oid } = await repository.head()
  return oid !== undefined && (await repository.entryAt(oid, path)) !== undefined
}
