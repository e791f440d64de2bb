import { expect, test } from 'bun:test'
import { plainFacts } from '../../src/annotation/decode/plain-facts.ts'
import { decodeNote } from '../../src/annotation/decode-note.ts'
import { encodeAnnotation } from '../../src/annotation/encode-note.ts'
import { factsOf } from '../../src/annotation/note-facts.ts'
import { Random } from '../support/random.ts'
import { randomAnnotation, target } from './random-annotation.ts'

const encoder = new TextEncoder()

/** Whether the short way was taken; where it was, it must say what decoding says. */
function agrees(bytes: Uint8Array): boolean {
  const plain = plainFacts(bytes, target)
  if (plain === undefined) return false
  const { annotation, malformed } = decodeNote(bytes, target)
  if (annotation === undefined) throw new Error(`only plainFacts reads ${Buffer.from(bytes)}`)
  expect(plain).toEqual(factsOf(annotation, target))
  expect(malformed).toEqual([])
  return true
}

test('the facts of what we write are read the short way, and are those of the annotation', () => {
  for (let round = 0; round < 1000; round++) {
    const annotation = randomAnnotation(new Random(round))
    const bytes = encoder.encode(encodeAnnotation(annotation))
    expect(plainFacts(bytes, target)).toEqual(factsOf(annotation, target))
    expect(agrees(bytes)).toBe(true)
  }
})

test('whatever is wrong with a document, the short way says what decoding says, or nothing', () => {
  let taken = 0
  for (let round = 0; round < 6000; round++) {
    const random = new Random(10_000 + round)
    const wrong = bend(random, JSON.parse(encodeAnnotation(randomAnnotation(random))))
    if (agrees(encoder.encode(JSON.stringify(wrong)))) taken++
  }
  expect(taken).toBeGreaterThan(500)
  expect(taken).toBeLessThan(5500)
})

test('whatever is wrong with the bytes, too', () => {
  for (let round = 0; round < 2000; round++) {
    const random = new Random(30_000 + round)
    const bytes = encoder.encode(encodeAnnotation(randomAnnotation(random)))
    bytes[random.int(0, bytes.length - 1)] = random.int(0, 255)
    agrees(bytes)
  }
})

const head = `"$schema":"ultragit/v1","commit":"${target}","summary":"s"`
const deep = `${'['.repeat(120)}${']'.repeat(120)}`

test.each([
  ['two documents', `{${head},"regions":[]}\n{${head},"regions":[]}`],
  ['a document nested too deep', `{${head},"regions":[],"x":${deep}}`],
  ['one that hides its depth under a key it has twice', `{${head},"regions":[],"x":${deep},"x":1}`],
  ['a byte order mark', `\ufeff{${head},"regions":[]}`],
  ['an abbreviated commit', `{"$schema":"ultragit/v1","commit":"abc","summary":"s","regions":[]}`],
  ['a commit in a list', `{"$schema":"ultragit/v1","commit":["${target}"],"summary":"s","regions":[]}`],
  ['nothing', ''],
])('%s is left to decoding', (_, text) => expect(plainFacts(encoder.encode(text), target)).toBeUndefined())

test('many brackets that are not deep are read the short way', () => {
  const wide = JSON.stringify(Array.from({ length: 300 }, () => ['[{']))
  expect(agrees(encoder.encode(` {${head},"regions":[],"x":${wide}} \n`))).toBe(true)
})

const wrongValues: readonly unknown[] = [
  ...[null, 0, 1e300, '', ' ', 'text', '/abs', 'a/../b', './a', 'a//b', '..', 'a\0', [], {}, [[]], true],
  ...[{ name: 5 }, { name: 'n' }, { name: ' ' }, ['a', 1], ['a'], 'A'.repeat(40), 'b'.repeat(40)],
  ...[{ unit: 'ug1:x' }, { unit: 7 }, { file: 'a' }, [{ file: './a' }], { derived_from: 'x' }],
]
const otherNames = ['anchor', 'unit_type', 'schema', '$schema', '__proto__', 'trace', 'commit', 'regions']

/** Other values and other names, in the places the facts come from as well as elsewhere. */
function bend(random: Random, value: unknown): unknown {
  if (random.chance(0.02)) return random.pick(wrongValues)
  if (Array.isArray(value)) return value.map((item) => bend(random, item))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [
    random.chance(0.01) ? random.pick(otherNames) : key,
    bend(random, member),
  ])
  if (random.chance(0.03)) members.push([random.pick(otherNames), random.pick(wrongValues)])
  return Object.fromEntries(members)
}
