import { expect, test } from 'bun:test'
import { findHolder } from '../../src/place/find-holder.ts'
import { outlined } from './outlined.ts'

const text = outlined(
  'fn A {',
  '  fn run {',
  '    a',
  '    b',
  '  }',
  '  fn stop {',
  '    c',
  '  }',
  '}',
  'fn other {',
  '  d',
  '}',
)
const nameOf = (landed: number[]) => {
  const unit = findHolder(text, landed)
  return unit === undefined ? undefined : text.units[unit]?.name
}

test.each([
  ['lines of one inner unit', [2, 3, 4], 'A::run'],
  ['most lines in one, one astray', [2, 3, 4, 11], 'A::run'],
  ['lines that fill the outer unit', [1, 2, 3, 4, 6, 7], 'A'],
  ['the only line of a small unit', [11], 'other'],
  ['no lines', [], undefined],
])('%s', (_, landed, name) => expect(nameOf(landed)).toBe(name))

test('lines outside all units have no holder', () =>
  expect(findHolder(outlined('x', 'fn a {', '}', 'y'), [1, 4])).toBeUndefined())
