/** The row of one note, from its blobs. Pure. */
import { plainFacts } from '../annotation/decode/plain-facts.ts'
import { factsOf, type NoteFacts } from '../annotation/note-facts.ts'
import type { Oid } from '../base/ids.ts'
import { mergeSources } from './merge-sources.ts'
import { formatSources, type Sources } from './note-sources.ts'
import type { NoteRow } from './replace-notes.ts'

/** `name` is that of the notes ref below `refs/notes/`. */
export function noteRow(
  { target, name }: { readonly target: Oid; readonly name: string },
  sources: Sources,
  blobs: ReadonlyMap<Oid, Uint8Array>,
): NoteRow {
  const row = { target, sources: formatSources(sources) }
  if (sources.size === 0) return { ...row, facts: undefined, malformed: [] }
  const plain = onlyBlob(sources, blobs, target)
  if (plain !== undefined) return { ...row, facts: plain, malformed: [] }
  const { annotation, malformed } = mergeSources({ target, name }, sources, blobs)
  return { ...row, facts: annotation && factsOf(annotation, target), malformed }
}

/** Where there is nothing to merge, decoding all of it can mostly be spared. */
function onlyBlob(sources: Sources, blobs: ReadonlyMap<Oid, Uint8Array>, target: Oid): NoteFacts | undefined {
  const [oids, ...others] = sources.values()
  const [blob, ...more] = oids ?? []
  if (blob === undefined || more.length > 0 || others.length > 0) return undefined
  const bytes = blobs.get(blob)
  return bytes === undefined ? undefined : plainFacts(bytes, target)
}
