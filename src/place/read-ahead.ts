/** Brings many texts here together: each way to git and back costs as much as the reading. What is missing is passed over. */
import { asRepoPath, type Oid, type RepoPath } from '../base/ids.ts'
import type { TreeEntry } from '../git/repository.ts'
import { namesAfter } from './follow-file.ts'
import type { NoteRegion } from './load-bases.ts'
import type { Places } from './open-places.ts'

/** So many at a time: few enough that they stay in memory until they are used. */
export const readAtOnce = 128

export interface WantedText {
  readonly commit: Oid
  readonly path: RepoPath
  /** What stands there, where that is known. */
  readonly entry?: TreeEntry | undefined
}

export async function readAhead(
  places: Places,
  wanted: Iterable<WantedText>,
  isNeeded: (entry: TreeEntry) => boolean = () => true,
): Promise<void> {
  const { session, texts } = places
  const entries = await Promise.all([...wanted].map(({ entry, ...at }) => entry ?? entryAt(places, at)))
  const needed = session
    .index()
    .together(() => entries.filter((entry) => entry?.mode.startsWith('100') === true && isNeeded(entry)))
  await texts.read(needed.flatMap((entry) => entry?.oid ?? []))
}

/** What stands at a path in a commit, which is mostly the one that is asked about. */
export async function entryAt(
  { head, entries, session }: Places,
  { commit, path }: Pick<WantedText, 'commit' | 'path'>,
): Promise<TreeEntry | undefined> {
  return commit === head ? entries.at(path) : session.repository.entryAt(commit, path)
}

/** The files of HEAD that these regions may be placed in. */
export async function readHomes(places: Places, regions: Iterable<NoteRegion>): Promise<void> {
  const { head, history } = places
  if (head === undefined) return
  const paths = new Set<RepoPath>()
  for (const { note, region } of regions)
    for (const name of namesAfter(history, asRepoPath(region.file), history.commits.get(note.target)?.age))
      paths.add(name)
  await readAhead(
    places,
    [...paths].map((path) => ({ commit: head, path })),
  )
}
