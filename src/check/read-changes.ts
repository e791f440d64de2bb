/** What a change did to the files it touches: for a range of commits, for the index, or for the working tree. */

import { throwIfAborted } from '../base/errors.ts'
import type { Oid, RepoPath } from '../base/ids.ts'
import type { LineHunk } from '../git/diff/diff-lines.ts'
import { isBinary } from '../git/diff/is-binary.ts'
import type { FileChange, Repository } from '../git/repository.ts'
import type { Text, Texts } from '../place/texts.ts'
import type { Cache } from '../store/cache.ts'
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
  /** The new texts are the blobs that the changes name. */
  readonly isStored: boolean
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
  return { changes, isStored: true, newText: (change) => readText(texts, change.newOid, change.newMode) }
}

export interface CompareOptions {
  readonly texts: Texts
  readonly cache: Cache
  readonly isInScope: (path: RepoPath) => boolean
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** Blobs are read together, so many files at a time: each way to git and back costs as much as the reading. */
const blobsAtOnce = 32

/**
 * One file after the other: no more than two texts are held for it, however long the range. Two blobs are compared once and
 * not read again.
 */
export async function* compareChanges(
  source: ChangeSource,
  { texts, cache, isInScope, signal, onProgress }: CompareOptions,
): AsyncGenerator<ChangedFile> {
  const { changes } = source
  const kept = (change: FileChange) => {
    const key = source.isStored ? pairKey(change) : undefined
    return key === undefined ? undefined : cache.get<Compared>('compared', key)
  }
  for (let from = 0; from < changes.length; from += blobsAtOnce) {
    const some = changes.slice(from, from + blobsAtOnce).map((change) => ({ change, known: kept(change) }))
    await texts.read(blobsOf(some.flatMap(({ change, known }) => (known === undefined ? [change] : []))))
    for (const [at, { change, known }] of some.entries()) {
      throwIfAborted(signal)
      onProgress?.(from + at, changes.length)
      if (!isInScope(change.path)) continue
      const compared = known ?? (await compareTexts(source, change, { texts, cache }))
      const isDeleted = change.status === 'deleted'
      yield { path: change.path, pathBefore: pathBefore(change), isDeleted, ...compared }
    }
  }
}

type Compared = Pick<ChangedFile, 'namesBefore' | 'hunks' | 'units'>

/** Names all that a comparison depends on; undefined for what has no text. */
function pairKey(change: FileChange): string | undefined {
  const { path, oldOid, oldMode, newOid, newMode } = change
  const isPlain = (oid: Oid | undefined, mode: string | undefined) =>
    oid === undefined || mode?.startsWith('100') === true
  if (!isPlain(oldOid, oldMode) || !isPlain(newOid, newMode)) return undefined
  return JSON.stringify([oldOid ?? null, newOid ?? null, pathBefore(change) ?? null, path])
}

function pathBefore({ from, oldOid, path }: FileChange): RepoPath | undefined {
  return from ?? (oldOid === undefined ? undefined : path)
}

async function compareTexts(
  source: ChangeSource,
  change: FileChange,
  { texts, cache }: Pick<CompareOptions, 'texts' | 'cache'>,
): Promise<Compared> {
  const oldText = await readText(texts, change.oldOid, change.oldMode)
  const newText = change.status === 'deleted' ? undefined : await source.newText(change)
  const old = await outlined(texts, pathBefore(change), oldText)
  const fresh = await outlined(texts, change.path, newText)
  const { hunks, units } =
    old === undefined && fresh === undefined
      ? { hunks: [], units: [opaque(change)] }
      : compareFiles(old, fresh)
  const compared = { namesBefore: old?.units.map(({ name }) => name) ?? [], hunks, units }
  // What is not here today may come with a fetch.
  const isWhole = (oldText === undefined) === (change.oldOid === undefined)
  const key = source.isStored && isWhole ? pairKey(change) : undefined
  if (key !== undefined && (newText === undefined) === (change.newOid === undefined))
    cache.put('compared', key, compared)
  return compared
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
