import type { Oid } from '../base/ids.ts'
import { decodeAnnotation } from './decode/decode-annotation.ts'
import { type NoteProblem, NoteProblems, quoted } from './decode/note-problems.ts'
import { splitDocuments } from './decode/split-documents.ts'
import { fromChronicleV2 } from './dialects/chronicle-v2.ts'
import { fromChronicleV3 } from './dialects/chronicle-v3.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { mergeAnnotations } from './merge-annotations.ts'
import { type Annotation, schemaId } from './schema.ts'

export interface DecodedNote {
  /** All documents of the note as one; undefined when none could be read. */
  readonly annotation: Annotation | undefined
  /** How many different documents were read. */
  readonly documents: number
  /** The schema ids of the documents read, each once. */
  readonly schemas: readonly string[]
  readonly repaired: readonly NoteProblem[]
  readonly malformed: readonly NoteProblem[]
}

/**
 * What a note says. Never throws, whatever the bytes: what can be read is read, what had to be repaired or skipped
 * is named. `target` is the object the note hangs on, which is the truth about what it annotates.
 */
export function decodeNote(bytes: Uint8Array, target: Oid): DecodedNote {
  const problems = new NoteProblems()
  const text = decodeText(bytes, problems)
  const schemas = new Set<string>()
  const annotations: Annotation[] = []
  for (const document of splitDocuments(text, problems)) {
    const recognised = recognise(document, problems)
    if (recognised === undefined) continue
    schemas.add(recognised.schema)
    annotations.push(decodeAnnotation(recognised.document, target, problems))
  }
  if (text.trim() === '') problems.malformed('the note is empty')
  const [first, ...others] = annotations
  const annotation = first && others.reduce((merged, other) => mergeAnnotations(merged, other, target), first)
  return { annotation, documents: annotations.length, schemas: [...schemas], ...problems.lists() }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decodeText(bytes: Uint8Array, problems: NoteProblems): string {
  let text: string
  try {
    text = strictDecoder.decode(bytes)
  } catch {
    text = lenientDecoder.decode(bytes)
    problems.repaired('bytes that are not UTF-8 were replaced')
  }
  if (!text.startsWith('\ufeff')) return text
  problems.repaired('removed a byte order mark')
  return text.slice(1)
}

/**
 * Dialects by schema id; each gives the same content in our own shape. `chronicle/v1` has that shape: its small
 * differences (`unit_type`, `reason` in corrections, cross-cutting regions as objects) are met in our notes too.
 */
const dialects: Readonly<Record<string, (document: JsonObject) => JsonObject>> = {
  [schemaId]: (document) => document,
  'chronicle/v1': (document) => document,
  'chronicle/v2': fromChronicleV2,
  'chronicle/v3': fromChronicleV3,
}

function recognise(
  document: unknown,
  problems: NoteProblems,
): { schema: string; document: JsonObject } | undefined {
  if (!isJsonObject(document)) {
    problems.malformed('a document that is not an annotation')
    return undefined
  }
  const named = withSchemaId(document)
  const id = named.$schema
  if (typeof id === 'string') {
    const convert = Object.hasOwn(dialects, id) ? dialects[id] : undefined
    if (convert !== undefined) return { schema: id, document: convert(named) }
    problems.malformed(`unknown schema ${quoted(id)}`)
    return undefined
  }
  if (!Array.isArray(document.regions)) {
    problems.malformed('a document without a schema that is not an annotation')
    return undefined
  }
  problems.repaired(`the document names no schema, read as ${schemaId}`)
  return { schema: schemaId, document }
}

/** `schema` is what most tools write for `$schema`. */
function withSchemaId(document: JsonObject): JsonObject {
  if (typeof document.$schema === 'string' || typeof document.schema !== 'string') return document
  const { schema, ...rest } = document
  return { ...rest, $schema: schema }
}
