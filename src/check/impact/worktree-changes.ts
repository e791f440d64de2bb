/**
 * What the working tree changes against HEAD: tracked files only, read in process, because git would run filters on them.
 * A file with the stamp it had when it was staged is not read at all.
 */
import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepoPath } from '../../base/ids.ts'
import { encodePath } from '../../base/path-bytes.ts'
import { hashObject } from '../../git/objects/hash-object.ts'
import type { FileChange, Repository, TrackedFile } from '../../git/repository.ts'
import { type Texts, textOf } from '../../place/texts.ts'
import { type ChangeSource, readText } from '../read-changes.ts'

const largestFile = 64 * 1024 * 1024
const linkMode = '120000'
const submoduleMode = '160000'

/** A tracked file that is not as the index has it. */
interface Dirty {
  readonly tracked: TrackedFile
  /** Undefined when it is gone. */
  readonly found: { readonly mode: string; readonly bytes: Uint8Array } | undefined
}

export async function worktreeChanges(repository: Repository, texts: Texts): Promise<ChangeSource> {
  const staged = new Map((await repository.stagedChanges()).map((change) => [change.path, change]))
  const dirty = new Map<RepoPath, Dirty>()
  for (const one of await repository.trackedFiles()) {
    const found = await compare(repository, one)
    if (found !== undefined) dirty.set(one.path, found)
  }
  const head = (await repository.head()).oid
  const changes = [...staged.values()].filter(({ path }) => !dirty.has(path))
  for (const [path, one] of dirty) {
    const before = staged.get(path)
    const entry = head === undefined ? undefined : await repository.entryAt(head, before?.from ?? path)
    const change = changeOf(repository, one, { before, entry })
    if (change !== undefined) changes.push(change)
  }
  return {
    changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)),
    isStored: false,
    newText: async ({ path, newOid, newMode }) => {
      const found = dirty.get(path)?.found
      if (found === undefined || newOid === undefined) return readText(texts, newOid, newMode)
      return found.mode === linkMode ? undefined : textOf(newOid, found.bytes)
    },
  }
}

/** Undefined while it is as the index has it. */
async function compare({ layout }: Repository, tracked: TrackedFile): Promise<Dirty | undefined> {
  const { workTree } = layout
  if (workTree === undefined || !tracked.isChecked || tracked.mode === submoduleMode) return undefined
  const file = Buffer.from(encodePath(join(workTree, tracked.path)))
  const facts = await lstat(file, { bigint: true }).catch(() => undefined)
  if (facts === undefined || facts.isDirectory()) return { tracked, found: undefined }
  const { stamp } = tracked
  const hasStamp = stamp !== undefined && facts.size === BigInt(stamp.size) && facts.mtimeNs === stamp.changed
  const isLink = facts.isSymbolicLink()
  if (hasStamp && isLink === (tracked.mode === linkMode)) return undefined
  if (!isLink && (!facts.isFile() || facts.size > largestFile)) return undefined
  const bytes = isLink ? await readlink(file, 'buffer') : await readFile(file)
  if (hashObject('blob', bytes, layout.objectFormat) === tracked.oid) return undefined
  return { tracked, found: { mode: isLink ? linkMode : '100644', bytes } }
}

function changeOf(
  { layout }: Repository,
  { tracked, found }: Dirty,
  {
    before,
    entry,
  }: {
    readonly before: FileChange | undefined
    readonly entry: { mode: string; oid: NonNullable<FileChange['oldOid']> } | undefined
  },
): FileChange | undefined {
  const old = { oldOid: entry?.oid, oldMode: entry?.mode }
  const { path } = tracked
  if (found === undefined) {
    if (entry === undefined) return undefined // staged, and taken away again before it was committed
    return {
      status: 'deleted',
      path: before?.from ?? path,
      from: undefined,
      ...old,
      newOid: undefined,
      newMode: undefined,
    }
  }
  return {
    status: entry === undefined ? 'added' : before?.status === 'renamed' ? 'renamed' : 'modified',
    path,
    from: before?.from,
    ...old,
    newOid: hashObject('blob', found.bytes, layout.objectFormat),
    newMode: found.mode,
  }
}
