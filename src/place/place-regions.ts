/**
 * Where each annotated region is now, for the files in scope: those whose file, followed forward, is one of them, and
 * those from elsewhere whose code turned up there.
 */
import { throwIfAborted } from '../base/errors.ts'
import { asRepoPath, type Oid, type RepoPath } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import type { HistoryAt } from '../store/history-states.ts'
import type { Index } from '../store/index.ts'
import { namesAfter, namesBefore } from './follow-file.ts'
import type { HeadEntries } from './head-entries.ts'
import { HeadFiles } from './head-files.ts'
import { isLost } from './judge-landing.ts'
import { judgeRegion } from './judge-region.ts'
import type { Landing } from './land-region.ts'
import { Landings } from './landings.ts'
import type { LineCarries } from './line-carries.ts'
import {
  type Base,
  type BaseSources,
  eachBase,
  type NeedsAdded,
  type NoteRegion,
  type RegionFacts,
  regionFacts,
} from './load-bases.ts'
import { printUnits, type UnitPrint } from './match-content.ts'
import { OtherReach } from './other-reach.ts'
import { nowhere, type Placement, type Reachability, type TodayFile } from './placement.ts'
import type { Texts } from './texts.ts'

/** A region of which no more is known than the file it is in. */
export interface LocatedRegion extends NoteRegion {
  readonly placement: Pick<Placement, 'path' | 'status'>
  /** HEAD reaches the commit it hangs on. */
  readonly isReachable: boolean
  /** Orders regions by ancestry, then time; undefined when unreachable. */
  readonly age: number | undefined
}

export interface PlacedRegion extends LocatedRegion {
  readonly placement: Placement
}

export interface PlaceOptions {
  readonly repository: Repository
  readonly index: Index
  readonly history: HistoryAt
  readonly head: Oid | undefined
  readonly texts: Texts
  readonly entries: HeadEntries
  readonly carries: LineCarries
  readonly signal?: AbortSignal | undefined
}

export interface PreparedFile {
  readonly regions: readonly NoteRegion[]
  readonly facts: Promise<RegionFacts>
}

export class Placer {
  readonly options: PlaceOptions
  readonly headFiles: HeadFiles
  readonly #landings: Landings
  readonly #otherReach: OtherReach
  readonly #prints = new Map<string, readonly UnitPrint[]>()

  constructor(options: PlaceOptions) {
    this.options = options
    this.headFiles = new HeadFiles(options)
    this.#landings = new Landings(options)
    this.#otherReach = new OtherReach(options)
  }

