/** What a change did to the files it touches: for a range of commits, for the index, or for the working tree. */

import { throwIfAborted } from '../base/errors.ts'
import type { Oid, RepoPath } from '../base/ids.ts'
import type { LineHunk } from '../git/diff/diff-lines.ts'
import { isBinary } from '../git/diff/is-binary.ts'
import type { FileChange, Repository } from '../git/repository.ts'
import type { Text, Texts } from '../place/texts.ts'
import type { ChangeRange } from './change-range.ts'
import { compareFiles, type UnitChange } from './compare-files.ts'
import type { Side } from './pair-units.ts'

export interface ChangedFile {
  /** Its path after the change; for a deletion the one it had. */
  readonly path: RepoPath
  readonly pathBefore: RepoPath | undefined
  readonly isDeleted: boolean
  readonly units: readonly UnitChange[]
  /** The names of all units it had. */
  readonly namesBefore: readonly string[]
  /** Empty where there is no text to compare. */
  readonly hunks: readonly LineHunk[]
}

export interface ChangeSource {
  readonly changes: readonly FileChange[]
  /** The new text of a file; undefined for links, submodules and what is not here. */
  newText(change: FileChange): Promise<Text | undefined>
}

/** What the commits of a range come to. */
export async function rangeChanges(
  repository: Repository,
  { base, head }: ChangeRange,
  signal?: AbortSignal,
): Promise<readonly FileChange[]> {
  if (base !== undefined) return repository.changesBetween(base, head, signal)
  return (await repository.changesOf([head], signal)).get(head) ?? []
}

/** Changes whose new texts are blobs: of commits, or of the index. */
export function storedChanges(texts: Texts, changes: readonly FileChange[]): ChangeSource {
  return { changes, newText: (change) => readText(texts, change.newOid, change.newMode) }
}

export interface CompareOptions {
  readonly texts: Texts
  readonly isInScope: (path: RepoPath) => boolean
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** Blobs are read together, so many files at a time: each way to git and back costs as much as the reading. */
const blobsAtOnce = 32

/** One file after the other: no more than two texts are held for it, however long the range. */
export async function* compareChanges(
  source: ChangeSource,
  { texts, isInScope, signal, onProgress }: CompareOptions,
): AsyncGenerator<ChangedFile> {
  const { changes } = source
  for (const [at, change] of changes.entries()) {
    throwIfAborted(signal)
    onProgress?.(at, changes.length)
    if (at % blobsAtOnce === 0) await texts.read(blobsOf(changes.slice(at, at + blobsAtOnce)))
    if (!isInScope(change.path)) continue
    const before = change.from ?? (change.oldOid === undefined ? undefined : change.path)
    const old = await outlined(texts, before, await readText(texts, change.oldOid, change.oldMode))
    const isDeleted = change.status === 'deleted'
    const fresh = isDeleted ? undefined : await outlined(texts, change.path, await source.newText(change))
    const compared =
      old === undefined && fresh === undefined
        ? { hunks: [], units: [opaque(change)] }
        : compareFiles(old, fresh)
    const namesBefore = old?.units.map(({ name }) => name) ?? []
    yield { path: change.path, pathBefore: before, isDeleted, namesBefore, ...compared }
  }
}

function blobsOf(changes: readonly FileChange[]): Oid[] {
  return changes.flatMap(({ oldOid, oldMode, newOid, newMode }) => [
    ...(oldOid !== undefined && oldMode?.startsWith('100') === true ? [oldOid] : []),
    ...(newOid !== undefined && newMode?.startsWith('100') === true ? [newOid] : []),
  ])
}

/** A binary file, a link, a submodule: all that can be said is that it changed. */
function opaque({ status }: FileChange): UnitChange {
  return {
    kind: status === 'added' || status === 'deleted' ? status : 'changed',
    unit: undefined,
    nameBefore: undefined,
    linesBefore: undefined,
    lines: undefined,
    line: undefined,
    isOwn: true,
  }
}

export async function readText(
  texts: Texts,
  oid: FileChange['newOid'],
  mode: string | undefined,
): Promise<Text | undefined> {
  if (oid === undefined || mode?.startsWith('100') !== true) return undefined
  return (await texts.read([oid])).get(oid)
}

async function outlined(
  texts: Texts,
  path: RepoPath | undefined,
  text: Text | undefined,
): Promise<Side | undefined> {
  if (path === undefined || text === undefined || isBinary(text.bytes)) return undefined
  return { lines: text.lines.slice(), units: (await texts.outline(path, text)).units }
}
