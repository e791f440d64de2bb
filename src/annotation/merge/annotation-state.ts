/** A document taken apart into pieces that merge on their own, and put together again. */
import { fieldStamp, regionKey, type Stamp } from '../region-identity.ts'
import { type Annotation, AnnotationSchema, schemaId } from '../schema.ts'
import { type ItemList, makeItemList, mergeItemLists, orderKeys } from './item-list.ts'
import {
  assembleProvenance,
  mergeProvenanceStates,
  type ProvenanceState,
  takeProvenanceApart,
} from './provenance-state.ts'
import {
  assembleRegion,
  mergeRegionStates,
  type RegionState,
  sameRegion,
  takeRegionApart,
} from './region-state.ts'
import { makeRegister, mergeRegisters, otherWrites, type Register } from './register.ts'
import { compareValues, compareWrites, mergeFields, type Write } from './write.ts'

/** What goes together with the later document. */
type Header = Pick<Annotation, 'timestamp' | 'author' | 'task' | 'summary' | 'context_level'>

export interface AnnotationState {
  readonly commit: string
  readonly header: Register<Header>
  readonly regions: ReadonlyMap<string, RegionState>
  readonly crossCutting: ItemList
  readonly commitEntries: ItemList
  /** Fields we do not know. */
  readonly fields: ReadonlyMap<string, Write>
  readonly trace: Annotation['trace']
  readonly provenance: ProvenanceState
}

/**
 * `commit` is what the merged document will name. A document that names another one gives it to its regions, keeps it
 * as a source, and its own trace (which is about that commit) ends here.
 */
export function takeApart(annotation: Annotation, commit: string): AnnotationState {
  const isSame = annotation.commit === commit
  const header = pickHeader(annotation)
  const others = (annotation.other_summaries ?? []).map((other) => headerWrite(other))
  const regions = new Map<string, RegionState>()
  for (const region of annotation.regions) {
    const key = regionKey(annotation, region)
    const state = takeRegionApart(annotation, region)
    const twin = regions.get(key)
    regions.set(key, twin === undefined ? state : mergeRegionStates(undefined, twin, state))
  }
  const unknown = Object.entries(annotation).filter(
    ([key, value]) => !Object.hasOwn(AnnotationSchema.entries, key) && value !== undefined,
  )
  return {
    commit,
    header: makeRegister({ value: header, stamp: stampOf(header) }, others, ({ summary }) => summary),
    regions,
    crossCutting: makeItemList(annotation.cross_cutting),
    commitEntries: makeItemList(annotation.commit_entries),
    fields: new Map(
      unknown.map(([key, value]) => [
        key,
        { value, stamp: fieldStamp(annotation.field_origins, key, header) },
      ]),
    ),
    trace: isSame ? annotation.trace : undefined,
    provenance: takeProvenanceApart(annotation, isSame ? [] : [annotation.commit]),
  }
}

export function mergeStates(
  base: AnnotationState | undefined,
  ours: AnnotationState,
  theirs: AnnotationState,
): AnnotationState {
  return {
    commit: ours.commit,
    header: mergeRegisters(base?.header, ours.header, theirs.header, compareHeaders),
    regions: mergeRegions(base?.regions, ours.regions, theirs.regions),
    crossCutting: mergeItemLists(base?.crossCutting, ours.crossCutting, theirs.crossCutting),
    commitEntries: mergeItemLists(base?.commitEntries, ours.commitEntries, theirs.commitEntries),
    fields: mergeFields(base?.fields, ours.fields, theirs.fields),
    trace: preferredTrace(ours.trace, theirs.trace),
    provenance: mergeProvenanceStates(base?.provenance, ours.provenance, theirs.provenance),
  }
}

export function assemble(state: AnnotationState): Annotation {
  const header = state.header.current?.value ?? { summary: '' }
  const stamp = stampOf(header)
  const document = { commit: state.commit, stamp }
  const others = otherWrites(state.header).filter(({ value }) => value.summary.trim() !== '')
  others.sort(compareWrites)
  const origins = [...state.fields]
    .filter(([, write]) => write.stamp.timestamp !== stamp.timestamp || write.stamp.author !== stamp.author)
    .map(([key, write]) => [key, write.stamp] as const)
    .sort(([a], [b]) => compareValues(a, b))
  const provenance = assembleProvenance(state.provenance)
  const annotation = {
    ...Object.fromEntries([...state.fields].map(([key, { value }]) => [key, value])),
    ...header,
    $schema: schemaId,
    commit: state.commit,
    regions: [...state.regions.values()].map((region) => assembleRegion(region, document)),
    ...(state.crossCutting.size === 0 ? {} : { cross_cutting: [...state.crossCutting.values()] }),
    ...(state.commitEntries.size === 0 ? {} : { commit_entries: [...state.commitEntries.values()] }),
    ...(others.length === 0 ? {} : { other_summaries: others.map(({ value }) => value) }),
    ...(origins.length === 0 ? {} : { field_origins: Object.fromEntries(origins) }),
    ...(state.trace === undefined ? {} : { trace: state.trace }),
    ...(provenance === undefined ? {} : { provenance }),
  }
  return annotation as Annotation // the items of the lists came out of annotations
}

/** A region that one side removed stays removed only if the other side left it as it was. */
function mergeRegions(
  base: ReadonlyMap<string, RegionState> | undefined,
  ours: ReadonlyMap<string, RegionState>,
  theirs: ReadonlyMap<string, RegionState>,
): ReadonlyMap<string, RegionState> {
  const merged = new Map<string, RegionState>()
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const state = mergeRegion(base?.get(key), ours.get(key), theirs.get(key))
    if (state !== undefined) merged.set(key, state)
  }
  const ordered = new Map<string, RegionState>()
  for (const key of orderKeys([...merged.keys()], ours, theirs)) {
    const state = merged.get(key)
    if (state !== undefined) ordered.set(key, state)
  }
  return ordered
}

function mergeRegion(
  base: RegionState | undefined,
  ours: RegionState | undefined,
  theirs: RegionState | undefined,
): RegionState | undefined {
  if (ours !== undefined && theirs !== undefined) return mergeRegionStates(base, ours, theirs)
  const only = ours ?? theirs
  return only !== undefined && base !== undefined && sameRegion(only, base) ? undefined : only
}

function pickHeader({ timestamp, author, task, summary, context_level }: Header): Header {
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(author === undefined ? {} : { author }),
    ...(task === undefined ? {} : { task }),
    summary,
    ...(context_level === undefined ? {} : { context_level }),
  }
}

function headerWrite(header: Header): Write<Header> {
  return { value: header, stamp: stampOf(header) }
}

function stampOf({ timestamp, author }: Stamp): Stamp {
  return { timestamp, author }
}

/** A document without a summary has nothing to put over another one's, however late it is. */
function compareHeaders(a: Write<Header>, b: Write<Header>): number {
  const bySummary = Number(a.value.summary.trim() !== '') - Number(b.value.summary.trim() !== '')
  return bySummary || compareWrites(a, b)
}

function preferredTrace(ours: Annotation['trace'], theirs: Annotation['trace']): Annotation['trace'] {
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  return compareWrites({ value: ours, stamp: {} }, { value: theirs, stamp: {} }) >= 0 ? ours : theirs
}
