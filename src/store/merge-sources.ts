/** One annotation from the local note and the remotes' copies of it, and where each region came from. Pure. */
import { type DecodedNote, decodeNote } from '../annotation/decode-note.ts'
import { mergeAnnotations } from '../annotation/merge-annotations.ts'
import { regionKey } from '../annotation/region-identity.ts'
import type { Annotation } from '../annotation/schema.ts'
import type { Oid } from '../base/ids.ts'
import { erasedSource, type Sources } from './note-sources.ts'

export interface MergedSources {
  readonly annotation: Annotation | undefined
  readonly origins: readonly string[]
  readonly malformed: readonly string[]
  readonly repaired: readonly string[]
}

/** `name` is that of the notes ref below `refs/notes/`. */
export function mergeSources(
  { target, name }: { readonly target: Oid; readonly name: string },
  sources: Sources,
  blobs: ReadonlyMap<Oid, Uint8Array>,
): MergedSources {
  const documents: { origin: string; decoded: DecodedNote }[] = []
  const missing: string[] = []
  const read = new Set<string>()
  for (const [ref, oids] of sources) {
    if (sources.has(erasedSource) && ref === `refs/notes/${name}`) continue
    if (read.has(oids.join())) continue
    read.add(oids.join())
    const parts = oids.map((oid) => blobs.get(oid)).filter((bytes) => bytes !== undefined)
    if (parts.length < oids.length) missing.push('the note is missing from the repository')
    if (parts.length > 0)
      documents.push({ origin: originOf(ref, name), decoded: decodeNote(joined(parts), target) })
  }
  const annotations = documents.flatMap(({ decoded }) => decoded.annotation ?? [])
  const annotation = annotations.reduce<Annotation | undefined>(
    (merged, next) => (merged === undefined ? next : mergeAnnotations(merged, next, target)),
    undefined,
  )
  return {
    annotation,
    origins: annotation === undefined ? [] : regionOrigins(annotation, documents),
    malformed: [
      ...missing,
      ...documents.flatMap(({ decoded }) => decoded.malformed.map(({ message }) => message)),
    ],
    repaired: documents.flatMap(({ decoded }) => decoded.repaired.map(({ message }) => message)),
  }
}

/** The first source that has a region is where it came from; local ones come first. */
function regionOrigins(
  annotation: Annotation,
  documents: readonly { readonly origin: string; readonly decoded: DecodedNote }[],
): string[] {
  const first = documents[0]?.origin ?? 'local'
  if (documents.length === 1) return annotation.regions.map(() => first)
  const origins = new Map<string, string>()
  for (const { origin, decoded } of documents)
    for (const region of decoded.annotation?.regions ?? []) {
      const key = regionKey(decoded.annotation ?? annotation, region)
      if (!origins.has(key)) origins.set(key, origin)
    }
  return annotation.regions.map((region) => origins.get(regionKey(annotation, region)) ?? first)
}

/** `refs/notes/remotes/<remote>/<name>`; the name may hold slashes, and so may the remote. */
function originOf(ref: string, name: string): string {
  const prefix = 'refs/notes/remotes/'
  return ref.startsWith(prefix) && ref.endsWith(`/${name}`)
    ? ref.slice(prefix.length, -name.length - 1)
    : 'local'
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1
    ? (parts[0] ?? new Uint8Array())
    : Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}
