import { expect, test } from 'bun:test'
import type { Oid } from '../../../src/base/ids.ts'
import { CommitAges } from '../../../src/git/history/commit-ages.ts'

test.each([
  ['sha1', 40],
  ['sha256', 64],
] as const)('annotated commits are counted as they are listed in %s', (format, length) => {
  const oidOf = (digit: string) => digit.repeat(length) as Oid // as long as an id of this format
  const changes = ['1', '7', 'a', 'f'].map(
    (digit, at) => [oidOf(digit), { age: 1_000 + at, annotated: at % 3 === 0 }] as const,
  )
  const none = new CommitAges(new Uint8Array(), format)
  const ages = none.with(new Map(changes))
  expect(none.annotatedCount).toBe(0)
  expect([...ages.annotated()]).toEqual([oidOf('1'), oidOf('f')])
  expect(ages.annotatedCount).toBe(2)
  expect(ages.with(new Map([[oidOf('7'), { age: 1_001, annotated: true }]])).annotatedCount).toBe(3)
})
