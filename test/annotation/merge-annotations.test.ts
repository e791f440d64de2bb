import { describe, expect, test } from 'bun:test'
import { effectiveRegion } from '../../src/annotation/effective-region.ts'
import { encodeAnnotation } from '../../src/annotation/encode-note.ts'
import { mergeAnnotations, mergeWithBase } from '../../src/annotation/merge-annotations.ts'
import type { Annotation, Region } from '../../src/annotation/schema.ts'
import { asOid } from '../../src/base/ids.ts'

const target = asOid('1'.repeat(40))
const other = '2'.repeat(40)
const [monday, tuesday, wednesday] = ['2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z', '2026-01-07T00:00:00Z']
const keptWording = 'another version of this text: a later one won a merge, this one is kept'

function annotation(fields: Partial<Annotation>): Annotation {
  return {
    $schema: 'ultragit/v1',
    commit: target,
    timestamp: monday,
    author: 'ann',
    summary: 's',
    regions: [],
    ...fields,
  }
}

function region(fields: Partial<Region>): Region {
  return { file: 'a.ts', ast_anchor: { name: 'f' }, intent: 'why', ...fields }
}

const merge = (a: Annotation, b: Annotation) => mergeAnnotations(a, b, target)

describe('regions', () => {
  test('are united by file, anchor and commit, whatever separator the anchor is written with', () => {
    const a = annotation({ regions: [region({ ast_anchor: { name: 'A::f' } })] })
    const b = annotation({
      regions: [region({ ast_anchor: { name: 'A.f' }, tags: ['t'] }), region({ file: 'b.ts' })],
    })
    expect(merge(a, b).regions.map(({ file, tags }) => ({ file, tags }))).toEqual([
      { file: 'a.ts', tags: ['t'] },
      { file: 'b.ts', tags: undefined },
    ])
  })

  test('without an anchor are united by their lines', () => {
    const at = (start: number): Region => ({ file: 'a.ts', intent: 'why', lines: { start, end: 9 } })
    expect(
      merge(annotation({ regions: [at(1)] }), annotation({ regions: [at(1), at(2)] })).regions,
    ).toHaveLength(2)
  })

  test('from another commit keep that commit, time and author, and the document names it as a source', () => {
    const old = annotation({
      commit: other,
      timestamp: monday,
      author: 'bob',
      summary: 'old',
      regions: [region({ lines: { start: 1, end: 2 } })],
      trace: { patch_id: 'p' },
    })
    const now = annotation({
      timestamp: tuesday,
      summary: 'new',
      regions: [region({ lines: { start: 5, end: 6 } })],
    })
    expect(merge(old, now) as unknown).toEqual({
      $schema: 'ultragit/v1',
      commit: target,
      timestamp: tuesday,
      author: 'ann',
      summary: 'new',
      regions: [
        region({ lines: { start: 5, end: 6 } }),
        region({ lines: { start: 1, end: 2 }, commit: other, timestamp: monday, author: 'bob' }),
      ],
      other_summaries: [{ timestamp: monday, author: 'bob', summary: 'old' }],
      provenance: { operation: 'initial', derived_from: [other] },
    })
  })

  test('without a time do not take the time of the document they are merged into', () => {
    const { timestamp: _t, author: _a, ...undated } = annotation({ regions: [region({})] })
    expect(merge(undated, annotation({ summary: 'dated' })).regions[0]).toMatchObject({
      timestamp: null,
      author: null,
    })
  })
})

describe('prose', () => {
  const a = annotation({ regions: [region({ intent: 'first', reasoning: 'because', risk_notes: 'same' })] })
  const b = annotation({
    author: 'bob',
    timestamp: tuesday,
    regions: [region({ intent: 'second', risk_notes: 'same' })],
  })
  const merged = merge(a, b).regions[0] ?? region({})

  test('of the later region wins, and the other text is kept as a flag', () => {
    expect(merged.intent).toBe('second')
    expect(merged.corrections).toEqual([
      {
        field: 'intent',
        correction_type: 'flag',
        correction_text: keptWording,
        target_value: 'first',
        timestamp: monday,
        author: 'ann',
      },
    ])
  })

  test('that only the earlier region has stays, with its own time', () => {
    expect(merged.reasoning).toBe('because')
    expect(merged.field_origins).toEqual({ reasoning: { timestamp: monday, author: 'ann' } })
  })

  test('that lost is kept once, however often its source comes again', () => {
    const all = merge(
      merge(a, b),
      annotation({ timestamp: wednesday, regions: [region({ intent: 'third' })] }),
    )
    expect(encodeAnnotation(merge(merge(all, a), b))).toBe(encodeAnnotation(all))
    expect(all.regions[0]?.corrections?.map(({ target_value }) => target_value)).toEqual(['first', 'second'])
  })

  test('that lost and was resolved stays resolved when its source comes again', () => {
    const resolution = {
      field: 'intent',
      correction_type: 'resolve',
      target_value: 'first',
      timestamp: wednesday,
    } as const
    const both = merge(a, b)
    const resolved = {
      ...both,
      regions: both.regions.map((one) => ({ ...one, corrections: [...(one.corrections ?? []), resolution] })),
    }
    const again = merge(merge(resolved, a), both).regions[0] ?? region({})
    expect(again.corrections).toHaveLength(2)
    expect(effectiveRegion(again).openFlags).toEqual([])
  })

  test('at the same time is decided the same way on both sides', () => {
    const c = annotation({ regions: [region({ intent: 'x' })] })
    const d = annotation({ regions: [region({ intent: 'y' })] })
    expect(merge(c, d)).toEqual(merge(d, c))
    expect(merge(c, d).regions[0]?.corrections).toHaveLength(1)
  })
})

