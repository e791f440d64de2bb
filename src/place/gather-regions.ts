/** One file of a question, with everything that was ever annotated about it and where that is now. */
import { parseTimestamp } from '../annotation/parse-timestamp.ts'
import { regionStamp } from '../annotation/region-identity.ts'
import type { Oid, RepoPath } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import { blameLines, type LineOwners } from './blame-lines.ts'
import { findMoved } from './find-moved.ts'
import type { Places } from './open-places.ts'
import type { LocatedRegion, PlacedRegion, PreparedFile } from './place-regions.ts'
import { resolveScope, type Scope, type ScopeRequest } from './resolve-scope.ts'
import { type LoadedFile, outlineToday, type ReadFile, readToday } from './today-file.ts'

export interface GatheredFile {
  readonly scope: Scope
  readonly regions: readonly PlacedRegion[]
  /** Undefined when it was not asked for. */
  readonly owners: LineOwners | undefined
}

export interface GatherOptions extends ScopeRequest {
  readonly withBlame: boolean
}

const manyRegions = 500

export async function gatherRegions(
  places: Places,
  path: RepoPath,
  { withBlame, ...scope }: GatherOptions,
): Promise<GatheredFile> {
  const { repository } = places.session
  const request = { ...places, repository }
  const text = await readToday(request, path)
  places.texts.prepareOutline(text.path, text.text)
  const blame = () => {
    const blaming = withBlame
      ? blameLines({ ...places, repository, index: places.session.index() }, text)
      : Promise.resolve(undefined)
    blaming.catch(() => {}) // whoever waits for it is told
    return blaming
  }
  const prepared = await prepare(places, text)
  // git blames on another core while the text is outlined here; but that is where the engine compiles the parser, and
  // where there are many regions to place, git is done long before they are.
  const isGitFaster = (prepared?.regions.length ?? 0) > manyRegions
  const early = isGitFaster ? undefined : blame()
  const file = await outlineToday(request, text)
  const blaming = early ?? blame()
  const [owners, regions] = await Promise.all([blaming, placeAll(places, file, prepared)])
  const anchors = regions.flatMap(({ region }) => region.ast_anchor?.name ?? [])
  return { scope: resolveScope(file, scope, anchors), regions, owners }
}

/** git looks up where the texts of the regions are while the file is outlined here. */
async function prepare(places: Places, file: ReadFile): Promise<PreparedFile | undefined> {
  if (places.head === undefined || isRemembered(places, placedName(file))) return undefined
  return places.placer.prepare(file)
}

async function placeAll(
  places: Places,
  file: LoadedFile,
  prepared: PreparedFile | undefined,
): Promise<PlacedRegion[]> {
  if (places.head === undefined) return []
  return remember(places, placedName(file), async () => {
    const own = await places.placer.placeInFile(file, prepared)
    return [...own, ...(await findMoved(places.placer, file, own))]
  })
}

function placedName({ path, headPath, text }: ReadFile): string[] {
  return ['placed', path, headPath, text.key]
}

function isRemembered(places: Places, about: readonly string[]): boolean {
  return places.session.index().memo.get(memoKey(places, about)) !== undefined
}

function memoKey(places: Places, about: readonly string[]): string {
  return JSON.stringify([places.stateKey, ...about])
}

/** Keeps a result for as long as the state of the repository stays. */
export async function remember<T>(
  places: Places,
  about: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { memo } = places.session.index()
  const key = memoKey(places, about)
  const known = memo.get(key)
  if (known !== undefined) return known as T // each kind of key has one kind of result
  const result = await work()
  memo.set(key, result)
  return result
}

/** When a region was written: its own time, the document's, or that of the commit it hangs on. */
export class RegionTimes {
  readonly #byCommit: ReadonlyMap<Oid, number>

  private constructor(byCommit: ReadonlyMap<Oid, number>) {
    this.#byCommit = byCommit
  }

  static async load(
    repository: Repository,
    regions: Iterable<Pick<PlacedRegion, 'note' | 'region'>>,
  ): Promise<RegionTimes> {
    const timeless = [...regions]
      .filter((one) => annotatedAt(one) === undefined)
      .map(({ note }) => note.target)
    const commits = timeless.length === 0 ? new Map() : await repository.readCommits([...new Set(timeless)])
    return new RegionTimes(new Map([...commits].map(([oid, commit]) => [oid, commit.committer.seconds])))
  }

  /** Seconds since 1970. */
  of(one: Pick<PlacedRegion, 'note' | 'region'>): number | undefined {
    return annotatedAt(one) ?? this.#byCommit.get(one.note.target)
  }

  /** Negative when `a` is newer: by ancestry, then by time. */
  newestFirst(a: LocatedRegion, b: LocatedRegion): number {
    const byAge = a.age !== undefined && b.age !== undefined ? b.age - a.age : 0
    return byAge || (this.of(b) ?? 0) - (this.of(a) ?? 0)
  }
}

function annotatedAt({ note, region }: Pick<PlacedRegion, 'note' | 'region'>): number | undefined {
  const { timestamp } = regionStamp(note.annotation, region)
  const time = timestamp === undefined ? undefined : parseTimestamp(timestamp)
  return time === undefined ? undefined : time / 1000
}
