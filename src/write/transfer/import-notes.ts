/** Notes from an export, or from another notes ref, put to what is here: all of them or none. */
import { decodeNote } from '../../annotation/decode-note.ts'
import { encodeAnnotation } from '../../annotation/encode-note.ts'
import { mergeAnnotations } from '../../annotation/merge-annotations.ts'
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { NoteChange } from '../../git/repository-writer.ts'
import { notesRef, type Session } from '../../session.ts'
import { changeNotes } from '../change-notes.ts'
import { CurrentNotes } from '../current-notes.ts'
import { readTip } from '../read-tip.ts'
import { type ExchangedNote, parseLine } from './exchange-line.ts'

export interface ImportOptions {
  readonly dryRun: boolean
  /** Write over notes that say something else, instead of merging with them. */
  readonly force: boolean
}

export interface Imported {
  readonly added: number
  readonly merged: number
  readonly replaced: number
  readonly unchanged: number
  /** Targets whose note here cannot be read, and so not be merged with. */
  readonly skipped: readonly Oid[]
  readonly restored: readonly Oid[]
}

const mostNamed = 20

/** Throws one error with the numbers of all bad lines. */
export function parseExport(text: string): ExchangedNote[] {
  const notes: ExchangedNote[] = []
  const problems: string[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseLine(line)
    if ('problem' in parsed) problems.push(`line ${at + 1} ${parsed.problem}`)
    else notes.push(parsed)
  }
  if (problems.length === 0) return notes
  const shown = problems.slice(0, mostNamed).join('; ')
  const more = problems.length > mostNamed ? `; and ${problems.length - mostNamed} more` : ''
  throw new UltragitError('data_invalid', `${shown}${more}`, {
    hint: 'nothing was written; mend these lines',
  })
}

export async function importNotes(
  session: Session,
  notes: readonly ExchangedNote[],
  { dryRun, force }: ImportOptions,
): Promise<Imported> {
  const decide = async (current: CurrentNotes) => {
    const counts = { added: 0, merged: 0, replaced: 0, unchanged: 0 }
    const skipped: Oid[] = []
    const changes: NoteChange[] = []
    for (const note of notes) {
      const decision = await decideNote(current, note, force)
      if (decision.kind === 'skipped') skipped.push(note.target)
      else counts[decision.kind] += 1
      if ('text' in decision) changes.push({ target: note.target, text: decision.text })
    }
    return { changes, message: 'Notes imported by ultragit', value: { ...counts, skipped } }
  }
  if (dryRun) {
    const tip = await readTip(session.repository, notesRef(session))
    const { value } = await decide(new CurrentNotes(session.repository, tip))
    return { ...value, restored: [] }
  }
  const { value, restored } = await changeNotes(session, decide)
  return { ...value, restored }
}

type Decision =
  | { readonly kind: 'unchanged' | 'skipped' }
  | { readonly kind: 'added' | 'merged' | 'replaced'; readonly text: Uint8Array | string }

async function decideNote(current: CurrentNotes, note: ExchangedNote, force: boolean): Promise<Decision> {
  const existing = await current.read(note.target)
  if (existing === undefined) return { kind: 'added', text: note.bytes }
  if (Buffer.from(existing.bytes).equals(note.bytes)) return { kind: 'unchanged' }
  if (force) return { kind: 'replaced', text: note.bytes }
  const theirs = decodeNote(note.bytes, note.target)
  const isReadable = existing.malformed.length === 0 && theirs.malformed.length === 0
  if (!isReadable || existing.annotation === undefined || theirs.annotation === undefined)
    return { kind: 'skipped' }
  const text = encodeAnnotation(mergeAnnotations(existing.annotation, theirs.annotation, note.target))
  return Buffer.from(existing.bytes).equals(Buffer.from(text))
    ? { kind: 'unchanged' }
    : { kind: 'merged', text }
}
