/** A file as the reader sees it: the working tree's text, else HEAD's, or that of the revision asked for. */
import { lstat, readFile, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { UltragitError } from '../base/errors.ts'
import { asRepoPath, type Oid, type RepoPath } from '../base/ids.ts'
import { nearestNames } from '../base/nearest-names.ts'
import { decodePath, encodePath } from '../base/path-bytes.ts'
import { hashObject } from '../git/objects/hash-object.ts'
import type { Repository, TreeEntry } from '../git/repository.ts'
import type { TodayFile } from './placement.ts'
import { type Text, type Texts, textOf } from './texts.ts'

export interface TodayRequest {
  readonly repository: Repository
  readonly texts: Texts
  /** HEAD, or the revision asked for; undefined before the first commit. */
  readonly head: Oid | undefined
  /** False with a revision: the working tree plays no part. */
  readonly useWorkTree: boolean
}

export interface LoadedFile extends TodayFile {
  readonly source: 'worktree' | 'head' | 'revision'
  /** The committed text under it; undefined for a file HEAD does not have. */
  readonly committed: Text | undefined
  readonly notes: readonly string[]
}

export type ReadFile = Omit<LoadedFile, 'units' | 'language'>

const largestFile = 64 * 1024 * 1024

/** With its outline. */
export async function loadToday(request: TodayRequest, asked: RepoPath): Promise<LoadedFile> {
  return outlineToday(request, await readToday(request, asked))
}

export async function outlineToday({ texts }: TodayRequest, file: ReadFile): Promise<LoadedFile> {
  file.text.lines.decode()
  return { ...file, ...(await texts.outline(file.path, file.text)) }
}

/** Without its outline, which takes longer than all the rest. */
export async function readToday(request: TodayRequest, asked: RepoPath): Promise<ReadFile> {
  const found = request.useWorkTree ? await readWorkTree(request.repository, asked) : undefined
  const path = found?.path ?? asked
  const entry = await entryInHead(request, path)
  if (found === undefined && entry === undefined) throw await notFound(request, asked)
  if (entry !== undefined) refuseOther(entry, path)
  const headPath = entry === undefined && found !== undefined ? await stagedFrom(request, path) : path
  const headEntry = entry ?? (headPath === path ? undefined : await entryInHead(request, headPath))
  const committed = headEntry === undefined ? undefined : await readBlob(request.texts, headEntry, path)
  const text = found === undefined ? committed : matching(found.bytes, committed, request.repository)
  if (text === undefined) throw await notFound(request, asked)
  const notes: string[] = []
  if (found === undefined && request.useWorkTree && request.repository.layout.workTree !== undefined)
    notes.push(`${path} is not in the working tree: answering about HEAD's text`)
  if (headEntry === undefined) notes.push(await untrackedNote(request.repository, path))
  const source = found !== undefined ? 'worktree' : request.useWorkTree ? 'head' : 'revision'
  return { path, headPath, text, committed, source, notes }
}

/** Same content as committed: the same text, so that everything known about the blob holds. */
function matching(bytes: Uint8Array, committed: Text | undefined, repository: Repository): Text {
  if (committed !== undefined && Buffer.from(bytes).equals(committed.bytes)) return committed
  return textOf(hashObject('blob', bytes, repository.layout.objectFormat), bytes)
}

async function entryInHead(
  { repository, head }: TodayRequest,
  path: RepoPath,
): Promise<TreeEntry | undefined> {
  return head === undefined ? undefined : repository.entryAt(head, path)
}

async function readBlob(texts: Texts, entry: TreeEntry, path: RepoPath): Promise<Text> {
  const text = (await texts.read([entry.oid])).get(entry.oid)
  if (text !== undefined) return text
  throw new UltragitError('git_failed', `the content of '${path}' is not in this repository, or too large`, {
    hint: 'in a partial clone: git fetch --refetch --filter=blob:limit=64m',
  })
}

/** A path renamed only in the index still has its history under the old name. */
async function stagedFrom({ repository }: TodayRequest, path: RepoPath): Promise<RepoPath> {
  if ((await repository.indexEntry(path)) === undefined) return path
  return (await repository.stagedRenames()).find(({ to }) => to === path)?.from ?? path
}

async function untrackedNote(repository: Repository, path: RepoPath): Promise<string> {
  const isStaged = (await repository.indexEntry(path)) !== undefined
  return isStaged
    ? `${path} is staged but not committed yet`
    : `${path} is untracked: git does not know it yet`
}

async function readWorkTree(
  repository: Repository,
  asked: RepoPath,
): Promise<{ path: RepoPath; bytes: Uint8Array } | undefined> {
  const { workTree } = repository.layout
  if (workTree === undefined) return undefined
  const full = Buffer.from(encodePath(join(workTree, asked)))
  const facts = await lstat(full).catch(() => undefined)
  if (facts === undefined) return undefined
  const real = await realpath(full, { encoding: 'buffer' }).catch(() => undefined)
  if (real === undefined) return undefined
  const path = insidePath(workTree, real)
  if (path === undefined)
    throw new UltragitError('usage', `'${asked}' leads out of the repository`, {
      hint: 'ask about the file it points to, in its own repository',
    })
  const target = facts.isSymbolicLink() ? await lstat(real) : facts
  if (target.isDirectory()) {
    await refuseDirectory(repository, asked)
  }
  if (!target.isFile()) throw new UltragitError('usage', `'${asked}' is not a regular file`)
  if (target.size > largestFile)
    throw new UltragitError('usage', `'${asked}' is larger than 64 MiB: too large to read`)
  return { path, bytes: await readFile(real) }
}

/** Undefined when it lies outside. */
function insidePath(workTree: string, real: Buffer): RepoPath | undefined {
  const inside = relative(workTree, decodePath(real))
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) return undefined
  return asRepoPath(sep === '/' ? inside : inside.split(sep).join('/'))
}

async function refuseDirectory(repository: Repository, path: RepoPath): Promise<never> {
  const entry = await repository.indexEntry(path)
  if (entry?.mode === '160000') throw submoduleError(path)
  throw new UltragitError('usage', `'${path}' is a directory`, { hint: `ultragit summary ${path}` })
}

function refuseOther(entry: TreeEntry, path: RepoPath): void {
  if (entry.mode === '160000') throw submoduleError(path)
  if (entry.mode === '40000')
    throw new UltragitError('usage', `'${path}' is a directory`, { hint: `ultragit summary ${path}` })
}

function submoduleError(path: RepoPath): UltragitError {
  return new UltragitError('usage', `'${path}' is a submodule: its annotations live in its own repository`, {
    hint: `ultragit --repo ${path} …`,
  })
}

async function notFound({ repository, head }: TodayRequest, path: RepoPath): Promise<UltragitError> {
  const files = head === undefined ? [] : await repository.listFiles(head)
  const near = nearestNames(
    path,
    files.map((file) => file.path),
    3,
  )
  const base = path.slice(path.lastIndexOf('/') + 1)
  const sameName = files.filter((file) => file.path.endsWith(`/${base}`)).map((file) => file.path)
  const hints = [...new Set([...sameName.slice(0, 3), ...near])].slice(0, 3)
  return new UltragitError('not_found', `File not found: ${path}`, {
    hint: hints.length === 0 ? undefined : `did you mean ${hints.join(', ')}?`,
  })
}
