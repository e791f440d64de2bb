/** Which of all fingerprints in the index look like a unit of some text: a hundred thousand of them are gone through. */
import { elsewhereThreshold, sameFileThreshold, slotsOf } from '../annotation/trace/unit-fingerprint.ts'
import type { Unit } from '../outline/unit.ts'
import { nameNumber, type PrintBlock, positionAbove, slotsEach } from '../store/print-block.ts'
import type { UnitPrint } from './match-content.ts'

/**
 * A band is two slots side by side, looked up as one number of 16 bits. Two fingerprints with 34 or more equal slots share
 * two bands for certain (33 equal slots spread over 32 bands fill one of them, and one more another); unrelated ones share
 * one by chance in 32 of 65,536, and two hardly ever.
 */
const bandsEach = slotsEach / 2

/**
 * Regions that share a band with a unit and are alike enough, and likely namesakes; only those with an id above the given
 * one. Each is only compared with the units it has something in common with.
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
  const near = new Set<number>()
  markNamesakes(near, { names, slots, first }, known)
  markSharing(near, { slots, first, count: ids.length }, known)
  return [...near].sort((a, b) => a - b).map((at) => ids[at] ?? 0)
}

interface KnownUnit {
  readonly own: Uint8Array
  readonly name: number
}

function markNamesakes(
  near: Set<number>,
  { names, slots, first }: Pick<PrintBlock, 'names' | 'slots'> & { readonly first: number },
  known: readonly KnownUnit[],
): void {
  const byName = Map.groupBy(known, ({ name }) => name)
  for (let at = first; at < names.length; at++) {
    const same = byName.get(names[at] as number)
    if (same?.some(({ own }) => countEqual(own, slots, at * slotsEach) >= sameFileThreshold)) near.add(at)
  }
}

function markSharing(
  near: Set<number>,
  { slots, first, count }: { readonly slots: Uint8Array; readonly first: number; readonly count: number },
  known: readonly KnownUnit[],
): void {
  const pairs = pairsIn(slots)
  const { wanted, byBand } = bandsOf(known)
  // By unit: the last region it shares a band with, as `2 * place`, and one more once they have been compared.
  const met = new Int32Array(known.length).fill(-1)
  const end = count * bandsEach
  for (let place = first * bandsEach; place < end; place++) {
    const pair = pairs[place] as number // all of them are inside
    const band = place & (bandsEach - 1)
    if ((((wanted[pair] as number) >>> band) & 1) === 0) continue
    const at = (place - band) / bandsEach
    for (const unit of byBand.get(bandKey(band, pair)) ?? []) {
      const before = met[unit] as number // there is one for each
      met[unit] = before === 2 * at || before === 2 * at + 1 ? 2 * at + 1 : 2 * at
      if (before !== 2 * at) continue
      const { own } = known[unit] as KnownUnit // one of those the bands are of
      if (countEqual(own, slots, at * slotsEach) < elsewhereThreshold) continue
      near.add(at)
      place = at * bandsEach + bandsEach - 1
      break
    }
  }
}

/** `wanted`: by the value of a band, a bit for each place it is wanted in. `byBand`: the units that have it there. */
function bandsOf(known: readonly KnownUnit[]): {
  readonly wanted: Uint32Array
  readonly byBand: ReadonlyMap<number, readonly number[]>
} {
  const wanted = new Uint32Array(65_536)
  const byBand = new Map<number, number[]>()
  for (const [unit, { own }] of known.entries())
    for (const [band, pair] of pairsIn(own).entries()) {
      wanted[pair] = (wanted[pair] ?? 0) | (1 << band)
      const key = bandKey(band, pair)
      const same = byBand.get(key)
      if (same === undefined) byBand.set(key, [unit])
      else same.push(unit)
    }
  return { wanted, byBand }
}

function bandKey(band: number, pair: number): number {
  return band * 65_536 + pair
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
