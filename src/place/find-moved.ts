/** Regions from other files whose code turned up in this one, and that have no place of their own left. */
import { elsewhereThreshold, slotsOf } from '../annotation/trace/unit-fingerprint.ts'
import { lastPart } from '../outline/anchor-name.ts'
import type { Index } from '../store/index.ts'
import type { RegionRow } from '../store/note-rows.ts'
import { positionOf } from '../store/print-block.ts'
import { findByContent, printOf } from './find-by-content.ts'
import { namesBefore } from './follow-file.ts'
import { isFaint, isLost } from './judge-landing.ts'
import type { Base, NoteRegion } from './load-bases.ts'
import { lostUntraced } from './lost-untraced.ts'
import { clearLead, type UnitPrint } from './match-content.ts'
import { countEqual, nearRegions } from './near-regions.ts'
import { noteRegion, type PlacedRegion, type Placer } from './place-regions.ts'
import type { Placement, TodayFile } from './placement.ts'

const nearlyAll = 50

interface Found {
  readonly one: NoteRegion
  readonly placement: Placement
  readonly print: string
  readonly equal: number
}

/** `placed` are the regions that belong to the file already. */
export async function findMoved(
  placer: Placer,
  today: TodayFile,
  placed: readonly PlacedRegion[],
): Promise<PlacedRegion[]> {
  const prints = placer.printsOf(today).filter(({ print }) => slotsOf(print) !== undefined)
  if (prints.length === 0) return []
  const here = new Set(placed.map(({ note, position }) => `${note.target} ${position}`))
  const near = nearPlaces(placer, prints, today, here)
  const rows = [...near, ...(await lostUntraced(placer, today))].filter(
    ({ target, position }) => !here.has(`${target} ${position}`),
  )
  if (rows.length === 0) return []
  const { index } = placer.options
  const notes = await index.notes.notesOn(rows.map(({ target }) => target))
  const regions = rows.flatMap(({ target, position }) => noteRegion(notes.get(target), position))
  const found: Found[] = []
  for await (const [one, base] of placer.eachBase(regions)) {
    const match = await matchHere(placer, one, base, today, prints)
    if (match !== undefined) found.push({ one, ...match })
  }
  return mutual(found).map(({ one, placement }) => placer.moved(one, placement))
}

/** `here` are the regions that have been placed in the file already. */
function nearPlaces(
  placer: Placer,
  prints: readonly UnitPrint[],
  today: TodayFile,
  here: ReadonlySet<string>,
): RegionRow[] {
  const { index, history } = placer.options
  const { rows } = index.notes
  const named = rows.regionsIn(namesBefore(history, today.headPath))
  const isHere = new Set(
    named.filter(({ target, position }) => here.has(`${target} ${position}`)).map(({ id }) => id),
  )
  return rows.regionsById(knownNear(index, prints, today).filter((id) => !isHere.has(id)))
}

interface Near {
  readonly ids: readonly number[]
  /** The largest id that was looked at. */
  readonly last: number
}

/**
 * Among a hundred thousand regions only those are looked at that came since the same text was asked about. Ids are never
 * given out twice, and a list of them goes with the index they are of.
 */
function knownNear(index: Index, prints: readonly UnitPrint[], today: TodayFile): readonly number[] {
  const block = index.prints()
  const key = `${index.notes.id} ${today.language} ${today.text.key}`
  const known = index.cache.get<Near>('near', key)
  const last = Math.max(known?.last ?? 0, block.ids.at(-1) ?? 0)
  const stayed = known?.ids.filter((id) => positionOf(block.ids, id) !== undefined) ?? []
  if (known?.last === last && known.ids.length === stayed.length) return stayed
  const ids = [...stayed, ...nearRegions(block, prints, today.units, known?.last ?? 0)]
  index.cache.put('near', key, { ids, last } satisfies Near)
  return ids
}

async function matchHere(
  placer: Placer,
  one: NoteRegion,
  base: Base,
  today: TodayFile,
  prints: readonly UnitPrint[],
): Promise<Omit<Found, 'one'> | undefined> {
  // The landing in a text without units only tells what the region was.
  const landing = await placer.landing(one, base, { ...today, units: [], language: '-' })
  const placement = await findByContent({ region: one.region, base }, landing, today, {
    prints,
    isSameFile: false,
  })
  if (placement === undefined || (await hasOwnPlace(placer, one, base))) return undefined
  const print = printOf(one.region, base, landing) ?? ''
  const unit = prints.find(({ lines }) => lines === placement.unit?.lines)
  return { placement, print, equal: unit === undefined ? 0 : equalSlots(print, unit.print) }
}

async function hasOwnPlace(placer: Placer, one: NoteRegion, base: Base): Promise<boolean> {
  const file = await placer.ownFile(one, base)
  if (file === undefined) return false
  const landing = await placer.landing(one, base, file)
  if (landing !== undefined && !isLost(one.region, landing, file))
    return !isFaint({ region: one.region, base }, landing, file)
  const placement = await placer.placeIn(one, base, file)
  return placement.path !== undefined && placement.unit !== undefined
}

/** For each unit only the region that looks most like it, and others about the same code as that one. */
function mutual(found: readonly Found[]): Found[] {
  const best = new Map<string, Found>()
  for (const one of found) {
    const key = unitKey(one)
    const known = best.get(key)
    if (known === undefined || one.equal > known.equal) best.set(key, one)
  }
  return found.filter((one) => {
    const leader = best.get(unitKey(one))
    if (leader === undefined || leader === one) return !hasRival(one, found)
    return isSameCode(leader, one) && !hasRival(leader, found)
  })
}

function hasRival(leader: Found, found: readonly Found[]): boolean {
  return found.some(
    (other) =>
      unitKey(other) === unitKey(leader) &&
      !isSameCode(other, leader) &&
      leader.equal - other.equal < clearLead,
  )
}

function unitKey({ placement }: Found): string {
  return `${placement.unit?.name} ${placement.unit?.lines.start}`
}

/** Two annotations of one piece of code: under one name and alike or in one file, or as alike as siblings never are. */
function isSameCode(a: Found, b: Found): boolean {
  const equal = equalSlots(a.print, b.print)
  if (equal >= nearlyAll) return true
  const [left, right] = [a.one.region, b.one.region]
  const isNamesake = lastName(left) !== undefined && lastName(left) === lastName(right)
  return isNamesake && (left.file === right.file || equal >= elsewhereThreshold)
}

function lastName({ ast_anchor }: NoteRegion['region']): string | undefined {
  return ast_anchor === undefined ? undefined : lastPart(ast_anchor.name)
}

function equalSlots(a: string, b: string): number {
  const [left, right] = [slotsOf(a), slotsOf(b)]
  return left === undefined || right === undefined ? 0 : countEqual(left, right)
}
