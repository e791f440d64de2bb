import { expect, test } from 'bun:test'
import {
  compareFingerprints,
  elsewhereThreshold,
  sameFileThreshold,
} from '../../src/annotation/trace/unit-fingerprint.ts'
import type { Unit } from '../../src/outline/unit.ts'
import { nearRegions } from '../../src/place/near-regions.ts'
import { nameNumber, type PrintBlock } from '../../src/store/print-block.ts'
import { Random } from '../support/random.ts'

const random = new Random(3)

function randomSlots(): Buffer {
  return Buffer.from(Uint8Array.from({ length: 64 }, () => random.int(0, 255)))
}

/** With exactly so many slots as they were. */
function alike(original: Buffer, equal: number): Buffer {
  const other = Buffer.from(original)
  const slots = random.shuffle(Array.from(original.keys())).slice(0, 64 - equal)
  for (const slot of slots) other[slot] = (other[slot] ?? 0) ^ random.int(1, 255)
  return other
}

function printOf(slots: Buffer): string {
  return `ug1:${slots.toString('base64').replace(/=+$/, '')}:2s`
}

function unitNamed(name: string): Unit {
  return { kind: 'function', name, signature: '', lines: { start: 1, end: 9 } }
}

function blockOf(regions: readonly { readonly anchor: string; readonly slots: Buffer }[]): PrintBlock {
  // One byte off: what comes from a file need not lie on an even address.
  const slots = new Uint8Array(regions.length * 64 + 1).subarray(1)
  for (const [at, region] of regions.entries()) slots.set(region.slots, at * 64)
  return {
    ids: Int32Array.from(regions, (_, at) => 10 + 2 * at),
    names: Int32Array.from(regions, ({ anchor }) => nameNumber(anchor)),
    slots,
  }
}

const units = [unitNamed('A::first'), unitNamed('second')]
const unitSlots = units.map(randomSlots)
const prints = unitSlots.map((slots, unit) => ({ unit, lines: { start: 1, end: 9 }, print: printOf(slots) }))
const regions = Array.from({ length: 3_000 }, () => {
  const slots = random.chance(0.2)
    ? randomSlots()
    : alike(random.pick(unitSlots), random.pick([15, 16, 20, 33, 34, 40, 64]))
  return { anchor: random.pick(['first', 'second', 'B.second', 'other']), slots }
})
const block = blockOf(regions)

/** By the definition, each with each. */
const near = regions.flatMap(({ anchor, slots }, at) => {
  const isNear = prints.some(({ unit, print }) => {
    const equal = compareFingerprints(print, printOf(slots)) ?? 0
    const isNamesake = nameNumber(anchor) === nameNumber(units[unit]?.name ?? '')
    return equal >= elsewhereThreshold || (isNamesake && equal >= sameFileThreshold)
  })
  return isNear ? [10 + 2 * at] : []
})

test('every region that looks like a unit is found, by its bands or as a namesake, and no other', () => {
  expect(near.length).toBeGreaterThan(1_000)
  expect(near.length).toBeLessThan(regions.length - 500)
  expect(nearRegions(block, prints, units, 0)).toEqual(near)
})

test('only regions above an id are looked at', () => {
  const above = near[700] ?? 0
  expect(nearRegions(block, prints, units, above)).toEqual(near.slice(701))
  expect(nearRegions(block, prints, units, 10 + 2 * regions.length)).toEqual([])
})

test('a fingerprint of an unknown recipe is near to nothing', () => {
  const unknown = [{ unit: 0, lines: { start: 1, end: 9 }, print: 'ug2:abc' }]
  expect(nearRegions(block, unknown, units, 0)).toEqual([])
})
