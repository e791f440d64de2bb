import { describe, expect, test } from 'bun:test'
import type { LineRange } from '../../src/base/lines.ts'
import { type Landing, landRegion } from '../../src/place/land-region.ts'
import { fn, type OutlinedText, outlined } from './outlined.ts'

interface Given {
  readonly lines?: LineRange
  readonly anchor?: string
  readonly added?: readonly LineRange[]
}

function land(
  past: OutlinedText,
  today: OutlinedText,
  { lines, anchor, added = [] }: Given,
): Promise<Landing> {
  return landRegion({ past, today, lines, anchor, added: async () => added, isReachable: false })
}

const unitName = (today: OutlinedText, { unit }: Landing) =>
  unit === undefined ? undefined : today.units[unit]?.name

const past = outlined(...fn('one', 'alpha'), ...fn('two', 'beta'))

describe('lines', () => {
  test('are carried over what was inserted, whatever their indent', async () => {
    const today = outlined('new', 'fn Holder {', ...fn('one', 'alpha').map((line) => `    ${line}`), '}')
    const landing = await land(past, today, { lines: { start: 1, end: 10 }, anchor: 'one' })
    expect(landing.landed).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(landing.significant).toBe(9)
    expect(landing.isWholeUnit).toBe(true)
  })
  test('of a part of a unit are not the whole unit', async () => {
    const landing = await land(past, past, { lines: { start: 2, end: 4 }, anchor: 'one' })
    expect([landing.isWholeUnit, landing.landed, unitName(past, landing)]).toEqual([false, [2, 3, 4], 'one'])
  })
  test('without an anchor still have a unit', async () =>
    expect(unitName(past, await land(past, past, { lines: { start: 12, end: 14 } }))).toBe('two'))
})

describe('the unit', () => {
  test('is found by its anchor when there are no lines', async () => {
    const landing = await land(past, past, { anchor: 'two' })
    expect([landing.linesThen, unitName(past, landing)]).toEqual([{ start: 11, end: 20 }, 'two'])
  })
  test('keeps its lines when two change places', async () => {
    const today = outlined(...fn('two', 'beta'), ...fn('one', 'alpha'))
    for (const [anchor, start] of [
      ['one', 11],
      ['two', 1],
    ] as const) {
      const landing = await land(past, today, { anchor })
      expect([unitName(today, landing), landing.landed[0], landing.landed.length]).toEqual([anchor, start, 9])
    }
  })
  test('is followed under another name', async () => {
    const today = outlined(...fn('renamed', 'alpha'), ...fn('two', 'beta'))
    expect(unitName(today, await land(past, today, { anchor: 'one' }))).toBe('renamed')
  })
  test('is followed by its lines when two swap names', async () => {
    const today = outlined(...fn('two', 'alpha'), ...fn('one', 'beta'))
    expect(unitName(today, await land(past, today, { anchor: 'one' }))).toBe('two')
  })
  test('is the one that kept its name, not the copy in front of it', async () => {
    const edited = fn('one', 'alpha').map((line, at) => (at === 3 ? '  edited;' : line))
    const today = outlined(...fn('copy', 'alpha'), ...edited, ...fn('two', 'beta'))
    for (const given of [{ anchor: 'one' }, { lines: { start: 1, end: 10 } }])
      expect(unitName(today, await land(past, today, given))).toBe('one')
  })
  test('is the namesake when no line is left', async () => {
    const today = outlined(...fn('one', 'gamma'), ...fn('two', 'beta'))
    const landing = await land(past, today, { anchor: 'one' })
    expect([unitName(today, landing), landing.landed]).toEqual(['one', [1]])
  })
  test('is none when a bare name names several', async () => {
    const today = outlined('fn A {', ...fn('run', 'gamma'), '}', 'fn B {', ...fn('run', 'delta'), '}')
    expect(unitName(today, await land(outlined('nothing'), today, { anchor: 'run' }))).toBeUndefined()
  })
  test('is none for an anchor that names none then, without lines: it is about the file', async () => {
    const landing = await land(outlined(...fn('one', 'alpha')), outlined(...fn('one', 'alpha')), {
      anchor: 'Bump it',
    })
    expect([landing.unit, landing.unitThen, landing.linesThen]).toEqual([
      undefined,
      undefined,
      { start: 1, end: 10 },
    ])
  })
})

describe("the commit's own lines", () => {
  const today = outlined(...fn('one', 'alpha').toSpliced(2, 2), ...fn('two', 'beta'))
  test('are those in the region, if it has any', async () =>
    expect((await land(past, today, { anchor: 'one', added: [{ start: 2, end: 5 }] })).own).toEqual({
      inRegion: true,
      total: 4,
      standing: 2,
    }))
  test('are those of the file otherwise', async () =>
    expect((await land(past, today, { anchor: 'two', added: [{ start: 3, end: 4 }] })).own).toEqual({
      inRegion: false,
      total: 2,
      standing: 0,
    }))
})

test('the share of the file tells a file that became another one', async () => {
  expect((await land(past, past, { anchor: 'one' })).isFileReplaced).toBe(false)
  const other = outlined(...fn('one', 'x'), ...fn('new', 'y'))
  expect((await land(past, other, { anchor: 'one' })).isFileReplaced).toBe(true)
})
