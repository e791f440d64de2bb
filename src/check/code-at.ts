/** A file as a commit has it, with its outline. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { TreeEntry } from '../git/repository.ts'
import type { Places } from '../place/open-places.ts'
import { entryAt } from '../place/read-ahead.ts'
import type { Outlined, Text } from '../place/texts.ts'

export interface CodeAt {
  readonly commit: Oid
  readonly path: RepoPath
  /** What stands there, where that is known. */
  readonly entry: TreeEntry | undefined
}

/** Undefined: no such file. `unreadable`: a folder, a link, a submodule, or content that is not here. */
export async function codeAt(
  places: Places,
  at: CodeAt,
): Promise<(Outlined & { readonly text: Text }) | 'unreadable' | undefined> {
  const { texts } = places
  const entry = await entryOf(places, at)
  if (entry === undefined || entry === 'unreadable') return entry
  const text = (await texts.read([entry.oid])).get(entry.oid)
  return text === undefined ? 'unreadable' : { text, ...(await texts.outline(at.path, text)) }
}

/** The same without the text: what has been outlined before is not read. */
export async function outlineAt(places: Places, at: CodeAt): Promise<Outlined | 'unreadable' | undefined> {
  const entry = await entryOf(places, at)
  if (entry === undefined || entry === 'unreadable') return entry
  return places.texts.knownOutline(at.path, entry.oid) ?? codeAt(places, { ...at, entry })
}

async function entryOf(
  places: Places,
  { commit, path, entry: known }: CodeAt,
): Promise<TreeEntry | 'unreadable' | undefined> {
  const entry = known ?? (await entryAt(places, { commit, path }))
  if (entry !== undefined) return entry.mode.startsWith('100') ? entry : 'unreadable'
  // What a submodule holds is known to its own repository alone.
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const parent = await entryAt(places, { commit, path: path.slice(0, at) as RepoPath }) // a part of a path is one
    if (parent?.mode === '160000') return 'unreadable'
  }
  return undefined
}
