/** A new annotation of a commit put to the one it has already. Pure. */
import { canonicalJson } from '../../annotation/canonical-json.ts'
import { assemble, takeApart } from '../../annotation/merge/annotation-state.ts'
import { anchorKey, regionStamp } from '../../annotation/region-identity.ts'
import type { Annotation, Region } from '../../annotation/schema.ts'
import type { Oid } from '../../base/ids.ts'
import type { Problems } from './problems.ts'

/** What to do with a region whose file and anchor are annotated already. */
export type Conflict = 'refuse' | 'merge' | 'replace'

/**
 * Regions not yet there are added. The summary stays; a different one is appended as a paragraph, or put in its place
 * when replacing.
 */
export function combineAnnotations(
  existing: Annotation,
  fresh: Annotation,
  { target, conflict, problems }: { target: Oid; conflict: Conflict; problems: Problems },
): Annotation {
  // Its line numbers may belong to a predecessor of this commit: then each region says so itself.
  const old = existing.commit === target ? existing : assemble(takeApart(existing, target))
  const summary = conflict === 'replace' ? fresh.summary : joinSummaries(old.summary, fresh.summary)
  const isNewHeader = summary !== old.summary || (fresh.task !== undefined && fresh.task !== old.task)
  const header = isNewHeader
    ? { summary, timestamp: fresh.timestamp, author: fresh.author, task: fresh.task ?? old.task }
    : { summary, timestamp: old.timestamp, author: old.author, task: old.task }
  const regions = new Map(old.regions.map((region) => [placeKey(region), stamped(region, old, header)]))
  for (const [at, region] of fresh.regions.entries()) {
    const key = placeKey(region)
    const before = regions.get(key)
    const next = stamped(region, fresh, header)
    // Said by the same author in the same second: this very write, made before and not known to have been made.
    if (before !== undefined && conflict === 'refuse' && isSame(before, next)) continue
    if (before !== undefined && conflict === 'refuse')
      problems.add(`regions[${at}]`, `${describePlace(region)} is annotated already; --merge or --replace it`)
    regions.set(key, before !== undefined && conflict === 'merge' ? mergeRegion(before, next) : next)
  }
  const { timestamp: _time, author: _author, task: _task, ...rest } = old
  return {
    ...rest,
    ...defined(header),
    summary,
    regions: [...regions.values()],
    ...united('cross_cutting', old.cross_cutting, fresh.cross_cutting),
    trace: fresh.trace ?? old.trace,
  }
}

/** Apart from what was said about it since. */
function isSame({ corrections: _corrections, ...before }: Region, next: Region): boolean {
  return canonicalJson(before) === canonicalJson(next)
}

/** Regions that speak of the same place: they would be one after the next merge. */
export function checkDistinct(regions: readonly Region[], problems: Problems): void {
  const first = new Map<string, number>()
  for (const [at, region] of regions.entries()) {
    const before = first.get(placeKey(region))
    if (before === undefined) first.set(placeKey(region), at)
    else problems.add(`regions[${at}]`, `is about the same place as regions[${before}]; make them one`)
  }
}

/** File and anchor, or lines where there is no anchor. */
function placeKey({ file, ast_anchor: anchor, lines }: Region): string {
  if (anchor !== undefined) return `${file}\n#${anchorKey(anchor.name)}`
  return lines === undefined ? file : `${file}\n${lines.start}-${lines.end}`
}

function describePlace({ file, ast_anchor: anchor, lines }: Region): string {
  const place = anchor?.name ?? (lines === undefined ? undefined : `${lines.start}-${lines.end}`)
  return `'${file}${place === undefined ? '' : `:${place}`}'`
}

function joinSummaries(old: string, fresh: string): string {
  if (fresh.trim() === '' || inParagraphs(old).includes(inParagraphs(fresh))) return old
  return old.trim() === '' ? fresh : `${old.trimEnd()}\n\n${fresh.trim()}`
}

/** Each paragraph between two marks that no text holds, so that one is found in the other by whole paragraphs only. */
function inParagraphs(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return `\0${paragraphs.map((paragraph) => paragraph.trim()).join('\0')}\0`
}

/** The newer prose, the lists of both, what was corrected before. */
function mergeRegion(old: Region, fresh: Region): Region {
  const { commit: _commit, timestamp: _time, author: _author, field_origins: _origins, ...rest } = old
  return {
    ...rest,
    ...fresh,
    ...united('constraints', old.constraints, fresh.constraints),
    ...united('alternatives', old.alternatives, fresh.alternatives),
    ...united('semantic_dependencies', old.semantic_dependencies, fresh.semantic_dependencies),
    ...united('related_annotations', old.related_annotations, fresh.related_annotations),
    ...united('tags', old.tags, fresh.tags),
    ...united('corrections', old.corrections, fresh.corrections),
  }
}

function united<T>(
  field: string,
  a: readonly T[] | undefined,
  b: readonly T[] | undefined,
): Record<string, T[]> {
  if (a === undefined && b === undefined) return {}
  const items = new Map([...(a ?? []), ...(b ?? [])].map((item) => [canonicalJson(item), item]))
  return { [field]: [...items.values()] }
}

/** The region with its own time and author where they are not those of the document it will stand in. */
function stamped(region: Region, from: Annotation, to: Pick<Annotation, 'timestamp' | 'author'>): Region {
  const { timestamp: _time, author: _author, ...rest } = region
  const stamp = regionStamp(from, region)
  return {
    ...rest,
    ...(stamp.timestamp === to.timestamp ? {} : { timestamp: stamp.timestamp ?? null }),
    ...(stamp.author === to.author ? {} : { author: stamp.author ?? null }),
  }
}

function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(known) as { [K in keyof T]?: Exclude<T[K], undefined> } // the same keys, less the undefined
}
