import { describe, expect, test } from 'bun:test'
import { toJsonSchema } from '@valibot/to-json-schema'
import { AnnotationSchema } from '../../src/annotation/schema.ts'
import { validateAnnotation } from '../../src/annotation/validate-annotation.ts'

const region = { file: 'a.ts', intent: 'why' }
const valid = { $schema: 'ultragit/v1', commit: '1'.repeat(40), summary: 's', regions: [region] }

function problems(value: unknown): Record<string, string> {
  const result = validateAnnotation(value)
  return 'problems' in result
    ? Object.fromEntries(result.problems.map(({ path, message }) => [path, message]))
    : {}
}

test('an annotation that follows the schema is given back as it is, unknown fields included', () => {
  const value = { ...valid, constructor: { x: 1 } }
  expect(validateAnnotation(value)).toEqual({ annotation: value } as never)
})

test('all problems are named at once, each with its path', () => {
  expect(
    problems({
      $schema: 'chronicle/v1',
      commit: 'HEAD',
      timestamp: 'now',
      regions: [
        { file: './a.ts', intent: ' ', lines: { start: 3, end: 1 } },
        { file: '../b.ts', lines: { start: 0, end: 1.5 }, constraints: ['text'] },
        { ...region, corrections: [{ field: 'x', correction_type: 'guess' }] },
      ],
      'odd key': { long: 'x'.repeat(20_001) },
    }),
  ).toEqual({
    '$.$schema': 'must be "ultragit/v1", is "chronicle/v1"',
    '$.commit': 'must match /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/',
    '$.timestamp': expect.stringContaining('must match'),
    '$.summary': 'is missing',
    '$.regions[0].intent': 'must not be blank',
    '$.regions[0].file': "must be written 'a.ts'",
    '$.regions[0].lines': 'must not end before it starts',
    '$.regions[1].intent': 'is missing',
    '$.regions[1].file': 'must be a path inside the repository',
    '$.regions[1].lines.start': 'must be >=1, is 0',
    '$.regions[1].lines.end': expect.stringContaining('must be'),
    '$.regions[1].constraints[0]': 'must be Object, is "text"',
    '$.regions[2].corrections[0].correction_type': expect.stringContaining('must be ("flag" | "remove"'),
    '$["odd key"].long': 'must have at most 20000 characters, has 20001',
  })
})

describe('the limits', () => {
  test('are 500 regions', () => {
    expect(problems({ ...valid, regions: Array.from({ length: 500 }, () => region) })).toEqual({})
    expect(problems({ ...valid, regions: Array.from({ length: 501 }, () => region) })).toEqual({
      '$.regions': 'must have at most 500 items, has 501',
    })
  })

  test('are 20,000 characters a string', () => {
    expect(problems({ ...valid, summary: 'ü'.repeat(20_000) })).toEqual({})
    expect(Object.keys(problems({ ...valid, summary: 'x'.repeat(20_001), x: ['x'.repeat(20_001)] }))).toEqual(
      ['$.summary', '$.x[0]'],
    )
  })

  test('are one mebibyte as a note, in bytes', () => {
    const reasoning = 'ü'.repeat(20_000)
    expect(
      problems({ ...valid, regions: Array.from({ length: 26 }, () => ({ ...region, reasoning })) }),
    ).toEqual({})
    expect(
      Object.keys(
        problems({ ...valid, regions: Array.from({ length: 27 }, () => ({ ...region, reasoning })) }),
      ),
    ).toEqual(['$'])
  })

  test('refuse what could not be read back for its depth', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000))
    expect(Object.values(problems({ ...valid, deep }))).toEqual(['is nested too deep'])
  })
})

test.each([
  { value: undefined },
  { value: null },
  { value: 5 },
  { value: 'text' },
  { value: [] },
  { value: {} },
])('%j is no annotation', ({ value }) => {
  expect(Object.keys(problems(value)).length).toBeGreaterThan(0)
})

test('the schema can be printed as JSON Schema', () => {
  const schema = toJsonSchema(AnnotationSchema)
  expect(schema.required).toEqual(['$schema', 'commit', 'summary', 'regions'])
  expect(JSON.stringify(schema)).toContain('"maxItems":500')
})
