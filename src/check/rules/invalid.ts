import { NoteProblems } from '../../annotation/decode/note-problems.ts'
import { splitDocuments } from '../../annotation/decode/split-documents.ts'
import { decodeNote } from '../../annotation/decode-note.ts'
import { isJsonObject } from '../../annotation/json-object.ts'
import { schemaId } from '../../annotation/schema.ts'
import { validateAnnotation } from '../../annotation/validate-annotation.ts'
import type { Oid } from '../../base/ids.ts'
import { parseSources } from '../../store/note-sources.ts'
import type { Finding, Rule } from '../finding.ts'

const mostNamed = 3
const portion = 250

export const invalid: Rule = {
  name: 'invalid',
  meaning: 'a note that is malformed or breaks the schema',
  async find({ scan, session, locations }) {
    const { rows } = session.index().notes
    const findings: Finding[] = []
    for (let at = 0; at < scan.commits.length; at += portion) {
      const some = scan.commits.slice(at, at + portion).flatMap(({ oid }) => {
        const row = rows.byTarget(oid)
        return row === undefined ? [] : [{ oid, blobs: [...parseSources(row.sources).values()].flat() }]
      })
      const read = await session.repository.readObjects([...new Set(some.flatMap(({ blobs }) => blobs))])
      for (const { oid, blobs } of some) {
        const problems = new Set(blobs.flatMap((blob) => problemsOf(read.get(blob)?.bytes, oid)))
        if (problems.size === 0) continue
        findings.push({
          ...(await locations.ofCommit(oid)),
          commit: oid,
          message: `the note on ${oid.slice(0, 12)} is not valid: ${named([...problems])}`,
        })
      }
    }
    return findings
  },
}

/** A reader forgives a lot; whoever writes a note should not count on it. */
function problemsOf(bytes: Uint8Array | undefined, target: Oid): string[] {
  if (bytes === undefined) return ['its content is missing from the repository']
  const { malformed, repaired } = decodeNote(bytes, target)
  if (malformed.length > 0) return malformed.map(({ message }) => message)
  const documents = splitDocuments(new TextDecoder().decode(bytes), new NoteProblems())
  const broken = documents.filter(isOurs).flatMap((document) => {
    const outcome = validateAnnotation(document)
    return 'problems' in outcome ? outcome.problems.map(({ path, message }) => `${path} ${message}`) : []
  })
  return broken.length > 0 ? broken : repaired.map(({ message }) => message)
}

/** Notes of other tools are read as they are: their schema is not ours to hold them to. */
function isOurs(document: unknown): boolean {
  return isJsonObject(document) && document.$schema === schemaId
}

function named(problems: readonly string[]): string {
  const shown = problems.slice(0, mostNamed).join('; ')
  return problems.length > mostNamed ? `${shown}; and ${problems.length - mostNamed} more` : shown
}
