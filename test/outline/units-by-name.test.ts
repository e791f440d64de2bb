/** Looking names up finds what going through all of them finds. */
import { expect, test } from 'bun:test'
import { isQualifiedSuffix, sameAnchor } from '../../src/outline/anchor-name.ts'
import type { Unit } from '../../src/outline/unit.ts'
import { unitsEndingWith, unitsNamed } from '../../src/outline/units-by-name.ts'
import { Random } from '../support/random.ts'

const parts = ['a', 'b', 'connect', 'Client', '..', '', '#x', 'get ']
const separators = ['::', '.', '#']

function randomName(random: Random): string {
  let name = random.pick(parts)
  for (let more = random.int(0, 2); more > 0; more--) name += random.pick(separators) + random.pick(parts)
  return name
}

test.each([3, 40])('among %i units', (count) => {
  const random = new Random(count)
  let found = 0
  for (let round = 0; round < 300; round++) {
    const units = Array.from({ length: count }, (_, at): Unit => {
      return { kind: 'function', name: randomName(random), signature: '', lines: { start: at, end: at } }
    })
    for (let asked = 0; asked < 10; asked++) {
      const name = random.chance(0.5) ? random.pick(units).name : randomName(random)
      expect(unitsNamed(units, name)).toEqual(units.filter((unit) => sameAnchor(unit.name, name)))
      const ending = units.filter((unit) => isQualifiedSuffix(name, unit.name))
      expect(unitsEndingWith(units, name)).toEqual(ending)
      found += ending.length
    }
  }
  expect(found).toBeGreaterThan(500)
})
