/** Lines of bytes are the lines of the decoded text, whatever other text they were likened to. */
import { expect, test } from 'bun:test'
import { splitLines } from '../../../src/base/lines.ts'
import { diffLines } from '../../../src/git/diff/diff-lines.ts'
import { LineNumbers } from '../../../src/git/diff/line-numbers.ts'
import { TextLines } from '../../../src/git/diff/text-lines.ts'
import { Random } from '../../support/random.ts'

const pieces = ['', 'a', '  a', 'b', '}', 'Grüße', '漢字', '\r', '\xff\xfe', '\xe6\xbc', 'let x = 1']
const bytesOf = (text: string) =>
  Buffer.concat([...text].map((one) => Buffer.from(one, one.charCodeAt(0) < 256 ? 'latin1' : 'utf8')))

function randomText(random: Random): string {
  const lines = Array.from({ length: random.int(0, 30) }, () => random.pick(pieces))
  return lines.join('\n') + (random.chance(0.7) ? '\n' : '')
}

function edited(random: Random, text: string): string {
  const lines = text.split('\n')
  for (let count = random.int(0, 2); count > 0; count--) {
    const inserted = Array.from({ length: random.int(0, 2) }, () => random.pick(pieces))
    lines.splice(random.int(0, lines.length), random.int(0, 2), ...inserted)
  }
  return lines.join('\n')
}

test('any text, likened to any other', () => {
  const random = new Random(7)
  for (let round = 0; round < 3_000; round++) {
    const numbers = new LineNumbers()
    let text = randomText(random)
    let last: TextLines | undefined
    const today = splitLines(bytesOf(randomText(random)).toString())
    for (let version = 0; version < 4; version++) {
      const lines = new TextLines(bytesOf(text), last)
      const expected = splitLines(bytesOf(text).toString())
      expect(lines.slice()).toEqual(expected)
      expect(lines.length).toBe(expected.length)
      expect(Array.from({ length: lines.length + 1 }, (_, at) => lines.at(at))).toEqual([
        ...expected,
        undefined,
      ])
      expect(numbers.of(lines)).toEqual(numbers.of(expected))
      const options = { ignoreWhitespace: 'all' } as const
      expect(diffLines(lines, today, options)).toEqual(diffLines(expected, today, options))
      last = lines
      text = random.chance(0.8) ? edited(random, text) : randomText(random)
    }
  }
})

test('two long texts of plain letters are compared as their lines are', () => {
  const random = new Random(11)
  for (let round = 0; round < 60; round++) {
    const old = Array.from({ length: 400 }, () => `  line ${random.int(0, 60)} of it`)
    const fresh = edited(random, old.join('\n'))
    const [left, right] = [`${old.join('\n')}\n`, `${fresh}\n`].map(
      (text) => new TextLines(Buffer.from(text, 'latin1')),
    )
    if (left === undefined || right === undefined) throw new TypeError('two texts')
    expect(diffLines(left, right)).toEqual(diffLines(left.slice(), right.slice()))
  }
})
