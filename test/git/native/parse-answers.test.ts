import { describe, expect, test } from 'bun:test'
import { AnswerParser } from '../../../src/git/native/parse-answers.ts'
import { Random } from '../../support/random.ts'

describe('AnswerParser', () => {
  test('gives the same answers wherever the stream is cut', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed)
      const objects = Array.from({ length: random.int(1, 12) }, () => randomObject(random))
      const stream = Buffer.concat(objects.map(({ printed }) => printed))
      const limits = objects.map(({ limit }) => limit)
      let at = 0
      const parser = new AnswerParser(() => limits[at] ?? 0)
      const seen: (string | undefined)[] = []
      for (let from = 0; from < stream.length; ) {
        const to = from + random.int(1, random.pick([1, 5, 50, 500]))
        for (const answer of parser.push(stream.subarray(from, to))) {
          seen.push(answer === undefined ? undefined : textOf(answer.bytes))
          at++
        }
        from = to
      }
      expect(seen).toEqual(objects.map(({ expected }) => expected))
    }
  })

  test('says what it was told when that is no answer', () => {
    const parser = new AnswerParser(() => 10)
    expect(() => [...parser.push(Buffer.from('what?\n'))]).toThrow("git cat-file answered 'what?'")
  })
})

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? 'too large' : Buffer.from(bytes).toString('latin1')
}

function randomObject(random: Random): { printed: Buffer; limit: number; expected: string | undefined } {
  const oid = 'ab'.repeat(20)
  if (random.chance(0.2)) return { printed: Buffer.from(`${oid} missing\n`), limit: 0, expected: undefined }
  // Content that looks like answers itself.
  const content = random.pick([
    '',
    '\n',
    `${oid} blob 3\n`,
    `x missing\n`,
    'z'.repeat(random.int(1, 300)),
    '\n\n\n',
  ])
  const limit = random.int(0, 300)
  return {
    printed: Buffer.from(`${oid} blob ${content.length}\n${content}\n`),
    limit,
    expected: content.length > limit ? 'too large' : content,
  }
}
