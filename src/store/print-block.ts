/**
 * The fingerprints of all regions side by side, made once per state of the notes: looking through a hundred thousand of
 * them takes milliseconds this way, and a second as rows.
 */
import type { Database } from 'bun:sqlite'
import { minimumTokens } from '../annotation/trace/unit-fingerprint.ts'
import { lastPart } from '../outline/anchor-name.ts'
import type { NoteRows } from './note-rows.ts'

export interface PrintBlock {
  /** Ids of the regions; only such as are long enough to be compared. */
  readonly ids: Int32Array
  /** `nameNumber` of each region's anchor; 0 without one. */
  readonly names: Int32Array
  /** 64 slots each. */
  readonly slots: Uint8Array
}

export const slotsEach = 64

export function loadPrintBlock(
  db: Database,
  { view, tips, rows }: { readonly view: number; readonly tips: string; readonly rows: NoteRows },
): PrintBlock {
  const known = db
    .query<{ ids: Uint8Array; names: Uint8Array; slots: Uint8Array }, [number, string]>(
      'select ids, names, slots from print_block where view = ? and tips = ?',
    )
    .get(view, tips)
  if (known !== null) return { ids: integers(known.ids), names: integers(known.names), slots: known.slots }
  const block = buildBlock(rows)
  try {
    db.query('insert or replace into print_block (view, tips, ids, names, slots) values (?, ?, ?, ?, ?)').run(
      view,
      tips,
      new Uint8Array(block.ids.buffer),
      new Uint8Array(block.names.buffer),
      block.slots,
    )
  } catch {
    // Locked or full: the next process builds it again.
  }
  return block
}

function buildBlock(rows: NoteRows): PrintBlock {
  const prints = rows.prints(minimumTokens)
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

/** A number for the last part of an anchor; different names may share one, so it only narrows a search. */
export function nameNumber(anchor: string): number {
  return Bun.hash.crc32(lastPart(anchor)) | 0 || 1
}

function integers(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
