/** The blame of a commit that itself lies outside: no line's owner is sought. */
import { throwIfAborted, UltragitError } from '../../base/errors.ts'
import { cutLines } from '../diff/diff-lines.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { BlameHunk, BlameRequest } from '../repository.ts'
import { isBlamable } from './find-parent-file.ts'
import { wantedLines } from './wanted-lines.ts'

export async function blameOutside(
  view: ObjectView,
  { commit, path, ranges, signal }: BlameRequest,
): Promise<BlameHunk[]> {
  throwIfAborted(signal)
  const entry = await view.entryAt((await view.commit(commit)).tree, path)
  if (entry === undefined || !isBlamable(entry.mode))
    throw new UltragitError('not_found', `no such file '${path}' in commit '${commit}'`)
  const text = Buffer.from(await view.blob(entry.oid)).toString('latin1')
  return wantedLines(ranges, cutLines(text).length, path).map(({ start, count, original }) => ({
    commit,
    path,
    start,
    count,
    originalStart: original,
    outside: true,
  }))
}
