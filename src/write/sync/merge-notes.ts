/** Two histories of notes that went apart, put together note by note. */
import { decodeNote } from '../../annotation/decode-note.ts'
import { encodeAnnotation } from '../../annotation/encode-note.ts'
import { mergeWithBase } from '../../annotation/merge-annotations.ts'
import type { Oid } from '../../base/ids.ts'
import type { NoteEntry, Repository } from '../../git/repository.ts'
import type { NoteChange } from '../../git/repository-writer.ts'
import { CurrentNotes } from '../current-notes.ts'

export interface Divergence {
  readonly base: Oid | undefined
  /** Targets that only we changed since the base. */
  readonly ahead: readonly Oid[]
  readonly behind: readonly Oid[]
  /** Targets both sides changed, not to the same. */
  readonly both: readonly Oid[]
}

export async function compareNotes(repository: Repository, ours: Oid, theirs: Oid): Promise<Divergence> {
  const base = await repository.mergeBase(ours, theirs)
  const changes = async (tip: Oid) =>
    toMap(base === undefined ? await repository.listNotes(tip) : await repository.diffNotes(base, tip))
  const [here, there] = [await changes(ours), await changes(theirs)]
  const same = (target: Oid) => here.get(target) === there.get(target)
  return {
    base,
    ahead: [...here.keys()].filter((target) => !there.has(target)),
    behind: [...there.keys()].filter((target) => !here.has(target)),
    both: [...here.keys()].filter((target) => there.has(target) && !same(target)),
  }
}

/** What has to change in ours to hold both. Which side is ours makes no difference to the outcome. */
export async function mergeNotes(
  repository: Repository,
  { ours, theirs }: { readonly ours: Oid; readonly theirs: Oid },
): Promise<NoteChange[]> {
  const { base, behind, both } = await compareNotes(repository, ours, theirs)
  const [before, here, there] = [base, ours, theirs].map((tip) => new CurrentNotes(repository, tip))
  if (before === undefined || here === undefined || there === undefined) throw new TypeError('three sides')
  const changes: NoteChange[] = []
  for (const target of behind) changes.push({ target, text: (await there.read(target))?.bytes })
  for (const target of both) {
    const sides = {
      base: await before.read(target),
      ours: await here.read(target),
      theirs: await there.read(target),
    }
    changes.push({
      target,
      text: mergeNote(target, sides.base?.bytes, sides.ours?.bytes, sides.theirs?.bytes),
    })
  }
  return changes
}

/** Both sides changed it. Who removed it does not prevail over who changed it. */
function mergeNote(
  target: Oid,
  base: Uint8Array | undefined,
  ours: Uint8Array | undefined,
  theirs: Uint8Array | undefined,
): string | Uint8Array | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  const [before, here, there] = [base ?? new Uint8Array(), ours, theirs].map((bytes) =>
    decodeNote(bytes, target),
  )
  const isReadable = here?.malformed.length === 0 && there?.malformed.length === 0
  if (!isReadable || here.annotation === undefined || there.annotation === undefined)
    return allLines(ours, theirs)
  return encodeAnnotation(mergeWithBase(before?.annotation, here.annotation, there.annotation, target))
}

/** What cannot be read is not judged: every line of both, as git's `cat_sort_uniq` would keep them. */
function allLines(ours: Uint8Array, theirs: Uint8Array): string {
  const lines = [ours, theirs].flatMap((bytes) => Buffer.from(bytes).toString().split('\n'))
  return `${[...new Set(lines.filter((line) => line !== ''))].sort().join('\n')}\n`
}

function toMap(entries: readonly NoteEntry[]): Map<Oid, string> {
  return new Map(entries.map(({ target, blobs }) => [target, blobs.join()]))
}
