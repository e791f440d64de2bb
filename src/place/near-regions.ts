/** Which of all fingerprints in the index look like a unit of some text: a hundred thousand of them are gone through. */
import { elsewhereThreshold, sameFileThreshold, slotsOf } from '../annotation/trace/unit-fingerprint.ts'
import type { Unit } from '../outline/unit.ts'
import { nameNumber, type PrintBlock, positionAbove, slotsEach } from '../store/print-block.ts'
import type { UnitPrint } from './match-content.ts'

/**
 * A band is two slots side by side, looked up as one number of 16 bits. Two fingerprints with 33 or more equal slots share
 * a band for certain (33 equal slots cannot be spread over 32 pairs one by one); unrelated ones share one by chance in 32
 * of 65,536.
 */
const bandsEach = slotsEach / 2

/**
 * Regions that share a band with a unit and are alike enough, and likely namesakes; only those with an id above the given
 * one.
 */
export function nearRegions(
  { ids, names, slots }: PrintBlock,
  prints: readonly UnitPrint[],
  units: readonly Unit[],
  above: number,
): number[] {
  const first = positionAbove(ids, above)
  if (first === ids.length) return []
  const known = prints.flatMap(({ unit, print }) => {
    const own = slotsOf(print)
    return own === undefined ? [] : [{ own, name: nameNumber(units[unit]?.name ?? '') }]
  })
  const near: number[] = []
  for (const at of [...new Set([...namesakes(), ...sharing()])].sort((a, b) => a - b)) near.push(ids[at] ?? 0)
  return near

  function* namesakes(): Generator<number> {
    const byName = Map.groupBy(known, ({ name }) => name)
    for (let at = first; at < names.length; at++) {
      const same = byName.get(names[at] ?? 0)
      if (same?.some(({ own }) => countEqual(own, slots, at * slotsEach) >= sameFileThreshold)) yield at
    }
  }

  function* sharing(): Generator<number> {
    const pairs = pairsIn(slots)
    const wanted = wantedBands(known.map(({ own }) => own))
    for (let at = nextSharing(wanted, pairs, first); at < ids.length; at = nextSharing(wanted, pairs, at + 1))
      if (known.some(({ own }) => countEqual(own, slots, at * slotsEach) >= elsewhereThreshold)) yield at
  }
}

/** By the value of a band: a bit for each place it is wanted in. */
function wantedBands(prints: readonly Uint8Array[]): Uint32Array {
  const wanted = new Uint32Array(65_536)
  for (const print of prints)
    for (const [band, pair] of pairsIn(print).entries()) wanted[pair] = (wanted[pair] ?? 0) | (1 << band)
  return wanted
}

/** The first fingerprint from one on that has a wanted band; their number when there is none. */
function nextSharing(wanted: Uint32Array, pairs: Uint16Array, from: number): number {
  const end = pairs.length
  for (let at = from * bandsEach; at < end; at++)
    if ((((wanted[pairs[at] as number] as number) >>> (at & 31)) & 1) === 1) return (at / bandsEach) | 0 // both are inside
  return end / bandsEach
}

/** Two bytes at a time; which of them comes first makes no difference, for nobody sees the numbers. */
function pairsIn(slots: Uint8Array): Uint16Array {
  const aligned = slots.byteOffset % 2 === 0 ? slots : Uint8Array.from(slots)
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length >> 1)
}

/** `b` may hold many fingerprints; `from` is where the one to compare starts. */
export function countEqual(a: Uint8Array, b: Uint8Array, from = 0): number {
  let equal = 0
  for (let slot = 0; slot < slotsEach; slot++) if (a[slot] === b[from + slot]) equal++
  return equal
}