  /** What can be begun before the file is outlined. */
  async prepare(today: Pick<TodayFile, 'path' | 'headPath'>): Promise<PreparedFile> {
    const { index, history } = this.options
    const names = namesBefore(history, today.headPath)
    if (today.path !== today.headPath) names.push(today.path)
    const rows = index.notes.rows.regionsIn(names)
    const notes = await index.notes.notesOn(rows.map(({ target }) => target))
    const known = new Set<string>(names)
    const regions = rows
      .flatMap(({ target, position }) => noteRegion(notes.get(target), position))
      // Another process may have changed the note since the row was read.
      .filter(({ region }) => known.has(region.file))
    const facts = regionFacts(this.#sources, regions)
    facts.catch(() => {}) // whoever asks for it is told
    return { regions, facts }
  }

  /** Regions that belong to this file, wherever in it they are, gone ones included. */
  async placeInFile(today: TodayFile, prepared?: PreparedFile): Promise<PlacedRegion[]> {
    const { regions, facts } = prepared ?? (await this.prepare(today))
    const placed = new Map<NoteRegion, PlacedRegion>()
    for await (const [one, base] of this.eachBase(this.#newestFirst(regions), today, facts)) {
      const own = await this.#chooseFile(one, base, today)
      if (own === today) placed.set(one, this.#placed(one, await this.placeIn(one, base, today)))
    }
    return regions.flatMap((one) => placed.get(one) ?? [])
  }

  /** Neighbours in time have nearly the same text, and what is the same is not looked at again. */
  #newestFirst(regions: readonly NoteRegion[]): NoteRegion[] {
    const { commits } = this.options.history
    return regions
      .map((one) => ({ one, age: commits.get(one.note.target)?.age ?? -1 }))
      .sort((a, b) => b.age - a.age)
      .map(({ one }) => one)
  }

  /** Regions of any files, each in its own as HEAD has it. What moved to another file counts as gone. */
  async placeAnywhere(regions: readonly NoteRegion[]): Promise<PlacedRegion[]> {
    const placed: PlacedRegion[] = []
    for await (const [one, base] of this.eachBase(regions)) placed.push(await this.#placeAlone(one, base))
    return placed
  }

  /** The same for whoever asks only for the file: where all lines stand, no outline is needed to tell. */
  async locateAnywhere(regions: readonly NoteRegion[]): Promise<LocatedRegion[]> {
    const located: LocatedRegion[] = []
    for await (const [one, base] of this.eachBase(regions)) {
      const path = await this.#wholeIn(one, base)
      const age = this.options.history.commits.get(one.note.target)?.age
      located.push(
        path === undefined
          ? await this.#placeAlone(one, base)
          : { ...one, placement: { path, status: 'current' }, isReachable: true, age },
      )
    }
    return located
  }

  async #placeAlone(one: NoteRegion, base: Base): Promise<PlacedRegion> {
    const file = await this.#chooseFile(one, base, undefined)
    return this.#placed(one, file === undefined ? nowhere('gone') : await this.placeIn(one, base, file))
  }

  /** The only file it can be in, when all of its lines stand there. */
  async #wholeIn(one: NoteRegion, base: Base): Promise<RepoPath | undefined> {
    const { history } = this.options
    const age = history.commits.get(one.note.target)?.age
    const [path, other] = namesAfter(history, asRepoPath(one.region.file), age)
    if (age === undefined || path === undefined || other !== undefined) return undefined
    const text = await this.headFiles.text(path)
    return text !== undefined && this.#landings.standsWhole(one, base, text) ? path : undefined
  }

  /** Each with the text it was written about; `today` is where most of them will be looked for. */
  async *eachBase(
    regions: readonly NoteRegion[],
    today?: TodayFile,
    facts?: Promise<RegionFacts>,
  ): ReturnType<typeof eachBase> {
    const needsAdded: NeedsAdded = (...of) => this.#landings.needsAdded(...of, today)
    for await (const one of eachBase(this.#sources, regions, needsAdded, facts)) {
      throwIfAborted(this.options.signal)
      yield one
    }
  }

  get #sources(): BaseSources {
    return { ...this.options, cache: this.options.index.cache }
  }

  /** The placement of a region in one file, taken as its own. */
  async placeIn(one: NoteRegion, base: Base, today: TodayFile): Promise<Placement> {
    return (await judgeRegion(this, one, base, today)).placement
  }

  landing(one: NoteRegion, base: Base, today: TodayFile): Promise<Landing | undefined> {
    return this.#landings.of(one, base, today)
  }

  printsOf(today: TodayFile): readonly UnitPrint[] {
    const key = `${today.language} ${today.text.key}`
    const known = this.#prints.get(key) ?? this.options.index.cache.get<readonly UnitPrint[]>('trace', key)
    if (known !== undefined) return known
    const prints = printUnits(today.text.lines, today.units)
    this.#prints.set(key, prints)
    this.options.index.cache.put('trace', key, prints)
    return prints
  }

  async reachOf(commit: Oid): Promise<Reachability> {
    if (this.options.history.commits.get(commit) !== undefined) return 'head'
    return (await this.#otherReach.has(commit)) ? 'other-ref' : 'none'
  }

  /** The file of HEAD that a region belongs to, other than the one given; undefined when it has none. */
  async ownFile(one: NoteRegion, base: Base): Promise<TodayFile | undefined> {
    return this.#chooseFile(one, base, undefined)
  }

  #placed(one: NoteRegion, placement: Placement): PlacedRegion {
    const age = this.options.history.commits.get(one.note.target)?.age
    return { ...one, placement, isReachable: age !== undefined, age }
  }

  /** Places a region that was found by its content. */
  moved(one: NoteRegion, placement: Placement): PlacedRegion {
    return this.#placed(one, placement)
  }

  /**
   * Followed forward, a file may have several names today: a rename on one branch, a new file under the old name. The
   * one where most of the region's lines stand is its own; of equals the renamed one.
   */
  async #chooseFile(
    one: NoteRegion,
    base: Base,
    today: TodayFile | undefined,
  ): Promise<TodayFile | undefined> {
    const { history } = this.options
    const age = history.commits.get(one.note.target)?.age
    const names = namesAfter(history, asRepoPath(one.region.file), age)
    const files: TodayFile[] = []
    for (const name of names) {
      const file =
        today !== undefined && (name === today.headPath || name === today.path)
          ? today
          : await this.headFiles.file(name)
      if (file !== undefined) files.push(file)
    }
    let best: { file: TodayFile; landed: number } | undefined
    if (files.length === 1) return files[0]
    for (const file of files) {
      const landing = await this.landing(one, base, file)
      const landed = landing === undefined || isLost(one.region, landing, file) ? 0 : landing.landed.length
      if (best === undefined || landed >= best.landed) best = { file, landed }
    }
    return best?.file
  }
}

export function noteRegion(note: NoteRegion['note'] | undefined, position: number): NoteRegion[] {
  const region = note?.annotation.regions[position]
  return note === undefined || region === undefined ? [] : [{ note, position, region }]
}
