/** Where in the new code a finding about a commit, or about a region of its annotation, is best shown. */
import type { Oid, RepoPath } from '../base/ids.ts'
import { carryLines } from '../git/diff/carry-lines.ts'
import { diffLines } from '../git/diff/diff-lines.ts'
import type { FileChange } from '../git/repository.ts'
import type { NoteRegion } from '../place/load-bases.ts'
import { placeRows } from '../place/place-rows.ts'
import type { Placement } from '../place/placement.ts'
import { readAtOnce } from '../place/read-ahead.ts'
import type { Text } from '../place/texts.ts'
import type { CheckContext } from './check-context.ts'
import type { CommitFacts } from './scan-commits.ts'

export interface Location {
  readonly file?: RepoPath | undefined
  readonly line?: number | undefined
}

export class Locations {
  readonly #context: CheckContext
  #renamed: Promise<ReadonlyMap<RepoPath, RepoPath>> | undefined
  readonly #commits = new Map<Oid, CommitFacts>()

  constructor(context: CheckContext) {
    this.#context = context
    for (const facts of context.scan.commits) this.#commits.set(facts.oid, facts)
  }

  /** The first line it added that still stands; else the first of its files that does. */
  async ofCommit(commit: Oid): Promise<Location> {
    let file: RepoPath | undefined
    for (const change of this.#commits.get(commit)?.files ?? []) {
      const path = await this.pathNow(change.path)
      if (path === undefined) continue
      file ??= path
      const line = await this.#standingLine(change, path)
      if (line !== undefined) return { file: path, line }
    }
    return { file, line: file === undefined ? undefined : 1 }
  }

  /** Where each region is; else its file, else its commit. */
  async ofRegions(regions: readonly NoteRegion[]): Promise<Location[]> {
    const { places, session } = this.#context
    const { notes } = session.index()
    const locations: Location[] = []
    for (let at = 0; at < regions.length; at += readAtOnce) {
      const some = regions.slice(at, at + readAtOnce)
      const rows = some.map(({ note, position }) => notes.rows.regionAt(note.id, position))
      const placed = await placeRows(
        places,
        rows.filter((row) => row !== undefined),
      )
      for (const [n, one] of some.entries())
        locations.push(await this.#ofPlaced(one, placed.get(rows[n]?.id ?? 0)?.placement))
    }
    return locations
  }

  async #ofPlaced({ note, region }: NoteRegion, placement: Placement | undefined): Promise<Location> {
    if (placement?.path !== undefined)
      return { file: placement.path, line: placement.currentLines?.start ?? 1 }
    const path = await this.pathNow(region.file as RepoPath) // decoding leaves only paths of the repository
    return path === undefined ? this.ofCommit(note.target) : { file: path, line: 1 }
  }

  /** The name a file of the range has in the new code; undefined when it is gone. */
  async pathNow(path: RepoPath): Promise<RepoPath | undefined> {
    if ((await this.#context.places.entries.at(path)) !== undefined) return path
    this.#renamed ??= this.#readRenames()
    return (await this.#renamed).get(path)
  }

  async #readRenames(): Promise<ReadonlyMap<RepoPath, RepoPath>> {
    const renames = new Map<RepoPath, RepoPath>()
    for (const { path, pathBefore, isDeleted } of await this.#context.files())
      if (!isDeleted && pathBefore !== undefined && pathBefore !== path) renames.set(pathBefore, path)
    return renames
  }

  async #standingLine(change: FileChange, path: RepoPath): Promise<number | undefined> {
    const { places } = this.#context
    const now = await places.entries.at(path)
    const wanted = [change.oldOid, change.newOid, now?.oid].filter((oid) => oid !== undefined)
    const texts = await places.texts.read(wanted)
    const [then, today] = [change.newOid && texts.get(change.newOid), now && texts.get(now.oid)]
    if (then === undefined || today === undefined) return undefined
    const before = change.oldOid === undefined ? undefined : texts.get(change.oldOid)
    return firstStanding(before, then, today)
  }
}

function firstStanding(before: Text | undefined, then: Text, today: Text): number | undefined {
  const added = diffLines(before?.lines ?? [], then.lines, { ignoreWhitespace: 'all' })
  const carried = carryLines(
    diffLines(then.lines, today.lines, { ignoreWhitespace: 'all' }),
    then.lines.length,
  )
  for (const { newStart, newCount } of added)
    for (let line = newStart; line < newStart + newCount; line++) {
      const landed = carried[line] ?? 0
      if (landed > 0) return landed
    }
  return undefined
}
