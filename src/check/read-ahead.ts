/** Brings many texts here together: each way to git and back costs as much as the reading. What is missing is passed over. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { TreeEntry } from '../git/repository.ts'
import type { Places } from '../place/open-places.ts'

/** So many at a time: few enough that they stay in memory until they are used. */
export const readAtOnce = 128

export async function readAhead(
  { session, texts }: Places,
  wanted: Iterable<{ readonly commit: Oid; readonly path: RepoPath; readonly entry?: TreeEntry | undefined }>,
): Promise<void> {
  const entries = await Promise.all(
    [...wanted].map(({ commit, path, entry }) => entry ?? session.repository.entryAt(commit, path)),
  )
  await texts.read(entries.flatMap((entry) => (entry?.mode.startsWith('100') === true ? [entry.oid] : [])))
}
