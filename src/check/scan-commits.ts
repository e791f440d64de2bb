/** The commits of a range, each with the little that the rules need to know: read in portions, kept small. */
import { throwIfAborted } from '../base/errors.ts'
import type { Oid, RepoPath } from '../base/ids.ts'
import { readShallow } from '../git/history/read-shallow.ts'
import type { FileChange, HistoryEntry, Repository, TreeEntry } from '../git/repository.ts'
import type { ChangeRange, Env } from './change-range.ts'
import type { ReadDetails } from './range-record.ts'
import { skipReason } from './skip-reason.ts'
import { tooShallow } from './too-shallow.ts'

export interface CommitFacts {
  readonly oid: Oid
  readonly isMerge: boolean
  readonly subject: string
  /** The reason given in the trailer `Ultragit-Skip`. */
  readonly skip: string | undefined
  /** It changes files, and all of them are excluded by the configuration. */
  readonly isExcluded: boolean
  /** The first files in scope that it changed: where a finding about the commit may point. */
  readonly files: readonly FileChange[]
}

export interface CommitScan {
  /** Children before their parents. */
  readonly commits: readonly CommitFacts[]
  /** The newest commit that changed a path; of two the one that is no merge. */
  readonly touchedBy: ReadonlyMap<RepoPath, Oid>
  /** What a commit wrote, by path: no tree has to be read for it. Not all is kept of one that changes very much. */
  readonly written: ReadonlyMap<Oid, ReadonlyMap<RepoPath, TreeEntry>>
}

export interface ScanOptions {
  readonly env: Env
  readonly isInScope: (path: RepoPath) => boolean
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

const portion = 250
const filesKept = 4
const writtenKept = 40
const longestSubject = 200

export async function scanCommits(
  readDetails: ReadDetails,
  entries: readonly HistoryEntry[],
  options: Omit<ScanOptions, 'env'>,
): Promise<CommitScan> {
  const commits: CommitFacts[] = []
  const touchedBy = new Map<RepoPath, Oid>()
  const touchedByMerge = new Map<RepoPath, Oid>()
  const written = new Map<Oid, ReadonlyMap<RepoPath, TreeEntry>>()
  for (let at = 0; at < entries.length; at += portion) {
    throwIfAborted(options.signal)
    options.onProgress?.(at, entries.length)
    const some = entries.slice(at, at + portion)
    const details = await readDetails(some.map(({ oid }) => oid))
    for (const { oid, parents } of some) {
      const { message = '', changes: list = [] } = details.get(oid) ?? {}
      const isMerge = parents.length > 1
      const touched = isMerge ? touchedByMerge : touchedBy
      for (const { path } of list) if (!touched.has(path)) touched.set(path, oid)
      written.set(oid, writtenOf(list))
      commits.push(describe({ oid, isMerge, message, list }, options))
    }
  }
  return { commits, touchedBy: new Map([...touchedByMerge, ...touchedBy]), written }
}

function writtenOf(list: readonly FileChange[]): ReadonlyMap<RepoPath, TreeEntry> {
  const entries = new Map<RepoPath, TreeEntry>()
  for (const { path, newOid: oid, newMode: mode } of list.slice(0, writtenKept))
    if (oid !== undefined && mode !== undefined) entries.set(path, { path, oid, mode })
  return entries
}

/** Children before their parents. */
export async function listCommits(
  repository: Repository,
  { head, not }: ChangeRange,
  { env, signal }: Pick<ScanOptions, 'env' | 'signal'>,
): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for await (const batch of repository.history([head], signal, not)) entries.push(...batch)
  const shallow = await readShallow(repository.layout)
  // A commit without its parents may be the first of the change, or one with many more behind it.
  if (entries.some(({ oid }) => shallow.has(oid))) throw tooShallow(env)
  return entries
}

function describe(
  {
    oid,
    isMerge,
    message,
    list,
  }: { oid: Oid; isMerge: boolean; message: string; list: readonly FileChange[] },
  { isInScope }: Pick<ScanOptions, 'isInScope'>,
): CommitFacts {
  const inScope = list.filter(({ path, from }) => isInScope(path) || (from !== undefined && isInScope(from)))
  const [subject = ''] = message.split('\n', 1)
  return {
    oid,
    isMerge,
    subject: subject.slice(0, longestSubject),
    skip: skipReason(message),
    isExcluded: list.length > 0 && inScope.length === 0,
    files: inScope.slice(0, filesKept),
  }
}
