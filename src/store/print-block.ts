/**
 * The fingerprints of all regions side by side: looking through a hundred thousand of them takes milliseconds this way,
 * and a second as rows. Made once and carried on from there.
 */
import type { Database } from 'bun:sqlite'
import { minimumTokens } from '../annotation/trace/unit-fingerprint.ts'
import { lastPart } from '../outline/anchor-name.ts'
import type { NoteRows } from './note-rows.ts'
import { isSameState, type RegionState, regionChange } from './region-state.ts'

export interface PrintBlock {
  /** Ids of the regions, ascending; only such as are long enough to be compared. */
  readonly ids: Int32Array
  /** `nameNumber` of each region's anchor; 0 without one. */
  readonly names: Int32Array
  /** 64 slots each. */
  readonly slots: Uint8Array
}

export interface StatedBlock {
  readonly state: RegionState
  readonly block: PrintBlock
}

export const slotsEach = 64

/** A kept block is carried on by every process for itself, and written again when that gets to be much. */
const mostCarried = 500
const mostCarriedShare = 0.05

interface BlockSource {
  readonly db: Database
  readonly view: number
  readonly rows: NoteRows
}

/** `earlier` is what this process had last; undefined: the one that is kept in the index. In a transaction. */
export function loadPrintBlock(source: BlockSource, earlier: StatedBlock | undefined): StatedBlock {
  const { db, view, rows } = source
  const known = earlier ?? readBlock(source)
  const change = regionChange(db, view, known?.state)
  if (known !== undefined && isSameState(known.state, change.state)) return known
  if (known === undefined || change.removed === undefined)
    return saveBlock(source, { state: change.state, block: buildBlock(rows.prints(minimumTokens, 0)) })
  const came = buildBlock(rows.prints(minimumTokens, known.state.made))
  const stated = { state: change.state, block: carryOn(known.block, came, change.removed) }
  const carried = came.ids.length + change.removed.size
  const isMuch = carried > Math.max(mostCarried, mostCarriedShare * known.block.ids.length)
  return earlier === undefined && isMuch ? saveBlock(source, stated) : stated
}

function readBlock({ db, view }: BlockSource): StatedBlock | undefined {
  const row = db
    .query<
      { made: number; removed: number; ids: Uint8Array; names: Uint8Array; slots: Uint8Array },
      [number]
    >('select made, removed, ids, names, slots from print_block where view = ?')
    .get(view)
  if (row === null) return undefined
  const { made, removed, ids, names, slots } = row
  return { state: { made, removed }, block: { ids: integers(ids), names: integers(names), slots } }
}

function saveBlock({ db, view }: BlockSource, stated: StatedBlock): StatedBlock {
  const { ids, names, slots } = stated.block
  try {
    db.query(
      'insert or replace into print_block (view, made, removed, ids, names, slots) values (?, ?, ?, ?, ?, ?)',
    ).run(
      view,
      stated.state.made,
      stated.state.removed,
      new Uint8Array(ids.buffer),
      new Uint8Array(names.buffer),
      slots,
    )
  } catch {
    // Locked or full: the next process builds it again.
  }
  return stated
}

function buildBlock(prints: readonly [id: number, anchor: string | null, slots: Uint8Array][]): PrintBlock {
  const ids = new Int32Array(prints.length)
  const names = new Int32Array(prints.length)
  const slots = new Uint8Array(prints.length * slotsEach)
  for (const [at, [id, anchor, own]] of prints.entries()) {
    ids[at] = id
    names[at] = anchor === null ? 0 : nameNumber(anchor)
    slots.set(own.subarray(0, slotsEach), at * slotsEach)
  }
  return { ids, names, slots }
}

/** A new block: whoever holds the old one may still be reading it. */
function carryOn(old: PrintBlock, came: PrintBlock, removed: ReadonlySet<number>): PrintBlock {
  const gone = [...removed].map((id) => positionOf(old.ids, id)).filter((at) => at !== undefined)
  const size = old.ids.length - gone.length + came.ids.length
  const block = {
    ids: new Int32Array(size),
    names: new Int32Array(size),
    slots: new Uint8Array(size * slotsEach),
  }
  let to = 0
  const append = (from: PrintBlock, start: number, end: number) => {
    block.ids.set(from.ids.subarray(start, end), to)
    block.names.set(from.names.subarray(start, end), to)
    block.slots.set(from.slots.subarray(start * slotsEach, end * slotsEach), to * slotsEach)
    to += end - start
  }
  let from = 0
  for (const at of gone.sort((a, b) => a - b)) {
    append(old, from, at)
    from = at + 1
  }
  append(old, from, old.ids.length)
  append(came, 0, came.ids.length)
  return block
}

/** Where an id stands among ascending ones. */
export function positionOf(ids: Int32Array, id: number): number | undefined {
  const at = positionAbove(ids, id - 1)
  return ids[at] === id ? at : undefined
}

/** Where the first larger one stands; their number when there is none. */
export function positionAbove(ids: Int32Array, id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) <= id) low = middle + 1
    else high = middle
  }
  return low
}

/** A number for the last part of an anchor; different names may share one, so it only narrows a search. */
export function nameNumber(anchor: string): number {
  return Bun.hash.crc32(lastPart(anchor)) | 0 || 1
}

function integers(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
