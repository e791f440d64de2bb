/** A carry is a diff: equal lines in the same order, and as many of them as git's own diff keeps, but for few. */
import { describe, expect, test } from 'bun:test'
import { AnchoredCarry, CarryTables } from '../../../src/git/diff/anchored-carry.ts'
import { carryLines } from '../../../src/git/diff/carry-lines.ts'
import { diffLines } from '../../../src/git/diff/diff-lines.ts'
import { LongestRise } from '../../../src/git/diff/longest-rise.ts'
import { Random } from '../../support/random.ts'

const bare = (line: string | undefined) => line?.replace(/\s/g, '')

function carryAll(old: readonly string[], fresh: readonly string[], order: readonly number[]): number[] {
  const carry = new AnchoredCarry(old, fresh, new CarryTables())
  const carried: number[] = new Array(old.length + 1).fill(0)
  for (const line of order) carried[line] = carry.at(line)
  return carried
}

function change(random: Random, lines: readonly string[]): string[] {
  const fresh = [...lines]
  for (let edits = random.int(0, 8); edits > 0; edits--) {
    const at = random.int(0, fresh.length)
    const inserted = Array.from({ length: random.int(0, 4) }, () => `line ${random.int(0, 300)}`)
    fresh.splice(at, random.int(0, 4), ...inserted)
  }
  if (random.chance(0.2)) fresh.push(...fresh.splice(random.int(0, fresh.length), random.int(0, 20)))
  return fresh.map((line) => (random.chance(0.05) ? `  ${line}` : line))
}

describe('a carry between two texts', () => {
  test.each([3, 30, 300])('of %i different lines joins equal ones in order', (kinds) => {
    const random = new Random(kinds)
    let [ours, gits] = [0, 0]
    for (let round = 0; round < 400; round++) {
      const old = Array.from({ length: random.int(0, 80) }, () => `line ${random.int(0, kinds)}`)
      const fresh = change(random, old)
      const order = random.shuffle(Array.from({ length: old.length }, (_, at) => at + 1))
      const carried = carryAll(old, fresh, order)
      let last = 0
      for (let line = 1; line <= old.length; line++) {
        const to = carried[line] ?? 0
        if (to === 0) continue
        expect(bare(fresh[to - 1])).toBe(bare(old[line - 1]))
        expect(to).toBeGreaterThan(last)
        last = to
        ours++
      }
      // Which line is asked for first makes no difference.
      expect(
        carryAll(
          old,
          fresh,
          order.toSorted((a, b) => a - b),
        ),
      ).toEqual(carried)
      const hunks = diffLines(old, fresh, { ignoreWhitespace: 'all' })
      gits += carryLines(hunks, old.length).filter((to) => to > 0).length
    }
    expect(ours).toBeGreaterThan(gits * 0.98)
  })

  test('says nothing about a line before it is asked for', () => {
    const carry = new AnchoredCarry(['a', 'x', 'x', 'b'], ['a', 'y', 'x', 'b'], new CarryTables())
    expect([1, 2, 3, 4].map((line) => carry.knownAt(line))).toEqual([1, 0, 0, 4])
    carry.at(2)
    expect([1, 2, 3, 4].map((line) => carry.knownAt(line))).toEqual([1, 0, 3, 4])
    const moved = new AnchoredCarry(['a', 'x', 'w', 'x', 'b'], ['a', 'v', 'x', 'u', 'b'], new CarryTables())
    expect([2, 3, 4].map((line) => moved.knownAt(line))).toEqual([0, 0, 0])
    expect([2, 3, 4].map((line) => moved.at(line)).filter((line) => line > 0)).toEqual([3])
  })

  test('of empty texts', () => {
    expect(new AnchoredCarry([], ['a'], new CarryTables()).at(1)).toBe(0)
    expect(new AnchoredCarry(['a', 'b'], [], new CarryTables()).at(2)).toBe(0)
  })

  test('of one text with many', () => {
    const random = new Random(5)
    const tables = new CarryTables()
    const today = Array.from({ length: 200 }, (_, at) => `line ${at % 150}`)
    for (let round = 0; round < 100; round++) {
      const old = change(random, today)
      const together = new AnchoredCarry(old, today, tables)
      const alone = new AnchoredCarry(old, today, new CarryTables())
      for (let line = 1; line <= old.length; line++) expect(together.at(line)).toBe(alone.at(line))
    }
  })
})

test('the longest rise is rising, and none is longer', () => {
  const random = new Random(9)
  const rises = new LongestRise()
  for (let round = 0; round < 300; round++) {
    const values = random.shuffle(Array.from({ length: random.int(0, 9) }, (_, at) => at))
    const rise = rises.of(Int32Array.from(values), values.length)
    for (let at = 1; at < rise.length; at++) {
      expect(rise[at]).toBeGreaterThan(rise[at - 1] ?? 0)
      expect(values[rise[at] ?? 0]).toBeGreaterThan(values[rise[at - 1] ?? 0] ?? 0)
    }
    expect(rise.length).toBe(longest(values))
  }
})

/** By trying all. */
function longest(values: readonly number[], above = -1): number {
  let best = 0
  for (const [at, value] of values.entries())
    if (value > above) best = Math.max(best, 1 + longest(values.slice(at + 1), value))
  return best
}
