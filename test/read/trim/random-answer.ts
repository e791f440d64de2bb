/** Seeded answers as a repository may give them, and worse: long names, odd scripts, hostile text. */
import type { AnswerRegion, ReadAnswer } from '../../../src/read/answer.ts'
import { reaches, statuses } from '../../../src/read/answer.ts'
import type { Random } from '../../support/random.ts'
import { noise, someText } from './token-samples.ts'

export interface AnswerShape {
  readonly regions: number
  /** Characters of the longest text. */
  readonly text: number
  /** Characters of the longest name, and items of the longest list beside the regions. */
  readonly name?: number
  readonly sides?: number
}

export function randomAnswer(
  random: Random,
  { regions, text, name = 40, sides = 4 }: AnswerShape,
): ReadAnswer {
  const sized = (most: number) => someText(random, random.int(1, most))
  const list = <T>(most: number, make: () => T) => Array.from({ length: random.int(0, most) }, make)
  const oid = () => noise(random, 'hex', 40)
  const range = () => ({ start: random.int(1, 90), end: random.int(91, 4000) })
  const made = Array.from({ length: regions }, () => randomRegion(random, { text, name }))
  return {
    $schema: 'ultragit-read/v1',
    query: {
      paths: Array.from({ length: random.int(1, 3) }, () => `src/${sized(name)}.ts`),
      head: oid(),
      root: sized(name),
      resolved: list(sides, () => ({ path: sized(name), lines: range(), unannotated: list(sides, range) })),
    },
    regions: made,
    dependencies_on_this: list(sides, () => ({
      file: sized(name),
      anchor: sized(name),
      nature: sized(text),
      commit: oid(),
    })),
    cross_cutting: list(sides, () => ({
      description: sized(text),
      regions: list(sides, () => sized(name)),
      commit: oid(),
    })),
    notes: list(sides, () => sized(text)),
    warnings: list(sides, () => sized(text)),
    stats: {
      commits_examined: random.int(0, 99),
      annotations_found: regions,
      regions_returned: regions,
      related_hops: 1,
      malformed: 0,
      repaired: 0,
    },
  }
}

function randomRegion(random: Random, { text, name }: { text: number; name: number }): AnswerRegion {
  const sized = (most: number) => someText(random, random.int(1, most))
  const list = <T>(most: number, make: () => T) => Array.from({ length: random.int(0, most) }, make)
  const oid = () => noise(random, 'hex', 40)
  const maybe = <Key extends string, T>(key: Key, make: () => T) =>
    (random.chance(0.7) ? { [key]: make() } : {}) as { [key in Key]?: T } // a computed key loses its name
  return {
    file: `src/${sized(name)}.ts`,
    ...maybe('ast_anchor', () => ({ type: 'function', name: sized(name), signature: sized(text) })),
    lines: { start: 1, end: 20 },
    current_lines: { start: random.int(1, 90), end: random.int(91, 4000) },
    status: random.pick(statuses),
    ...maybe('intent', () => sized(text)),
    ...maybe('reasoning', () => sized(text * 3)),
    ...maybe('alternatives', () =>
      list(4, () => ({ approach: sized(text), ...maybe('rejected_because', () => sized(text)) })),
    ),
    ...maybe('constraints', () => list(4, () => ({ text: sized(text), source: 'author' }))),
    ...maybe('semantic_dependencies', () => list(3, () => ({ file: sized(name), nature: sized(text) }))),
    ...maybe('tags', () => list(3, () => sized(12))),
    ...maybe('risk_notes', () => sized(text)),
    ...maybe('corrections', () => list(2, () => ({ field: 'intent', correction_text: sized(text) }))),
    ...maybe('summary', () => sized(text)),
    commit: oid(),
    timestamp: '2026-01-02T03:04:05Z',
    author: sized(20),
    origin: 'local',
    reach: random.pick(reaches),
    survival: random.chance(0.1) ? null : random.int(0, 100) / 100,
    ...maybe('earlier', () => list(5, () => ({ commit: oid(), intent: sized(text) }))),
    confidence: random.int(100, 1000) / 1000,
    confidence_factors: { recency: 0.5, context: 1, anchor: 0.7, provenance: 1, open_flags: 0 },
    ...maybe('related', () =>
      list(5, () => ({ commit: oid(), anchor: sized(name), hops: 1, intent: sized(text) })),
    ),
  }
}
