/** All notes of the ref, or some, one line each, in the order of their targets. */
import { decodeNote } from '../../annotation/decode-note.ts'
import { parseTimestamp } from '../../annotation/parse-timestamp.ts'
import type { Annotation } from '../../annotation/schema.ts'
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { NoteEntry, Repository } from '../../git/repository.ts'
import { notesRef, type Session } from '../../session.ts'
import { readTip } from '../read-tip.ts'
import { formatLine } from './exchange-line.ts'

export interface ExportFilter {
  /** Notes with a region in a file of this glob. */
  readonly path: string | undefined
  /** A date, or a commit: then notes on commits it does not reach. */
  readonly since: string | undefined
}

const portion = 1_000

export async function* exportNotes(session: Session, filter: ExportFilter): AsyncGenerator<string> {
  const { repository } = session
  const tip = await readTip(repository, notesRef(session))
  if (tip === undefined) return
  const isRecent = await recency(repository, filter.since)
  const glob = filter.path === undefined ? undefined : new Bun.Glob(filter.path)
  const notes = await repository.listNotes(tip)
  for (let at = 0; at < notes.length; at += portion) {
    for (const { target, bytes } of await readNotes(repository, notes.slice(at, at + portion))) {
      const { annotation } = decodeNote(bytes, target)
      if (glob !== undefined && annotation?.regions.some(({ file }) => glob.match(file)) !== true) continue
      if (await isRecent(target, annotation)) yield formatLine({ target, bytes })
    }
  }
}

/** The bytes of notes, as git shows a note that stands at two depths: one after the other. */
export async function readNotes(
  repository: Repository,
  notes: readonly NoteEntry[],
): Promise<{ readonly target: Oid; readonly bytes: Uint8Array }[]> {
  const objects = await repository.readObjects(notes.flatMap(({ blobs }) => blobs))
  return notes.map(({ target, blobs }) => {
    const parts = blobs.map((oid) => objects.get(oid)?.bytes ?? new Uint8Array())
    const [first = new Uint8Array()] = parts
    return {
      target,
      bytes: parts.length === 1 ? first : Buffer.concat(parts.flatMap((part) => [part, newline])),
    }
  })
}

const newline = Buffer.from('\n')

type IsRecent = (target: Oid, annotation: Annotation | undefined) => Promise<boolean>

async function recency(repository: Repository, since: string | undefined): Promise<IsRecent> {
  if (since === undefined) return async () => true
  const start = parseTimestamp(since) ?? parseTimestamp(`${since}T00:00:00Z`)
  if (start !== undefined)
    return async (target, annotation) => ((await writtenAt(repository, target, annotation)) ?? 0) >= start
  const commit = await repository.resolve(since)
  if (commit === undefined)
    throw new UltragitError('usage', `'${since}' is neither a date nor a commit`, {
      hint: 'such as --since 2026-01-31 or --since v1.2',
    })
  const older = new Set<Oid>()
  for await (const batch of repository.history([commit])) for (const { oid } of batch) older.add(oid)
  return async (target) => !older.has(target)
}

async function writtenAt(
  repository: Repository,
  target: Oid,
  annotation: Annotation | undefined,
): Promise<number | undefined> {
  const { timestamp } = annotation ?? {}
  if (timestamp !== undefined) return parseTimestamp(timestamp)
  const seconds = (await repository.readCommits([target])).get(target)?.committer.seconds
  return seconds === undefined ? undefined : seconds * 1000
}
