/** The text a region was written about, and the lines its commit added there. */
import { regionCommit } from '../annotation/region-identity.ts'
import type { Region } from '../annotation/schema.ts'
import { countTokens } from '../annotation/trace/tokenise.ts'
import { fingerprintTokens } from '../annotation/trace/unit-fingerprint.ts'
import { asRepoPath, isOid, type Oid, type RepoPath } from '../base/ids.ts'
import type { LineRange } from '../base/lines.ts'
import type { Repository } from '../git/repository.ts'
import type { Unit } from '../outline/unit.ts'
import type { Cache } from '../store/cache.ts'
import type { Note } from '../store/notes-view.ts'
import type { LineCarries } from './line-carries.ts'
import { type FileFacts, factKey, loadFacts, type WantedFacts } from './load-facts.ts'
import type { Text, Texts } from './texts.ts'

/** A region of a note. */
export interface NoteRegion {
  readonly note: Note
  readonly position: number
  readonly region: Region
}

export interface Base {
  /** The commit it hangs on, or the one its numbers refer to, can be read. */
  readonly hasCommit: boolean
  readonly text: Text | undefined
  readonly units: readonly Unit[]
  /**
   * Lines its commit added, undefined when the text before is not here (a partial clone). No such question: the commit
   * is gone.
   */
  readonly added: (() => Promise<readonly LineRange[] | undefined>) | undefined
  /** Names what `added` depends on besides the text. */
  readonly before: string
  /** The region's line numbers belong to this text. */
  readonly hasNumbers: boolean
  /** The file is known, but its content is not here (a partial clone). */
  readonly isMissing: boolean
}

export interface BaseSources {
  readonly repository: Repository
  readonly cache: Cache
  readonly texts: Texts
  readonly carries: LineCarries
}

/** Whether `added` will be asked for, as far as can be told: what it takes is then read for many at once. */
export type NeedsAdded = (one: NoteRegion, base: Base) => boolean

const readAtOnce = 48

/** By `factKey`. */
export type RegionFacts = Awaited<ReturnType<typeof loadFacts>>

/** Where the texts of regions are to be found; git looks it up while other work goes on. */
export async function regionFacts(
  sources: Pick<BaseSources, 'repository' | 'cache'>,
  regions: readonly NoteRegion[],
): Promise<RegionFacts> {
  return loadFacts(sources, regions.map(commitsOf))
}

/**
 * Each region with the text it was written about, in the order given. There may be as many texts as the file was changed
 * times: they are read some at a time, the next ones while these are looked at.
 */
export async function* eachBase(
  sources: BaseSources,
  regions: readonly NoteRegion[],
  needsAdded: NeedsAdded,
  loading: Promise<RegionFacts> = regionFacts(sources, regions),
): AsyncGenerator<readonly [NoteRegion, Base]> {
  const facts = await loading
  const read = (from: number) => {
    const part = regions.slice(from, from + readAtOnce)
    const reading = sources.texts.read(part.flatMap((one) => blobOf(one, choose(facts, one)) ?? []))
    reading.catch(() => {}) // whoever asks for it is told
    return { part, reading }
  }
  let next = read(0)
  for (let from = readAtOnce; next.part.length > 0; from += readAtOnce) {
    const { part, reading } = next
    const texts = await reading
    const bases: (readonly [NoteRegion, Base])[] = []
    const before = new Map<Oid, Text>()
    for (const one of part)
      bases.push([one, await assemble(sources, one.region, choose(facts, one), { texts, before })])
    const wanted = bases.filter(([one, base]) => needsAdded(one, base))
    const previous = new Set(wanted.flatMap(([one]) => choose(facts, one)?.facts.previous ?? []))
    // The text before a commit is often the one that an earlier region was written about.
    const here = [...previous].filter((oid) => texts.has(oid))
    const readingBefore = sources.texts.read([...previous].filter((oid) => !texts.has(oid)))
    next = read(from)
    for (const oid of here) before.set(oid, texts.get(oid) as Text) // just looked for
    for (const [oid, text] of await readingBefore) before.set(oid, text)
    yield* bases
  }
}

interface Chosen {
  readonly facts: FileFacts
  readonly hasNumbers: boolean
}

/** The commit the numbers refer to, and the one the note hangs on. */
function commitsOf({ note, region }: NoteRegion): WantedFacts & { readonly commits: readonly [Oid, Oid] } {
  const numbers = regionCommit(note.annotation, region) as Oid // decoding leaves only full ids here
  return { commits: [numbers, note.target], file: asRepoPath(region.file) }
}

function choose(facts: ReadonlyMap<string, FileFacts>, one: NoteRegion): Chosen | undefined {
  const {
    commits: [numbers, target],
    file,
  } = commitsOf(one)
  const own = facts.get(factKey(numbers, file))
  if (own !== undefined) return { facts: own, hasNumbers: true }
  const hanging = facts.get(factKey(target, file))
  return hanging === undefined ? undefined : { facts: hanging, hasNumbers: false }
}

/** The text it was written about: as its commit has it, else as its trace remembers. */
function blobOf({ region }: NoteRegion, chosen: Chosen | undefined): Oid | null | undefined {
  return chosen === undefined ? traceBlob(region) : chosen.facts.blob
}

async function assemble(
  { texts, carries }: BaseSources,
  region: Region,
  chosen: Chosen | undefined,
  read: { readonly texts: ReadonlyMap<Oid, Text>; readonly before: ReadonlyMap<Oid, Text> },
): Promise<Base> {
  const path = asRepoPath(region.file)
  if (chosen === undefined) {
    const blob = traceBlob(region)
    const text = blob === undefined ? undefined : read.texts.get(blob)
    const units = text === undefined ? [] : await unitsThen(texts, region, path, text)
    return {
      hasCommit: false,
      text,
      units,
      added: undefined,
      before: '-',
      hasNumbers: true,
      isMissing: false,
    }
  }
  const { blob, previous } = chosen.facts
  const text = blob === null ? undefined : read.texts.get(blob)
  return {
    hasCommit: true,
    text,
    units:
      text === undefined ? [] : await unitsThen(texts, chosen.hasNumbers ? region : undefined, path, text),
    added: async () => {
      if (text === undefined) return []
      if (previous === null) return [{ start: 1, end: text.lines.length }]
      const before = read.before.get(previous) ?? (await texts.read([previous])).get(previous)
      return before === undefined ? undefined : carries.added(before.lines, text.lines)
    },
    before: previous ?? '',
    hasNumbers: chosen.hasNumbers,
    isMissing: blob !== null && text === undefined,
  }
}

/**
 * Parsing every text a file ever had would take longer than blame. A region whose lines have as many tokens as its unit
 * had is that unit: part of one has fewer. Only others need the outline of their time.
 */
async function unitsThen(
  texts: Texts,
  region: Region | undefined,
  path: RepoPath,
  text: Text,
): Promise<readonly Unit[]> {
  const { ast_anchor: anchor, lines, trace } = region ?? {}
  if (
    anchor !== undefined &&
    lines !== undefined &&
    trace?.unit !== undefined &&
    lines.end <= text.lines.length
  ) {
    if (countTokens(text.lines.between(lines)) === fingerprintTokens(trace.unit))
      return [{ kind: 'function', name: anchor.name, signature: anchor.signature ?? '', lines }]
  }
  return (await texts.outline(path, text)).units
}

function traceBlob({ trace }: Region): Oid | undefined {
  return trace?.blob !== undefined && isOid(trace.blob) ? trace.blob : undefined
}
