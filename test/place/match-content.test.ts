import { describe, expect, test } from 'bun:test'
import { fingerprintUnit } from '../../src/annotation/trace/unit-fingerprint.ts'
import { matchContent, printUnits } from '../../src/place/match-content.ts'
import { fn, outlined } from './outlined.ts'

const text = outlined(...fn('one', 'alpha'), ...fn('two', 'beta'), 'fn tiny {', '  x = 1;', '}')
const prints = printUnits(text.lines, text.units)
const print = (...lines: string[]) => fingerprintUnit(lines.join('\n'), 'was')
const match = (given: string, isSameFile: boolean, namesake = -1) =>
  matchContent(given, prints, { isSameFile, isNamesake: (unit) => unit === namesake })?.unit

describe('a unit is told by its content', () => {
  test('under another name, anywhere', () => {
    expect(match(print(...fn('was', 'alpha')), false)).toBe(0)
    expect(match(print(...fn('was', 'beta')), true)).toBe(1)
  })
  test('but not a stranger', () => expect(match(print(...fn('was', 'gamma')), true)).toBeUndefined())
  test('a short one only when equal, and only in its own file', () => {
    expect(match(print('fn was {', '  x = 1;', '}'), true)).toBe(2)
    expect(match(print('fn was {', '  x = 2;', '}'), true)).toBeUndefined()
    expect(match(print('fn was {', '  x = 1;', '}'), false)).toBeUndefined()
  })
  test('an edited one elsewhere only under its name', () => {
    const edited = fn('was', 'alpha').map((line, at) =>
      at % 3 === 1 ? `  changed${at} = other${at}(fresh${at}, more${at} + last${at});` : line,
    )
    expect(match(print(...edited), true)).toBe(0)
    expect(match(print(...edited), false)).toBeUndefined()
    expect(match(print(...edited), false, 0)).toBe(0)
  })
})

describe('of two that look alike', () => {
  const twins = outlined(...fn('one', 'alpha'), ...fn('copy', 'alpha'))
  const both = printUnits(twins.lines, twins.units)
  const of = (namesakes: number[]) =>
    matchContent(print(...fn('was', 'alpha')), both, {
      isSameFile: false,
      isNamesake: (unit) => namesakes.includes(unit),
    })?.unit
  test('none is meant', () => expect(of([])).toBeUndefined())
  test('the one that has the name is', () => expect([of([0]), of([1])]).toEqual([0, 1]))
  test('none is when both have it', () => expect(of([0, 1])).toBeUndefined())
})

test('what holds the best match is no rival', () => {
  const nested = outlined('fn A {', ...fn('run', 'alpha'), '}')
  const found = matchContent(print(...fn('was', 'alpha')), printUnits(nested.lines, nested.units), {
    isSameFile: false,
    isNamesake: () => false,
  })
  expect(nested.units[found?.unit ?? -1]?.name).toBe('A::run')
})

test('a print of an unknown recipe matches nothing', () => expect(match('ug9:what', true)).toBeUndefined())
