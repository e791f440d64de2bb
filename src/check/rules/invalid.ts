import { NoteProblems } from '../../annotation/decode/note-problems.ts'
import { splitDocuments } from '../../annotation/decode/split-documents.ts'
import { decodeNote } from '../../annotation/decode-note.ts'
import { isJsonObject } from '../../annotation/json-object.ts'
import { schemaId } from '../../annotation/schema.ts'
import { validateAnnotation } from '../../annotation/validate-annotation.ts'
import type { Oid } from '../../base/ids.ts'
import { parseSources } from '../../store/note-sources.ts'
import type { CheckContext } from '../check-context.ts'
import type { Finding, Rule } from '../finding.ts'

const mostNamed = 3
const portion = 250
const everything = -1 // as SQLite counts

export const invalid: Rule = {
  name: 'invalid',
  meaning: 'a note that is malformed or breaks the schema',
  async find(context) {
    const { scan, locations } = context
    const findings: Finding[] = []
    const repaired = await repairedOf(context)
    for (let at = 0; at < scan.commits.length; at += portion) {
      const some = scan.commits.slice(at, at + portion).flatMap(({ oid }) => {
        const row = context.noteRow(oid)
        return row === undefined ? [] : [{ oid, blobs: [...parseSources(row.sources).values()].flat() }]
      })
      const problemsIn = await blobProblems(context, new Set(some.flatMap(({ blobs }) => blobs)))
      for (const { oid, blobs } of some) {
        const known = blobs.length === 1 ? repaired.get(oid) : undefined
        const problems = new Set(blobs.flatMap((blob) => problemsIn(blob, oid, known)))
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

type ProblemsIn = (blob: Oid, target: Oid, known: readonly string[] | undefined) => readonly string[]

/** A blob is held against the schema once: what is wrong with it stays so. */
async function blobProblems({ session }: CheckContext, blobs: ReadonlySet<Oid>): Promise<ProblemsIn> {
  const index = session.index()
  const { cache } = index
  const kept = new Map<Oid, readonly string[]>()
  index.together(() => {
    for (const blob of blobs) {
      const problems = cache.get<readonly string[]>('problems', blob)
      if (problems !== undefined) kept.set(blob, problems)
    }
  })
  const read = await session.repository.readObjects([...blobs].filter((blob) => !kept.has(blob)))
  return (blob, target, known) => {
    const seen = kept.get(blob)
    if (seen !== undefined) return seen
    const bytes = read.get(blob)?.bytes
    const problems = problemsOf(bytes, target, known)
    // What is not here today may come with a fetch.
    if (bytes !== undefined) cache.put('problems', blob, problems)
    return problems
  }
}

/** What had to be repaired to read a note, for those of which all could be read: other rules have them decoded as well. */
async function repairedOf(context: CheckContext): Promise<ReadonlyMap<Oid, readonly string[]>> {
  const { rows } = context.session.index().notes
  const malformed = new Set(
    rows.counts().malformed === 0 ? [] : rows.problems(everything).map(({ target }) => target),
  )
  const notes = [...(await context.notes()).values()].filter(({ target }) => !malformed.has(target))
  return new Map(notes.map(({ target, repaired }) => [target, repaired]))
}

/**
 * A reader forgives a lot; whoever writes a note should not count on it. `known`: what had to be repaired, if the note
 * has been decoded before, and nothing of it was malformed.
 */
function problemsOf(
  bytes: Uint8Array | undefined,
  target: Oid,
  known: readonly string[] | undefined,
): string[] {
  if (bytes === undefined) return ['its content is missing from the repository']
  const { malformed, repaired } =
    known === undefined ? messagesOf(bytes, target) : { malformed: [], repaired: known }
  if (malformed.length > 0) return malformed
  const documents = splitDocuments(new TextDecoder().decode(bytes), new NoteProblems())
  const broken = documents.filter(isOurs).flatMap((document) => {
    const outcome = validateAnnotation(document)
    return 'problems' in outcome ? outcome.problems.map(({ path, message }) => `${path} ${message}`) : []
  })
  return broken.length > 0 ? broken : [...repaired]
}

function messagesOf(bytes: Uint8Array, target: Oid): { malformed: string[]; repaired: string[] } {
  const { malformed, repaired } = decodeNote(bytes, target)
  return {
    malformed: malformed.map(({ message }) => message),
    repaired: repaired.map(({ message }) => message),
  }
}

/** Notes of other tools are read as they are: their schema is not ours to hold them to. */
function isOurs(document: unknown): boolean {
  return isJsonObject(document) && document.$schema === schemaId
}

function named(problems: readonly string[]): string {
  const shown = problems.slice(0, mostNamed).join('; ')
  return problems.length > mostNamed ? `${shown}; and ${problems.length - mostNamed} more` : shown
}
