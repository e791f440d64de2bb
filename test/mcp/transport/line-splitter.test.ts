import { describe, expect, test } from 'bun:test'
import { type Line, LineSplitter } from '../../../src/mcp/transport/line-splitter.ts'
import { Random } from '../../support/random.ts'

function linesOf(text: string, sizes: () => number, longest = 1000): string[] {
  const splitter = new LineSplitter(longest)
  const bytes = Buffer.from(text)
  const lines: Line[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = sizes()
    lines.push(...splitter.push(bytes.subarray(at, at + size)))
    at += size
  }
  lines.push(...splitter.end())
  return lines.map((line) => (line === 'too_long' ? line : Buffer.from(line).toString()))
}

describe('lines', () => {
  test('are the same wherever the pieces end', () => {
    const random = new Random(4)
    for (let round = 0; round < 200; round++) {
      const parts = Array.from({ length: random.int(0, 8) }, () => 'ü,x'.repeat(random.int(1, 20)))
      const text = parts.map((part) => `${part}\n`).join('')
      expect(linesOf(text, () => random.int(1, 30))).toEqual(parts)
    }
  })

  test('an unended last one counts, nothing after the last newline does not', () => {
    expect(linesOf('a\nb', () => 1)).toEqual(['a', 'b'])
    expect(linesOf('a\n', () => 5)).toEqual(['a'])
  })

  test('that are too long are passed over, one at a time, in any pieces', () => {
    const text = `short\n${'x'.repeat(11)}\n${'y'.repeat(10)}\n${'z'.repeat(50)}`
    for (const size of [1, 3, 10, 11, 100])
      expect(linesOf(text, () => size, 10)).toEqual(['short', 'too_long', 'y'.repeat(10), 'too_long'])
  })
})
