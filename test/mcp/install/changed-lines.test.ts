import { expect, test } from 'bun:test'
import { changedLines } from '../../../src/mcp/install/changed-lines.ts'

test('only the lines between the first and the last difference are shown', () => {
  expect(changedLines('a\nb\nc\n', 'a\nx\ny\nc\n')).toEqual(['-b', '+x', '+y'])
  expect(changedLines('a\nb\n', 'a\nb\n')).toEqual([])
  expect(changedLines('a\na\n', 'a\na\na\n')).toEqual(['+a'])
})

test('a new file is all additions, a removed one all removals', () => {
  expect(changedLines(undefined, 'a\r\nb\r\n')).toEqual(['+a', '+b'])
  expect(changedLines('a', undefined)).toEqual(['-a'])
})
