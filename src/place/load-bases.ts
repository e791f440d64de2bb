/** The text a region was written about, and the lines its commit added there. */
import { regionCommit } from '../annotation/region-identity.ts'
import type { Region } from '../annotation/schema.ts'
import { tokenise } from '../annotation/trace/tokenise.ts'
import { fingerprintTokens } from '../annotation/trace/unit-fingerprint.ts'
import { asRepoPath, isOid, type Oid, type RepoPath } from '../base/ids.ts'
import type { LineRange } from '../base/lines.ts'
import type { Commit, Repository } from '../git/repository.ts'
import type { Unit } from '../outline/unit.ts'
import type { Cache } from '../store/cache.ts'
import type { Note } from '../store/notes-view.ts'
import type { LineCarries } from './line-carries.ts'
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
  /** Lines its commit added; undefined when not known: the commit is gone. */
  readonly added: (() => readonly LineRange[]) | undefined
  /** Names what `added` depends on besides the text. */
  readonly before: string
  /** The region's line numbers belong to this text. */
  readonly hasNumbers: boolean
  /** The file is known, but its content is not here (a partial clone). */
  readonly isMissing: boolean
}

/** What a commit did to a file. Null: there was none. */
interface FileFacts {
  readonly blob: Oid | null
  readonly previous: Oid | null
}

export interface BaseSources {
  readonly repository: Repository
  readonly cache: Cache
  readonly texts: Texts
  readonly carries: LineCarries
}

export async function loadBases(
  sources: BaseSources,
  regions: readonly NoteRegion[],
): Promise<Map<NoteRegion, Base>> {
  const wanted = regions.map(({ note, region }) => ({
    numbers: regionCommit(note.annotation, region) as Oid, // decoding leaves only full ids here
    target: note.target,
    file: asRepoPath(region.file),
  }))
  const facts = await loadFacts(sources, wanted)
  const blobs = regions.flatMap(({ region }, at) => {
    const fact = choose(facts, wanted[at])
    const traced = traceBlob(region)
    return [fact?.facts.blob, fact?.facts.previous, fact === undefined ? traced : undefined].filter(
      (oid) => oid != null,
    )
  })
  const texts = await sources.texts.read(blobs)
  const bases = new Map<NoteRegion, Base>()
  for (const [at, one] of regions.entries()) {
    bases.set(one, await assemble(sources, one.region, choose(facts, wanted[at]), texts))
  }
  return bases
}

interface Wanted {
  readonly numbers: Oid
  readonly target: Oid
  readonly file: RepoPath
}

interface Chosen {
  readonly facts: FileFacts
  readonly hasNumbers: boolean
}

/** The commit the numbers refer to, else the one the note hangs on. */
function choose(facts: ReadonlyMap<string, FileFacts>, wanted: Wanted | undefined): Chosen | undefined {
  if (wanted === undefined) return undefined
  const own = facts.get(factKey(wanted.numbers, wanted.file))
  if (own !== undefined) return { facts: own, hasNumbers: true }
  const target = facts.get(factKey(wanted.target, wanted.file))
  return target === undefined ? undefined : { facts: target, hasNumbers: false }
}

