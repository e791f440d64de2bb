/**
 * How much of one file is found in another, the way git estimates it: both are cut into pieces at line ends, or after
 * 64 bytes, and the bytes in pieces they share are counted. Order does not matter.
 */
import { isBinary } from './is-binary.ts'

/** Bytes per piece number. */
export type PieceCounts = ReadonlyMap<number, number>

export const bestScore = 60_000
const longestPiece = 64
const pieceNumbers = 107_927

export function countPieces(bytes: Uint8Array): PieceCounts {
  const counts = new Map<number, number>()
  const text = !isBinary(bytes)
  let low = 0
  let high = 0
  let length = 0
  // What follows the last full piece does not count: so it is in git before 2.44, and either answer is an estimate.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (text && byte === 0x0d && bytes[at + 1] === 0x0a) continue
    const before = low
    low = (((low << 7) ^ (high >>> 25)) + byte) >>> 0
    high = ((high << 7) ^ (before >>> 25)) >>> 0
    if (++length < longestPiece && byte !== 0x0a) continue
    const number = ((low + Math.imul(high, 0x61)) >>> 0) % pieceNumbers
    counts.set(number, (counts.get(number) ?? 0) + length)
    low = high = length = 0
  }
  return counts
}

/** From 0 to `bestScore`. */
export function scoreSimilarity(
  old: { readonly size: number; readonly pieces: PieceCounts },
  fresh: { readonly size: number; readonly pieces: PieceCounts },
): number {
  if (fresh.size === 0) return 0
  let copied = 0
  for (const [number, bytes] of old.pieces) copied += Math.min(bytes, fresh.pieces.get(number) ?? 0)
  return Math.floor((copied * bestScore) / Math.max(old.size, fresh.size))
}

/** Files whose sizes differ too much cannot reach the score, so they need not be read in full. */
export function canReach(score: number, oldSize: number, newSize: number): boolean {
  const larger = Math.max(oldSize, newSize)
  return larger * (bestScore - score) >= Math.abs(oldSize - newSize) * bestScore
}
