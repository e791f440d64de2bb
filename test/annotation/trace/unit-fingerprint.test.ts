import { describe, expect, test } from 'bun:test'
import {
  compareFingerprints,
  fingerprintTokens,
  fingerprintUnit,
  minimumTokens,
  sameFileThreshold,
} from '../../../src/annotation/trace/unit-fingerprint.ts'
import { Random } from '../../support/random.ts'
import { editLines, languages, lastSegment, readCorpus, reformat, type Unit } from './corpus.ts'

const fingerprint = ({ text, name }: Unit) => fingerprintUnit(text, name)
const similarity = (a: string, b: string) => compareFingerprints(a, b) ?? Number.NaN

describe('a fingerprint', () => {
  const text =
    'function connect(host) {\n  return open(host, 443).then((socket) => new Session(socket, { retries: 3 }))\n}\n'

  test('is the same for all time: it is written into notes', () => {
    expect(fingerprintUnit(text, 'Client.connect')).toMatchInlineSnapshot(
      `"ug1:ZL3bVlnK6Emrz41W58hQRHiVpWJIvkdWvju225iEEmPGDlVmQsX2kL/DGDAdcNiKhw5qHAsdj8bqxJT/2nm1vA:y"`,
    )
  })

  test('fits into a note', () => {
    expect(fingerprintUnit('word '.repeat(2_000_000), 'x').length).toBeLessThanOrEqual(100)
  })

  test('carries the number of tokens, and works without any', () => {
    expect(fingerprintTokens(fingerprintUnit('a + b(c)', ''))).toBe(6)
    expect(fingerprintTokens(fingerprintUnit(' \n', 'f'))).toBe(0)
    expect(similarity(fingerprintUnit('a b', ''), fingerprintUnit('a  b', ''))).toBe(64)
    expect(similarity(fingerprintUnit('a b', ''), fingerprintUnit('a c', ''))).toBeLessThan(4)
  })

  test.each([
    '',
    'ug2:abc',
    'ul1:AAAA',
    'ug1:',
    'ug1:AAAA:1',
    `ug1:${'*'.repeat(86)}:1`,
    `ug1:${'A'.repeat(86)}`,
    'x',
  ])('of an unknown recipe (%p) is not comparable, and no error', (unknown) => {
    expect(compareFingerprints(unknown, fingerprintUnit(text, 'f'))).toBeUndefined()
    expect(compareFingerprints(fingerprintUnit(text, 'f'), unknown)).toBeUndefined()
    expect(fingerprintTokens(unknown)).toBeUndefined()
  })

  test('of ten thousand lines takes milliseconds', () => {
    const long = Array.from(
      { length: 10_000 },
      (_, line) => `  const value${line} = compute(item${line % 97}, ${line})`,
    ).join('\n')
    fingerprintUnit(long, 'warm')
    const started = performance.now()
    fingerprintUnit(long, 'f')
    expect(performance.now() - started).toBeLessThan(250)
  })
})

describe.each(languages)('functions in %s', (language) => {
  const units = readCorpus(language)
  const donors = units.flatMap(({ text }) => text.split('\n')).filter((line) => /\w/.test(line))

  test('are long enough to be trusted, and enough', () => {
    expect(units.length).toBeGreaterThanOrEqual(40)
    for (const unit of units)
      expect(fingerprintTokens(fingerprint(unit))).toBeGreaterThanOrEqual(minimumTokens)
  })

  test('are the same under another name and another layout', () => {
    for (const [index, unit] of units.entries()) {
      const random = new Random(index)
      const renamed = unit.text.replaceAll(
        new RegExp(`\\b${lastSegment(unit.name)}\\b`, 'g'),
        'somethingElse',
      )
      expect(fingerprintUnit(renamed, 'Elsewhere::somethingElse')).toBe(fingerprint(unit))
      expect(fingerprintUnit(reformat(random, unit.text), unit.name)).toBe(fingerprint(unit))
    }
  })

  test.each([
    { share: 0.25, found: 0.998 },
    { share: 0.5, found: 0.92 },
  ])('are found again with $share of their lines edited, in $found of all cases', ({ share, found }) => {
    let hits = 0
    let all = 0
    for (const [index, unit] of units.entries()) {
      for (let variant = 0; variant < 40; variant++) {
        const edited = editLines(new Random(1000 * index + variant), unit.text, share, donors)
        all++
        if (similarity(fingerprint(unit), fingerprintUnit(edited, unit.name)) >= sameFileThreshold) hits++
      }
    }
    expect(hits / all).toBeGreaterThanOrEqual(found)
  })
})

test('different functions are told apart, also after edits', () => {
  const versions = languages.flatMap((language) =>
    readCorpus(language).flatMap((unit, index) => {
      const edited = [1, 2, 3].map((seed) =>
        editLines(new Random(index + seed), unit.text, 0.3, ['}', 'return']),
      )
      return [unit.text, ...edited].map((text) => ({ unit, print: fingerprintUnit(text, unit.name) }))
    }),
  )
  let pairs = 0
  let mistaken = 0
  for (const [index, one] of versions.entries()) {
    for (const other of versions.slice(index + 1)) {
      if (one.unit === other.unit) continue
      pairs++
      if (similarity(one.print, other.print) >= sameFileThreshold) mistaken++
    }
  }
  expect(pairs).toBeGreaterThan(100_000)
  expect(mistaken / pairs).toBeLessThan(1e-4)
})
