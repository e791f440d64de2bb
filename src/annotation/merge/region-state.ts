/** A region taken apart into pieces that merge on their own, and put together again. */
import { canonicalJson } from '../canonical-json.ts'
import { fieldStamp, regionCommit, regionStamp, type Stamp } from '../region-identity.ts'
import type { Annotation, Correction, Region } from '../schema.ts'
import { type ItemList, makeItemList, mergeItemLists } from './item-list.ts'
import { isKeptText, keptText, keptWrite } from './kept-text.ts'
import { makeRegister, mergeRegisters, otherWrites, type Register } from './register.ts'
import { compareStamps, compareValues, compareWrites, instant, mergeFields, type Write } from './write.ts'

const proseFields = ['intent', 'reasoning', 'risk_notes'] as const
const listFields = [
  'alternatives',
  'constraints',
  'semantic_dependencies',
  'related_annotations',
  'tags',
] as const
const ownFields = ['file', 'commit', 'timestamp', 'author', 'field_origins', 'trace', 'corrections'] as const
const apart: ReadonlySet<string> = new Set([...proseFields, ...listFields, ...ownFields])

export interface RegionState {
  readonly file: string
  readonly commit: string
  readonly stamp: Stamp
  readonly prose: ReadonlyMap<string, Register<string>>
  readonly lists: ReadonlyMap<string, ItemList>
  /** Anchor, lines and fields we do not know: one value each. */
  readonly fields: ReadonlyMap<string, Write>
  readonly trace: Region['trace']
  readonly corrections: ItemList
}

export function takeRegionApart(annotation: Annotation, region: Region): RegionState {
  const stamp = regionStamp(annotation, region)
  const stampOf = (field: string) => fieldStamp(region.field_origins, field, stamp)
  const corrections = region.corrections ?? []
  const kept = corrections.filter(isKeptText)
  const prose = proseFields.map((field) => {
    const value = region[field]
    const current = value === undefined ? undefined : { value, stamp: stampOf(field) }
    const others = kept.filter((correction) => correction.field === field).map(keptWrite)
    return [field, makeRegister(current, others, (text) => text)] as const
  })
  const single = Object.entries(region).filter(([key, value]) => !apart.has(key) && value !== undefined)
  return {
    file: region.file,
    commit: regionCommit(annotation, region),
    stamp,
    prose: new Map(prose),
    lists: new Map(listFields.map((field) => [field, makeItemList(region[field])])),
    fields: new Map(single.map(([key, value]) => [key, { value, stamp: stampOf(key) }])),
    trace: region.trace,
    corrections: makeItemList(corrections.filter((correction) => !isKeptText(correction))),
  }
}

export function mergeRegionStates(
  base: RegionState | undefined,
  ours: RegionState,
  theirs: RegionState,
): RegionState {
  const nothing: Register<string> = { current: undefined, writes: new Map() }
  return {
    file: ours.file,
    commit: ours.commit,
    stamp: compareStamps(ours.stamp, theirs.stamp) >= 0 ? ours.stamp : theirs.stamp,
    prose: mergeEach(base?.prose, ours.prose, theirs.prose, nothing, mergeRegisters),
    lists: mergeEach(base?.lists, ours.lists, theirs.lists, new Map(), mergeItemLists),
    fields: mergeFields(base?.fields, ours.fields, theirs.fields),
    trace: richerTrace(ours.trace, theirs.trace),
    corrections: mergeItemLists(base?.corrections, ours.corrections, theirs.corrections),
  }
}

/** The region again, leaving out what it shares with its document. */
export function assembleRegion(state: RegionState, document: { commit: string; stamp: Stamp }): Region {
  const origins: [string, Stamp][] = []
  const members: [string, unknown][] = []
  const put = (field: string, write: Write | undefined) => {
    if (write === undefined) return
    members.push([field, write.value])
    if (compareStamps(write.stamp, state.stamp) !== 0) origins.push([field, write.stamp])
  }
  for (const [field, write] of state.fields) put(field, write)
  for (const [field, register] of state.prose) put(field, register.current)
  for (const [field, items] of state.lists) if (items.size > 0) members.push([field, [...items.values()]])
  const { commit, stamp } = state
  if (commit !== document.commit) members.push(['commit', commit])
  if (stamp.timestamp !== document.stamp.timestamp) members.push(['timestamp', stamp.timestamp ?? null])
  if (stamp.author !== document.stamp.author) members.push(['author', stamp.author ?? null])
  origins.sort(([a], [b]) => compareValues(a, b))
  if (origins.length > 0) members.push(['field_origins', Object.fromEntries(origins)])
  if (state.trace !== undefined) members.push(['trace', state.trace])
  const corrections = assembleCorrections(state)
  if (corrections.length > 0) members.push(['corrections', corrections])
  // `file` is set here; intent is in `prose`, because every region taken apart had one.
  return Object.fromEntries([['file', state.file], ...members]) as Region
}

/** True when the region says the same as in the base. A document's new time alone changes none of its regions. */
export function sameRegion(a: RegionState, b: RegionState): boolean {
  return sayingOf(a) === sayingOf(b)
}

function sayingOf(state: RegionState): string {
  const region = assembleRegion({ ...state, stamp: {} }, { commit: '', stamp: {} })
  return canonicalJson({ ...region, field_origins: undefined })
}

/** Corrections in the order they were made, texts that lost a merge among them. */
function assembleCorrections(state: RegionState): unknown[] {
  const kept: Correction[] = []
  for (const [field, register] of state.prose) {
    for (const write of otherWrites(register)) kept.push(keptText(field, write))
  }
  const made = [...state.corrections.values(), ...kept] as Correction[] // taken from regions, which hold no others
  const sortable = made.map((value) => ({ value, at: instant(value), text: canonicalJson(value) }))
  return sortable
    .sort((a, b) => compareValues(a.at, b.at) || compareValues(a.text, b.text))
    .map(({ value }) => value)
}

/** A trace is a fact about the lines at their commit, not an opinion: the one that knows more, whatever its age. */
function richerTrace(ours: Region['trace'], theirs: Region['trace']): Region['trace'] {
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  const bySize = Object.keys(ours).length - Object.keys(theirs).length
  const order = bySize || compareWrites({ value: ours, stamp: {} }, { value: theirs, stamp: {} })
  return order >= 0 ? ours : theirs
}

function mergeEach<T>(
  base: ReadonlyMap<string, T> | undefined,
  ours: ReadonlyMap<string, T>,
  theirs: ReadonlyMap<string, T>,
  nothing: T,
  merge: (base: T | undefined, ours: T, theirs: T) => T,
): ReadonlyMap<string, T> {
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return new Map(
    [...keys].map((key) => [
      key,
      merge(base?.get(key), ours.get(key) ?? nothing, theirs.get(key) ?? nothing),
    ]),
  )
}
