import { describe, expect, test } from 'bun:test'
import { effectiveRegion } from '../../src/annotation/effective-region.ts'
import type { Correction, Region } from '../../src/annotation/schema.ts'

const original: Region = {
  file: 'a.ts',
  intent: 'retry. then give up.',
  reasoning: 'the broker is slow',
  constraints: [
    { text: 'at most 60 s', source: 'author' },
    { text: 'never block', source: 'inferred' },
  ],
  alternatives: [{ approach: 'a pool', rejected_because: 'locks' }],
  semantic_dependencies: [{ file: 'b.ts', anchor: 'g', nature: 'sorted' }],
  tags: ['net', 'old'],
}

function corrected(...corrections: Partial<Correction>[]) {
  const full = corrections.map((correction) => ({
    field: 'intent',
    correction_type: 'flag' as const,
    ...correction,
  }))
  return effectiveRegion({ ...original, corrections: full })
}

describe('a removal', () => {
  test.each([
    ['constraints', 'at most 60 s', { constraints: [{ text: 'never block', source: 'inferred' }] }],
    ['alternatives', 'a pool', { alternatives: [] }],
    ['semantic_dependencies', 'g', { semantic_dependencies: [] }],
    ['tags', 'old', { tags: ['net'] }],
    ['intent', 'then give up.', { intent: 'retry.' }],
    ['constraints', 'author', { constraints: original.constraints }],
    ['tags', 'unheard of', { tags: original.tags }],
  ])('in %s of %p', (field, target_value, expected) => {
    expect(corrected({ field, correction_type: 'remove', target_value }).region).toMatchObject(
      expected as object,
    )
  })

  test('of a whole text leaves none, but an intent stays', () => {
    expect(corrected({ field: 'reasoning', correction_type: 'remove' }).region).not.toHaveProperty(
      'reasoning',
    )
    expect(corrected({ field: 'intent', correction_type: 'remove' }).region.intent).toBe(original.intent)
  })
})

describe('an amendment', () => {
  test.each([
    ['intent', null, 'be patient', { intent: 'be patient' }],
    ['reasoning', 'slow', 'rate-limited', { reasoning: 'the broker is rate-limited' }],
    ['risk_notes', null, 'new', { risk_notes: 'new' }],
    [
      'constraints',
      'never block',
      'never wait',
      { constraints: [{ text: 'at most 60 s' }, { text: 'never wait', source: 'inferred' }] },
    ],
    ['tags', null, 'new', { tags: ['net', 'old', 'new'] }],
    ['alternatives', null, 'a daemon', { alternatives: [{ approach: 'a pool' }, { approach: 'a daemon' }] }],
    ['nonsense', null, 'x', original],
  ])('of %s, %p to %p', (field, target_value, replacement, expected) => {
    expect(corrected({ field, correction_type: 'amend', target_value, replacement }).region).toMatchObject(
      expected as object,
    )
  })

  test('follows the order of time, not of the list', () => {
    const at = (timestamp: string, replacement: string) => ({
      correction_type: 'amend' as const,
      timestamp,
      replacement,
    })
    expect(
      corrected(at('2026-02-01T00:00:00Z', 'later'), at('2026-01-01T00:00:00Z', 'earlier')).region.intent,
    ).toBe('later')
  })
})

describe('open flags', () => {
  const flag = { correction_text: 'wrong', timestamp: '2026-01-01T00:00:00Z' }
  const resolve = { correction_type: 'resolve' as const, timestamp: '2026-01-02T00:00:00Z' }
  const later = { correction_text: 'wrong again', timestamp: '2026-01-03T00:00:00Z' }

  test('are those that nothing resolves', () => {
    expect(corrected(flag, later).openFlags).toHaveLength(2)
    expect(corrected(flag, resolve).openFlags).toHaveLength(0)
    expect(corrected(flag, { ...resolve, field: '' }).openFlags).toHaveLength(0)
    expect(corrected(flag, { ...resolve, field: 'tags' }).openFlags).toHaveLength(1)
  })

  test('stay open when the resolution came before, or names another flag', () => {
    expect(corrected(resolve, later).openFlags).toHaveLength(1)
    expect(corrected(flag, later, { ...resolve, target_value: 'wrong again' }).openFlags).toMatchObject([
      flag,
    ])
  })

  test('are not closed by a second resolution of another flag', () => {
    expect(corrected(flag, resolve, { ...resolve, author: 'someone else' }, later).openFlags).toMatchObject([
      later,
    ])
  })

  test('leave the region itself as it was written', () => {
    const region = { ...original, corrections: [{ field: 'intent', correction_type: 'flag' as const }] }
    expect(effectiveRegion(region).region).toBe(region)
  })
})