async function assemble(
  { texts, carries }: BaseSources,
  region: Region,
  chosen: Chosen | undefined,
  read: ReadonlyMap<Oid, Text>,
): Promise<Base> {
  const path = asRepoPath(region.file)
  if (chosen === undefined) {
    const blob = traceBlob(region)
    const text = blob === undefined ? undefined : read.get(blob)
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
  const text = blob === null ? undefined : read.get(blob)
  const before = previous === null ? undefined : read.get(previous)
  const isMissing = (blob !== null && text === undefined) || (previous !== null && before === undefined)
  return {
    hasCommit: true,
    text,
    units:
      text === undefined ? [] : await unitsThen(texts, chosen.hasNumbers ? region : undefined, path, text),
    added: () => (text === undefined ? [] : texts.added(before, text, carries.numbers)),
    before: previous ?? '',
    hasNumbers: chosen.hasNumbers,
    isMissing,
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
    const tokens = tokenise(text.lines.slice(lines.start - 1, lines.end).join('\n')).length
    if (tokens === fingerprintTokens(trace.unit))
      return [{ kind: 'function', name: anchor.name, signature: anchor.signature ?? '', lines }]
  }
  return (await texts.outline(path, text)).units
}

function traceBlob({ trace }: Region): Oid | undefined {
  return trace?.blob !== undefined && isOid(trace.blob) ? trace.blob : undefined
}

async function loadFacts(
  { repository, cache }: BaseSources,
  wanted: readonly Wanted[],
): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>()
  const missing = new Map<string, { commit: Oid; file: RepoPath }>()
  for (const { numbers, target, file } of wanted) {
    for (const commit of new Set([numbers, target])) {
      const key = factKey(commit, file)
      const known = facts.get(key) ?? cache.get<FileFacts>('base', key)
      if (known === undefined) missing.set(key, { commit, file })
      else facts.set(key, known)
    }
  }
  if (missing.size === 0) return facts
  const commits = await repository.readCommits([
    ...new Set([...missing.values()].map(({ commit }) => commit)),
  ])
  const blobs = await loadBlobs(repository, missing.values(), commits)
  const renamed: { key: string; commit: Oid; file: RepoPath }[] = []
  for (const [key, { commit, file }] of missing) {
    const parents = commits.get(commit)?.parents
    if (parents === undefined) continue
    const [parent] = parents
    const blob = blobs.get(factKey(commit, file)) ?? null
    const previous = parent === undefined ? null : (blobs.get(factKey(parent, file)) ?? null)
    if (blob !== null && previous === null && parent !== undefined) renamed.push({ key, commit, file })
    facts.set(key, { blob, previous })
  }
  for (const [key, previous] of await previousNames(repository, renamed))
    facts.set(key, { blob: facts.get(key)?.blob ?? null, previous })
  for (const key of missing.keys()) {
    const fact = facts.get(key)
    if (fact !== undefined) cache.put('base', key, fact)
  }
  return facts
}

/** A file that is new under its name may have had another one before. */
async function previousNames(
  repository: Repository,
  files: readonly { readonly key: string; readonly commit: Oid; readonly file: RepoPath }[],
): Promise<Map<string, Oid>> {
  const previous = new Map<string, Oid>()
  if (files.length === 0) return previous
  const changes = await repository.changesOf([...new Set(files.map(({ commit }) => commit))])
  for (const { key, commit, file } of files) {
    const change = changes.get(commit)?.find(({ path, status }) => path === file && status === 'renamed')
    if (change?.oldOid !== undefined) previous.set(key, change.oldOid)
  }
  return previous
}

/** What stands at each path in each commit and its first parent: one question per path, not one per commit. */
async function loadBlobs(
  repository: Repository,
  wanted: Iterable<{ readonly commit: Oid; readonly file: RepoPath }>,
  commits: ReadonlyMap<Oid, Commit>,
): Promise<Map<string, Oid>> {
  const byFile = new Map<RepoPath, Set<Oid>>()
  for (const { commit, file } of wanted) {
    const parents = commits.get(commit)?.parents
    if (parents === undefined) continue
    const asked = byFile.get(file) ?? new Set()
    byFile.set(file, asked)
    for (const oid of [commit, ...parents.slice(0, 1)]) asked.add(oid)
  }
  const blobs = new Map<string, Oid>()
  for (const [file, asked] of byFile)
    for (const [commit, { mode, oid }] of await repository.readTreeEntries([...asked], file))
      if (mode.startsWith('100')) blobs.set(factKey(commit, file), oid)
  return blobs
}

function factKey(commit: Oid, file: RepoPath): string {
  return `${commit} ${file}`
}
