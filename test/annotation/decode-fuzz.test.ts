import { expect, test } from 'bun:test'
import { decodeNote } from '../../src/annotation/decode-note.ts'
import { encodeAnnotation } from '../../src/annotation/encode-note.ts'
import type { Annotation } from '../../src/annotation/schema.ts'
import { validateAnnotation } from '../../src/annotation/validate-annotation.ts'
import { Random } from '../support/random.ts'
import { randomAnnotation, target } from './random-annotation.ts'

const encoder = new TextEncoder()

function read(bytes: Uint8Array): Annotation | undefined {
  const decoded = decodeNote(bytes, target)
  for (const { message } of [...decoded.repaired, ...decoded.malformed])
    expect(message).not.toMatch(/[\n\r\u001b]/)
  if (decoded.annotation === undefined) expect(decoded.malformed.length).toBeGreaterThan(0)
  return decoded.annotation
}

test('what was written is read back as it was', () => {
  for (let round = 0; round < 2000; round++) {
    const annotation = randomAnnotation(new Random(round))
    expect(validateAnnotation(annotation)).toHaveProperty('annotation')
    const written = encodeAnnotation(annotation)
    const decoded = decodeNote(encoder.encode(written), target)
    expect(decoded.annotation).toEqual(annotation)
    expect(encodeAnnotation(decoded.annotation ?? annotation)).toBe(written)
    expect([...decoded.repaired, ...decoded.malformed]).toEqual([])
    expect(written.indexOf('\n')).toBe(written.length - 1)
  }
})

test('damaged notes are read as far as they go, and what is read may be written again', () => {
  for (let round = 0; round < 4000; round++) {
    const random = new Random(50_000 + round)
    const documents = Array.from({ length: random.int(1, 2) }, () =>
      encodeAnnotation(randomAnnotation(random)),
    )
    const bytes = damage(random, encoder.encode(documents.join('')))
    const annotation = read(bytes)
    if (annotation !== undefined) expect(validateAnnotation(annotation)).toHaveProperty('annotation')
  }
})

test('values of the wrong type in any place are never fatal', () => {
  for (let round = 0; round < 3000; round++) {
    const random = new Random(90_000 + round)
    const wrong = replaceSome(random, JSON.parse(encodeAnnotation(randomAnnotation(random))))
    const annotation = read(encoder.encode(JSON.stringify(wrong)))
    if (annotation !== undefined) expect(validateAnnotation(annotation)).toHaveProperty('annotation')
  }
})

test('random bytes are never fatal, however many', () => {
  for (let round = 0; round < 500; round++) {
    const random = new Random(130_000 + round)
    read(Uint8Array.from({ length: random.int(0, 400) }, () => random.int(0, 255)))
    read(encoder.encode(randomSymbols(random, random.int(0, 400))))
  }
  const random = new Random(7)
  read(Uint8Array.from({ length: 1024 * 1024 }, () => random.int(0, 255)))
  read(encoder.encode(randomSymbols(random, 200_000)))
})

function damage(random: Random, bytes: Uint8Array): Uint8Array {
  const damaged = Uint8Array.from(bytes)
  if (random.chance(0.3)) return damaged.subarray(0, random.int(0, damaged.length))
  for (let hit = random.int(1, 4); hit > 0; hit--) {
    damaged[random.int(0, damaged.length - 1)] = random.chance(0.5)
      ? random.int(0, 255)
      : random.pick([...Buffer.from('{}[]",:\\\n')])
  }
  return damaged
}

const wrongValues: readonly unknown[] = [
  null,
  0,
  -1,
  1e300,
  '',
  'text',
  [],
  {},
  [[]],
  true,
  { name: 5 },
  ['a', 1],
]

function replaceSome(random: Random, value: unknown): unknown {
  if (random.chance(0.04)) return random.pick(wrongValues)
  if (Array.isArray(value)) return value.map((item) => replaceSome(random, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceSome(random, member)]))
}

function randomSymbols(random: Random, length: number): string {
  const symbols = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\n',
    '\\',
    'a',
    '1',
    '"regions"',
    '"$schema":"ultragit/v1"',
    '{"schema":',
  ]
  return Array.from({ length }, () => random.pick(symbols)).join('')
}
