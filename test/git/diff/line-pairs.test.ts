/** Lines paired from one version of a text to the next are those paired from nothing, whatever came between. */
import { describe, expect, test } from 'bun:test'
import { AnchoredCarry, CarryTables } from '../../../src/git/diff/anchored-carry.ts'
import { LineNumbers } from '../../../src/git/diff/line-numbers.ts'
import { PairedLines } from '../../../src/git/diff/line-pairs.ts'
import { TextLines } from '../../../src/git/diff/text-lines.ts'
import { Random } from '../../support/random.ts'

function edited(random: Random, lines: readonly string[], kinds: number): string[] {
  const fresh = [...lines]
  for (let edits = random.int(0, 3); edits > 0; edits--) {
    const inserted = Array.from({ length: random.int(0, 3) }, () => `line ${random.int(0, kinds)}`)
    fresh.splice(random.int(0, fresh.length), random.int(0, 3), ...inserted)
  }
  if (random.chance(0.1)) fresh.push(...fresh.splice(random.int(0, fresh.length), random.int(0, 6)))
  return fresh
}

const textOf = (lines: readonly string[], like?: TextLines) =>
  new TextLines(Buffer.from(lines.map((line) => `${line}\n`).join('')), like)

interface Version {
  /** Likened to the version before it, or to none. */
  readonly likened: TextLines
  readonly alone: TextLines
}

function versions(random: Random, kinds: number): { readonly today: string[]; readonly all: Version[] } {
  const today = Array.from({ length: random.int(0, 40) }, () => `line ${random.int(0, kinds)}`)
  const all: Version[] = []
  let lines = today
  let last: TextLines | undefined
  for (let count = random.int(1, 8); count > 0; count--) {
    lines = edited(random, lines, kinds)
    const likened = textOf(lines, random.chance(0.9) ? last : undefined)
    all.push({ likened, alone: textOf(lines) })
    last = likened
  }
  return { today, all }
}

describe.each([5, 60, 600])('of %i different lines', (kinds) => {
  test('twins are those lines that stand once in both texts', () => {
    const random = new Random(kinds)
    let rising = 0
    for (let round = 0; round < 400; round++) {
      const { today, all } = versions(random, kinds)
      const fresh = textOf(today)
      const pairs = new PairedLines(new LineNumbers())
      // Now and then one is passed over, as one that nobody asks about.
      for (const { likened } of all.filter(() => random.chance(0.9))) {
        const old = likened.slice()
        const only = (lines: readonly string[], line: string) =>
          lines.filter((other) => other === line).length === 1
        const expected = old.map((line) =>
          only(old, line) && only(today, line) ? today.indexOf(line) + 1 : 0,
        )
        const { twins, isRising } = pairs.of(likened, fresh)
        expect([...twins]).toEqual(expected)
        const standing = expected.filter((to) => to > 0)
        expect(isRising).toBe(standing.every((to, at) => at === 0 || to > (standing[at - 1] ?? 0)))
        if (isRising) rising++
      }
    }
    expect(rising).toBeGreaterThan(100)
  })

  test('a carry is the same whatever was compared before', () => {
    const random = new Random(kinds + 1)
    for (let round = 0; round < 200; round++) {
      const { today, all } = versions(random, kinds)
      const fresh = textOf(today)
      const tables = new CarryTables()
      for (const { likened, alone } of all) {
        const together = new AnchoredCarry(likened, fresh, tables)
        const single = new AnchoredCarry(alone, textOf(today), new CarryTables())
        for (let line = 1; line <= alone.length; line++) expect(together.at(line)).toBe(single.at(line))
      }
    }
  })
})