describe('lists', () => {
  test('are united, and keep their order while both sides agree on it', () => {
    const constraints = [{ text: 'z' }, { text: 'a' }]
    const a = annotation({ regions: [region({ constraints, tags: ['z'] })] })
    const b = annotation({ regions: [region({ constraints, tags: ['b'], reasoning: 'r' })] })
    expect(merge(a, b).regions[0]).toMatchObject({ constraints, tags: ['b', 'z'] })
  })
})

describe('the document', () => {
  test('goes with the later one, but never loses a summary', () => {
    const a = annotation({ timestamp: tuesday, task: 'T-2', summary: 'later' })
    const b = annotation({
      timestamp: monday,
      author: 'bob',
      task: 'T-1',
      summary: 'earlier',
      context_level: 'inferred',
    })
    expect(merge(a, b)).toMatchObject({ timestamp: tuesday, author: 'ann', task: 'T-2', summary: 'later' })
    expect(merge(a, b).other_summaries as unknown).toEqual([
      { timestamp: monday, author: 'bob', task: 'T-1', summary: 'earlier', context_level: 'inferred' },
    ])
  })

  test('without a summary does not push out one that has one', () => {
    expect(
      merge(annotation({ summary: '', timestamp: wednesday }), annotation({ summary: 'kept' })).summary,
    ).toBe('kept')
  })

  test('has the strongest operation and all sources', () => {
    const a = annotation({ provenance: { operation: 'squash', derived_from: ['x'] } })
    const b = annotation({ provenance: { operation: 'amend', derived_from: ['y'], synthesis_notes: 'n' } })
    expect(merge(a, b).provenance).toEqual({
      operation: 'squash',
      derived_from: ['x', 'y'],
      synthesis_notes: 'n',
    })
  })

  test('keeps unknown fields of both; of two values the later one', () => {
    const a = annotation({ timestamp: tuesday, x: 'later', only_a: 1, regions: [region({ y: 1 })] })
    const b = annotation({ x: 'earlier', only_b: [2], regions: [region({ z: 2 })] })
    expect(merge(a, b)).toMatchObject({ x: 'later', only_a: 1, only_b: [2], regions: [{ y: 1, z: 2 }] })
  })
})

describe('with a base', () => {
  const base = annotation({
    x: 1,
    regions: [region({ reasoning: 'r', tags: ['a', 'b'] }), region({ file: 'b.ts' })],
  })
  const [first = region({}), second = region({})] = base.regions
  const { reasoning: _reasoning, ...withoutReasoning } = first

  test('a region, a list item or a field that one side removed and the other left alone is removed', () => {
    const ours = { ...base, regions: [{ ...first, tags: ['a'] }] }
    const { x: _x, ...rest } = base
    const theirs = { ...rest, regions: [withoutReasoning as Region, second] } as Annotation
    expect(mergeWithBase(base, ours, theirs, target)).toEqual(
      annotation({ regions: [{ ...withoutReasoning, tags: ['a'] } as Region] }),
    )
  })

  test('what one side removed and the other changed stays', () => {
    const ours = { ...base, regions: [withoutReasoning as Region] }
    const theirs = {
      ...base,
      regions: [
        { ...first, reasoning: 'better' },
        { ...second, intent: 'new' },
      ],
    }
    const merged = mergeWithBase(base, ours, theirs, target)
    expect(merged.regions.map(({ reasoning, intent }) => [reasoning, intent])).toEqual([
      ['better', 'why'],
      [undefined, 'new'],
    ])
  })

  test('prose that only one side changed wins whatever its time, and nothing is flagged', () => {
    const ours = { ...base, timestamp: wednesday, summary: 'new' }
    const theirs = { ...base, regions: [{ ...first, intent: 'changed' }, second] }
    const merged = mergeWithBase(base, ours, theirs, target)
    expect(merged).toMatchObject({ summary: 'new', regions: [{ intent: 'changed' }, { intent: 'why' }] })
    expect(merged.regions[0]?.corrections).toBeUndefined()
    expect(merged.other_summaries).toBeUndefined()
  })

  test('prose that both changed keeps the loser as a flag, and not the text of the base', () => {
    const ours = { ...base, regions: [{ ...first, intent: 'mine', timestamp: wednesday }, second] }
    const theirs = { ...base, regions: [{ ...first, intent: 'yours', timestamp: tuesday }, second] }
    const merged = mergeWithBase(base, ours, theirs, target).regions[0]
    expect(merged?.intent).toBe('mine')
    expect(merged?.corrections?.map(({ target_value }) => target_value)).toEqual(['yours'])
  })

  test('a new time of the document alone does not bring a removed region back', () => {
    const ours = { ...base, timestamp: wednesday, summary: 'touched' }
    expect(mergeWithBase(base, ours, { ...base, regions: [first] }, target).regions).toHaveLength(1)
  })
})
