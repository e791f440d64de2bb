import { expect, test } from 'bun:test'
import { parseTimestamp } from '../../src/annotation/parse-timestamp.ts'

test.each([
  ['2026-11-18T10:00:00Z', '2026-11-18T10:00:00.000Z'],
  ['2026-11-18T10:00:00+02:00', '2026-11-18T08:00:00.000Z'],
  ['2026-11-18T10:00:00-0530', '2026-11-18T15:30:00.000Z'],
  ['2026-11-18 10:00', '2026-11-18T10:00:00.000Z'], // no zone is UTC, on every machine
  ['2025-12-20T14:30:00.123456789+00:00', '2025-12-20T14:30:00.123Z'],
])('%s is %s', (text, expected) => {
  expect(new Date(parseTimestamp(text) ?? Number.NaN).toISOString()).toBe(expected)
})

test.each([
  '',
  'yesterday',
  '2026-13-01T00:00:00Z',
  '2026-01-01',
  '2026-01-01T24:00:00Z',
  ' 2026-01-01T00:00:00Z',
])('%p is no time', (text) => {
  expect(parseTimestamp(text)).toBeUndefined()
})
