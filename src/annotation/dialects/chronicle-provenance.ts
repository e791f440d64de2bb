import { isJsonObject, type JsonObject } from '../json-object.ts'

/** How chronicle says an annotation came about, and what that is for us. */
const sources: Readonly<Record<string, { operation: string; context_level?: string }>> = {
  live: { operation: 'initial', context_level: 'enhanced' },
  batch: { operation: 'initial', context_level: 'inferred' },
  backfill: { operation: 'initial', context_level: 'inferred' },
  squash: { operation: 'squash' },
  amend: { operation: 'amend' },
  migrated_v1: { operation: 'import' },
}

/** The provenance of v2 and v3: `source`, `author`, `derived_from`, `notes`. Gives document-level fields. */
export function fromChronicleProvenance(provenance: unknown): JsonObject {
  if (!isJsonObject(provenance)) return {}
  const { source, author, notes, ...rest } = provenance
  const known = typeof source === 'string' && Object.hasOwn(sources, source) ? sources[source] : undefined
  return {
    ...(author === undefined ? {} : { author }),
    ...(known?.context_level === undefined ? {} : { context_level: known.context_level }),
    provenance: {
      ...rest,
      operation: known?.operation ?? 'initial',
      ...(source === undefined ? {} : { source }),
      ...(notes === undefined ? {} : { synthesis_notes: notes }),
    },
  }
}
