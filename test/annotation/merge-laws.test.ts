import { describe, expect, test } from 'bun:test'
import { decodeNote } from '../../src/annotation/decode-note.ts'
import { encodeAnnotation } from '../../src/annotation/encode-note.ts'
import { mergeAnnotations, mergeWithBase } from '../../src/annotation/merge-annotations.ts'
import type { Annotation } from '../../src/annotation/schema.ts'
import { validateAnnotation } from '../../src/annotation/validate-annotation.ts'
import { Random } from '../support/random.ts'
import { randomAnnotation, randomEdit, target } from './random-annotation.ts'

const rounds = 1500
const bytes = encodeAnnotation
const merge = (a: Annotation, b: Annotation) => mergeAnnotations(a, b, target)

function eachTriple(
  seed: number,
  check: (a: Annotation, b: Annotation, c: Annotation, random: Random) => void,
): void {
  for (let round = 0; round < rounds; round++) {
    const random = new Random(seed + round)
    const a = randomAnnotation(random)
    // Half of the time replicas of one document, which share more than strangers do.
    const relative = () => (random.chance(0.5) ? randomEdit(random, a) : randomAnnotation(random))
    check(a, relative(), relative(), random)
  }
}

describe('the merge of two', () => {
  test('is commutative', () => {
    eachTriple(1000, (a, b) => expect(bytes(merge(a, b))).toBe(bytes(merge(b, a))))
  })

  test('is associative', () => {
    eachTriple(20_000, (a, b, c) => expect(bytes(merge(merge(a, b), c))).toBe(bytes(merge(a, merge(b, c)))))
  })

  test('is idempotent, also with what is already in it', () => {
    eachTriple(40_000, (a, b, c) => {
      expect(bytes(merge(a, a))).toBe(bytes(a))
      const all = merge(merge(a, b), c)
      for (const part of [a, b, c, merge(b, c), all]) expect(bytes(merge(all, part))).toBe(bytes(all))
    })
  })

  test('survives being written and read between any two steps', () => {
    const reread = (annotation: Annotation) => {
      const { annotation: read } = decodeNote(new TextEncoder().encode(bytes(annotation)), target)
      if (read === undefined) throw new Error('a merged annotation could not be read')
      return read
    }
    eachTriple(60_000, (a, b, c) => {
      expect(bytes(merge(reread(merge(a, b)), c))).toBe(bytes(reread(merge(a, reread(merge(b, c))))))
    })
  })

  test('gives annotations that may be written', () => {
    eachTriple(80_000, (a, b, c) =>
      expect(validateAnnotation(merge(merge(a, b), c))).toHaveProperty('annotation'),
    )
  })

  test('converges on four replicas that exchange in any order', () => {
    for (let round = 0; round < 120; round++) {
      const random = new Random(90_000 + round)
      const base = randomAnnotation(random)
      const replicas = [base, randomEdit(random, base), randomEdit(random, base), randomAnnotation(random)]
      const outcomes = new Set<string>()
      for (let order = 0; order < 4; order++) {
        const gossip = [...replicas]
        for (let step = 0; step < 12; step++) {
          const [to, from] = [random.int(0, 3), random.int(0, 3)]
          gossip[to] = merge(gossip[to] as Annotation, gossip[from] as Annotation) // both indices are within bounds
        }
        outcomes.add(bytes(random.shuffle([...gossip, ...replicas]).reduce(merge)))
      }
      expect(outcomes.size).toBe(1)
    }
  })

  test('loses no text', () => {
    eachTriple(100_000, (a, b) => {
      const merged = bytes(merge(a, b))
      for (const { regions } of [a, b]) {
        for (const { intent, reasoning, risk_notes } of regions) {
          for (const text of [intent, reasoning ?? '', risk_notes ?? '']) {
            expect(merged).toContain(JSON.stringify(text).slice(1, -1))
          }
        }
      }
      for (const { summary } of [a, b]) expect(merged).toContain(JSON.stringify(summary).slice(1, -1))
    })
  })
})

describe('the merge with a base', () => {
  test('is commutative', () => {
    eachTriple(120_000, (base, ours, theirs) => {
      const merged = bytes(mergeWithBase(base, ours, theirs, target))
      expect(bytes(mergeWithBase(base, theirs, ours, target))).toBe(merged)
    })
  })

  test('takes the side that changed when the other did not', () => {
    eachTriple(140_000, (base, ours) => {
      expect(bytes(mergeWithBase(base, ours, base, target))).toBe(bytes(ours))
      expect(bytes(mergeWithBase(base, base, ours, target))).toBe(bytes(ours))
      expect(bytes(mergeWithBase(base, ours, ours, target))).toBe(bytes(ours))
    })
  })

  test('is the merge of two when there is no base', () => {
    eachTriple(160_000, (ours, theirs) => {
      expect(bytes(mergeWithBase(undefined, ours, theirs, target))).toBe(bytes(merge(ours, theirs)))
    })
  })

  test('gives annotations that may be written', () => {
    eachTriple(180_000, (base, ours, theirs) => {
      expect(validateAnnotation(mergeWithBase(base, ours, theirs, target))).toHaveProperty('annotation')
    })
  })
})
