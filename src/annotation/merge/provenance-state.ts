import type { Annotation, Provenance } from '../schema.ts'
import { type ItemList, makeItemList, mergeItemLists } from './item-list.ts'
import { compareValues, compareWrites, mergeFields, mergeWrites, type Write } from './write.ts'

/** From the least to the most that happened to the annotation; a merge keeps the most. */
const operations = ['initial', 'amend', 'rebase', 'import', 'squash'] as const

export interface ProvenanceState {
  readonly operation: Write<Provenance['operation']> | undefined
  readonly derivedFrom: ItemList
  /** The paragraphs of the synthesis notes. */
  readonly notes: ItemList
  readonly fields: ReadonlyMap<string, Write>
}

/** `extraSources`: commits the document stops naming in its `commit`, and must go on naming. */
export function takeProvenanceApart(
  { provenance }: Annotation,
  extraSources: readonly string[],
): ProvenanceState {
  const { operation, derived_from, synthesis_notes, ...rest } = provenance ?? {}
  const unstamped = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    operation: operation === undefined ? undefined : { value: operation, stamp: {} },
    derivedFrom: makeItemList([...(derived_from ?? []), ...extraSources]),
    notes: makeItemList(synthesis_notes?.split('\n\n')),
    fields: new Map(unstamped.map(([key, value]) => [key, { value, stamp: {} }])),
  }
}

export function mergeProvenanceStates(
  base: ProvenanceState | undefined,
  ours: ProvenanceState,
  theirs: ProvenanceState,
): ProvenanceState {
  return {
    operation: mergeWrites(base?.operation, ours.operation, theirs.operation, (a, b) =>
      compareValues(operations.indexOf(a.value), operations.indexOf(b.value)),
    ),
    derivedFrom: mergeItemLists(base?.derivedFrom, ours.derivedFrom, theirs.derivedFrom),
    notes: mergeItemLists(base?.notes, ours.notes, theirs.notes),
    fields: mergeFields(base?.fields, ours.fields, theirs.fields, compareFields),
  }
}

export function assembleProvenance(state: ProvenanceState): Provenance | undefined {
  // Sorted, since a commit is also added to it from elsewhere: there is no order both sides could have agreed on.
  const derivedFrom = ([...state.derivedFrom.values()] as string[]).sort() // made from lists of strings
  const notes = [...state.notes.values()].join('\n\n')
  if (
    state.operation === undefined &&
    derivedFrom.length === 0 &&
    state.notes.size === 0 &&
    state.fields.size === 0
  )
    return undefined
  return {
    ...Object.fromEntries([...state.fields].map(([key, { value }]) => [key, value])),
    operation: state.operation?.value ?? 'initial',
    ...(derivedFrom.length === 0 ? {} : { derived_from: derivedFrom }),
    ...(state.notes.size === 0 ? {} : { synthesis_notes: notes }),
  }
}

/** Originals count as preserved only if nobody says otherwise: false wins over true. */
function compareFields(a: Write, b: Write): number {
  if (typeof a.value === 'boolean' && typeof b.value === 'boolean') return Number(b.value) - Number(a.value)
  return compareWrites(a, b)
}
