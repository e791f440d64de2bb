/** What commits did to files: which blob they left there, and which was there before. Kept, for it never changes. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { PathChange, Repository, TreeEntry } from '../git/repository.ts'
import type { Cache } from '../store/cache.ts'

/** Null: there was none. */
export interface FileFacts {
  readonly blob: Oid | null
  readonly previous: Oid | null
}

/** Two commits may speak for a file; both are looked up. */
export interface WantedFacts {
  readonly commits: readonly Oid[]
  readonly file: RepoPath
}

/** By `factKey`; what cannot be read is left out. */
export async function loadFacts(
  { repository, cache }: { readonly repository: Repository; readonly cache: Cache },
  wanted: readonly WantedFacts[],
): Promise<ReadonlyMap<string, FileFacts>> {
  const facts = new Map<string, FileFacts>()
  const missing = new Map<string, { commit: Oid; file: RepoPath }>()
  for (const { commits, file } of wanted) {
    for (const commit of commits) {
      const key = factKey(commit, file)
      const known = facts.get(key) ?? cache.get<FileFacts>('base', key)
      if (known === undefined) missing.set(key, { commit, file })
      else facts.set(key, known)
    }
  }
  if (missing.size === 0) return facts
  const changes = await loadChanges(repository, missing.values())
  const renamed: { key: string; commit: Oid; file: RepoPath }[] = []
  for (const [key, { commit, file }] of missing) {
    const change = changes.get(key)
    if (change === undefined) continue
    const [blob, previous] = [blobOf(change.after), blobOf(change.before)]
    if (blob !== null && previous === null) renamed.push({ key, commit, file })
    facts.set(key, { blob, previous })
  }
  for (const [key, previous] of await previousNames(repository, renamed))
    facts.set(key, { blob: facts.get(key)?.blob ?? null, previous })
  for (const key of missing.keys()) {
    const fact = facts.get(key)
    if (fact !== undefined) cache.put('base', key, fact)
  }
  return facts
}

/** A file that is new under its name may have had another one before. */
async function previousNames(
  repository: Repository,
  files: readonly { readonly key: string; readonly commit: Oid; readonly file: RepoPath }[],
): Promise<Map<string, Oid>> {
  const previous = new Map<string, Oid>()
  if (files.length === 0) return previous
  const changes = await repository.changesOf([...new Set(files.map(({ commit }) => commit))])
  for (const { key, commit, file } of files) {
    const change = changes.get(commit)?.find(({ path, status }) => path === file && status === 'renamed')
    if (change?.oldOid !== undefined) previous.set(key, change.oldOid)
  }
  return previous
}

/** By `factKey`: one question per path, not one per commit. */
async function loadChanges(
  repository: Repository,
  wanted: Iterable<{ readonly commit: Oid; readonly file: RepoPath }>,
): Promise<Map<string, PathChange>> {
  const byFile = Map.groupBy(wanted, ({ file }) => file)
  const changes = new Map<string, PathChange>()
  for (const [file, asked] of byFile)
    for (const [commit, change] of await repository.changesAt(
      asked.map(({ commit }) => commit),
      file,
    ))
      changes.set(factKey(commit, file), change)
  return changes
}

/** Only of a regular file. */
function blobOf(entry: TreeEntry | undefined): Oid | null {
  return entry?.mode.startsWith('100') === true ? entry.oid : null
}

export function factKey(commit: Oid, file: RepoPath): string {
  return `${commit} ${file}`
}
