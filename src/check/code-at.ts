/** A file as a commit has it, with its outline. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { TreeEntry } from '../git/repository.ts'
import type { Places } from '../place/open-places.ts'
import type { Outlined, Text } from '../place/texts.ts'

export interface CodeAt {
  readonly commit: Oid
  readonly path: RepoPath
  /** What stands there, where that is known. */
  readonly entry: TreeEntry | undefined
}

/** Undefined: no such file. `unreadable`: a folder, a link, a submodule, or content that is not here. */
export async function codeAt(
  { session, texts }: Places,
  { commit, path, entry: known }: CodeAt,
): Promise<(Outlined & { readonly text: Text }) | 'unreadable' | undefined> {
  const { repository } = session
  const entry = known ?? (await repository.entryAt(commit, path))
  if (entry === undefined) return (await isInSubmodule()) ? 'unreadable' : undefined
  if (!entry.mode.startsWith('100')) return 'unreadable'
  const text = (await texts.read([entry.oid])).get(entry.oid)
  return text === undefined ? 'unreadable' : { text, ...(await texts.outline(path, text)) }

  /** What a submodule holds is known to its own repository alone. */
  async function isInSubmodule(): Promise<boolean> {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
      const parent = await repository.entryAt(commit, path.slice(0, at) as RepoPath) // a part of a path is one
      if (parent?.mode === '160000') return true
    }
    return false
  }
}
