import { describe, expect, test } from 'bun:test'
import { decodeNote } from '../../src/annotation/decode-note.ts'
import { encodeAnnotation } from '../../src/annotation/encode-note.ts'
import { asOid } from '../../src/base/ids.ts'

const target = asOid('1'.repeat(40))
const other = '2'.repeat(40)

function decode(...documents: (string | object)[]) {
  const text = documents
    .map((document) => (typeof document === 'string' ? document : JSON.stringify(document)))
    .join('\n')
  return decodeNote(new TextEncoder().encode(text), target)
}

const region = { file: 'a.ts', ast_anchor: { name: 'f' }, lines: { start: 1, end: 2 }, intent: 'why' }
const document = {
  $schema: 'ultragit/v1',
  commit: target,
  timestamp: '2026-01-01T00:00:00Z',
  summary: 's',
  regions: [region],
}

function onlyRegion(value: object) {
  const decoded = decode({ ...document, regions: [value] })
  return {
    region: decoded.annotation?.regions[0],
    repaired: messages(decoded.repaired),
    malformed: messages(decoded.malformed),
  }
}

function messages(problems: readonly { message: string }[]): string[] {
  return problems.map(({ message }) => message)
}

describe('a document', () => {
  test('that follows the schema comes back as it is, without a word', () => {
    expect(decode(document)).toEqual({
      annotation: document,
      documents: 1,
      schemas: ['ultragit/v1'],
      repaired: [],
      malformed: [],
    } as never)
  })

  test('may say schema for $schema', () => {
    const { $schema, ...rest } = document
    const decoded = decode({ schema: $schema, ...rest })
    expect(decoded.annotation).toEqual(document as never)
    expect(decoded.repaired).toEqual([])
  })

  test('without any schema is accepted when it has regions, and counted as repaired', () => {
    const { $schema: _, ...rest } = document
    const decoded = decode(rest)
    expect(decoded.annotation).toEqual(document as never)
    expect(messages(decoded.repaired)).toEqual(['the document names no schema, read as ultragit/v1'])
  })

  test('with an unknown schema is skipped, and named without its control characters', () => {
    const decoded = decode({ ...document, $schema: 'ultragit/v9\u001b[31m' })
    expect(decoded.annotation).toBeUndefined()
    expect(messages(decoded.malformed)).toEqual(["unknown schema 'ultragit/v9?[31m'"])
  })

  test.each([
    ['an abbreviation', target.slice(0, 10)],
    ['a ref name', 'HEAD'],
    ['nothing', undefined],
    ['a number', 12],
  ])('that names %s as its commit means the target', (_, commit) => {
    expect(decode({ ...document, commit }).annotation?.commit).toBe(target)
  })

  test('that names another full oid keeps it: its lines belong there', () => {
    expect(decode({ ...document, commit: other.toUpperCase() }).annotation?.commit).toBe(other)
  })

  test('loses a timestamp that is none, and says so', () => {
    const decoded = decode({ ...document, timestamp: 'yesterday' })
    expect(decoded.annotation?.timestamp).toBeUndefined()
    expect(messages(decoded.repaired)).toEqual(['left out timestamp: not as the schema wants it'])
  })

  test('keeps unknown fields of every object, however they are called', () => {
    const odd =
      '{"$schema":"ultragit/v1","commit":"x","summary":"s","regions":[{"file":"a","intent":"i","lines":{"start":1,"end":1,"col":3},' +
      '"constraints":[{"text":"t","why":[1,{"b":2,"a":1}]}],"__proto__":{"polluted":true},"constructor":7}],' +
      '"big":12345678901234567890,"tiny":1e-400,"deep":{"valueOf":null}}'
    const { annotation } = decode(odd)
    if (annotation === undefined) throw new Error('not read')
    const written = encodeAnnotation(annotation)
    expect(written).toContain('"col":3')
    expect(written).toContain('"why":[1,{"a":1,"b":2}]')
    expect(written).toContain('"__proto__":{"polluted":true}')
    expect(written).toContain('"constructor":7')
    expect(written).toContain('"big":12345678901234567890')
    expect(written).toContain('"tiny":1e-400')
    expect(written).toContain('"deep":{"valueOf":null}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(encodeAnnotation(decode(written).annotation ?? annotation)).toBe(written)
  })
})

describe('a region', () => {
  test('may have plain strings for constraints, alternatives and tags', () => {
    const decoded = onlyRegion({ ...region, constraints: ['c'], alternatives: ['a'], tags: 'one' })
    expect(decoded.region?.constraints).toEqual([{ text: 'c', source: 'author' }])
    expect(decoded.region?.alternatives).toEqual([{ approach: 'a' }])
    expect(decoded.region?.tags).toEqual(['one'])
    expect(decoded.repaired).toEqual([])
  })

  test('of an inferred document has inferred constraints', () => {
    const decoded = decode({
      ...document,
      context_level: 'inferred',
      regions: [{ ...region, constraints: ['c'] }],
    })
    expect(decoded.annotation?.regions[0]?.constraints).toEqual([{ text: 'c', source: 'inferred' }])
  })

  test.each([
    ['unit_type in the anchor', { ast_anchor: { unit_type: 'method', name: 'A::b' } }],
    ['an anchor object', { anchor: { unit_type: 'method', name: 'A::b' } }],
    ['a string and unit_type beside it', { anchor: 'A::b', unit_type: 'method' }],
    ['a string as ast_anchor', { ast_anchor: 'A::b', unit_type: 'method' }],
  ])('may give its anchor as %s', (_, anchor) => {
    const decoded = onlyRegion({ file: 'a.ts', intent: 'why', ...anchor })
    expect(decoded.region as unknown).toEqual({
      file: 'a.ts',
      intent: 'why',
      ast_anchor: { type: 'method', name: 'A::b' },
    })
    expect(decoded.repaired).toEqual([])
  })

  test('may lack anchor and lines', () => {
    const decoded = onlyRegion({ file: 'a.ts', intent: 'why', ast_anchor: null, lines: null })
    expect(decoded).toEqual({ region: { file: 'a.ts', intent: 'why' }, repaired: [], malformed: [] })
  })

  test('has its path cleaned', () => {
    expect(onlyRegion({ ...region, file: './src//a.ts' }).region?.file).toBe('src/a.ts')
  })

  test.each(['../a.ts', '/etc/passwd', '', 'a/../../b'])('with the path %p is skipped', (file) => {
    const decoded = onlyRegion({ ...region, file })
    expect(decoded.region).toBeUndefined()
    expect(decoded.malformed).toHaveLength(1)
  })

  test('with lines in reverse has them swapped', () => {
    const decoded = onlyRegion({ ...region, lines: { start: 9, end: 3 } })
    expect(decoded.region?.lines).toEqual({ start: 3, end: 9 })
    expect(decoded.repaired).toEqual(['regions[0].lines ran backwards'])
  })

  test.each([
    { start: 0, end: 3 },
    { start: -1, end: 3 },
    { start: 1.5, end: 2 },
    { start: '1', end: 2 },
    { start: 1e300, end: 1e301 },
    'all',
  ])('loses the lines %p', (lines) => {
    const decoded = onlyRegion({ ...region, lines })
    expect(decoded.region).not.toHaveProperty('lines')
    expect(decoded.repaired).toHaveLength(1)
  })

  test('without intent but with other text takes the summary', () => {
    const decoded = onlyRegion({ file: 'a.ts', reasoning: 'because' })
    expect(decoded.region as unknown).toEqual({ file: 'a.ts', intent: 's', reasoning: 'because' })
    expect(decoded.repaired).toEqual(["regions[0] of 'a.ts' has no intent"])
  })

  test('that says nothing is skipped, and its neighbours are not', () => {
    const decoded = decode({ ...document, regions: [{ file: 'b.ts', tags: ['t'] }, 7, region] })
    expect(decoded.annotation?.regions).toEqual([region])
    expect(messages(decoded.malformed)).toEqual([
      'skipped regions[0]: no intent and no other text',
      'skipped regions[1]: not an object',
    ])
  })

  test('names corrections by reason or correction_text, and keeps a null', () => {
    const given = {
      field: 'intent',
      correction_type: 'amend',
      reason: 'wrong',
      target_value: null,
      replacement: 'right',
    }
    expect(
      onlyRegion({ ...region, corrections: [given, { correction_type: 'guess', field: 'x' }] }).region
        ?.corrections,
    ).toEqual([
      {
        field: 'intent',
        correction_type: 'amend',
        target_value: null,
        replacement: 'right',
        correction_text: 'wrong',
      },
    ])
  })
})

describe('a note', () => {
  test('with raw line breaks inside strings is repaired', () => {
    const decoded = decode('{"schema":"ultragit/v1","summary":"two\nlines\tand a \u0001","regions":[],}')
    expect(decoded.annotation?.summary).toBe('two\nlines\tand a \u0001')
    expect(messages(decoded.repaired)).toEqual([
      'repaired raw control characters in a string',
      'repaired a comma before a closing bracket',
    ])
  })

  test('with an escape that does not exist keeps its backslash', () => {
    expect(
      decode('{"schema":"ultragit/v1","summary":"\\d+ \\u12 \\"","regions":[]}').annotation?.summary,
    ).toBe('\\d+ \\u12 "')
  })

  test('with a byte order mark and bytes that are no UTF-8 is read and reported', () => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"schema":"ultragit/v1","regions":[],"summary":"'),
      Buffer.of(0xff),
      Buffer.from('"}'),
    ])
    const decoded = decodeNote(bytes, target)
    expect(decoded.annotation?.summary).toBe('\ufffd')
    expect(decoded.repaired).toHaveLength(2)
  })

  test.each(['\n', '\n\n', ' ', ''])('with several documents, joined by %p, is their merge', (separator) => {
    const second = { ...document, commit: other, summary: 'second', timestamp: '2026-02-01T00:00:00Z' }
    const decoded = decode([JSON.stringify(document), JSON.stringify(second)].join(separator))
    expect(decoded.documents).toBe(2)
    expect(decoded.annotation?.summary).toBe('second')
    expect(decoded.annotation?.regions).toEqual([
      { ...region, timestamp: '2026-01-01T00:00:00Z' },
      { ...region, commit: other },
    ])
    expect(decoded.malformed).toEqual([])
  })

  test('with the same document twice has it once', () => {
    const decoded = decode(document, document)
    expect(decoded.documents).toBe(1)
    expect(decoded.annotation).toEqual(document as never)
  })

  test.each([
    ['cut off', JSON.stringify(document).slice(0, 90)],
    ['with an open string', '{"schema":"ultragit/v1","summary":"never closed,"regions":[]}'],
    ['with an unknown schema', '{"$schema":"nope/v1"}'],
    ['that is plain text', 'Reviewed-by: someone'],
    ['with a bracket too many', '{"schema":"ultragit/v1","summary":"x","regions":[]]}'],
    ['that is pretty-printed and cut off', JSON.stringify(document, null, 2).slice(0, 190)],
  ])('with a document %s between good ones keeps the good ones', (_, broken) => {
    const second = { ...document, regions: [{ ...region, file: 'b.ts' }] }
    const decoded = decode(document, broken, second)
    expect(decoded.annotation?.regions.map(({ file }) => file)).toEqual(['a.ts', 'b.ts'])
    expect(decoded.malformed.length).toBeGreaterThan(0)
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['a number', '42'],
    ['a list', '[1,2]'],
    ['an unrelated object', '{"a":1}'],
    ['a null', 'null'],
  ])('that holds %s has no annotation and one problem', (_, text) => {
    const decoded = decode(text)
    expect(decoded.annotation).toBeUndefined()
    expect(decoded.malformed).toHaveLength(1)
  })

  test('with many broken documents keeps the good one behind them', () => {
    const broken = Array.from({ length: 200 }, (_, index) =>
      JSON.stringify(document).slice(0, 60 + (index % 60)),
    )
    expect(decode(...broken, document).annotation).toEqual(document as never)
  })

  test('nested without end is refused quickly', () => {
    for (const opening of ['[', '{"a":', '{', '{"regions":[', '\n{', '{"schema":']) {
      const decoded = decode(opening.repeat(200_000))
      expect(decoded.annotation).toBeUndefined()
    }
  })

  test('full of problems reports a bounded number of them', () => {
    const decoded = decode({ ...document, regions: Array.from({ length: 5000 }, (_, index) => index) })
    expect(decoded.malformed).toHaveLength(21)
    expect(decoded.malformed.at(-1)?.message).toBe('and 4980 more problems in the same note')
  })
})
