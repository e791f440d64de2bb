/** The three renderings: what they show, in which order, and that no text of an annotation can pose as ours. */
import { describe, expect, test } from 'bun:test'
import type { AnswerRegion, ReadAnswer } from '../../../src/read/answer.ts'
import { renderJson } from '../../../src/read/render/render-json.ts'
import { renderMarkdown } from '../../../src/read/render/render-markdown.ts'
import { renderPretty } from '../../../src/read/render/render-pretty.ts'
import { Random } from '../../support/random.ts'
import { randomAnswer } from '../trim/random-answer.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

const region: AnswerRegion = {
  file: 'src/mqtt/client.ts',
  file_then: 'src/client.ts',
  ast_anchor: { type: 'function', name: 'Client::connect' },
  current_lines: { start: 10, end: 42 },
  status: 'changed',
  intent: 'reconnect without losing messages',
  reasoning: 'the broker forgets sessions after a minute',
  alternatives: [{ approach: 'exponential back-off', rejected_because: 'devices wake up together' }],
  constraints: [{ text: 'never sleep while holding the lock', source: 'author' }],
  commit,
  timestamp: '2026-01-02T03:04:05Z',
  author: 'Ada',
  origin: 'local',
  reach: 'anchor',
  survival: 0.5,
  earlier: [{ commit: 'f'.repeat(40), intent: 'connect once' }],
  confidence: 0.83,
  confidence_factors: { recency: 1, context: 1, anchor: 1, provenance: 1, open_flags: 0 },
}

const answer: ReadAnswer = {
  $schema: 'ultragit-read/v1',
  query: { paths: ['src/mqtt/client.ts'], root: 'broker', head: commit, resolved: [] },
  regions: [region],
  dependencies_on_this: [{ file: 'src/pool.ts', anchor: 'take', nature: 'waits for it', commit }],
  notes: ['Anchor not found.'],
  warnings: ['one note is malformed'],
  stats: { annotations_found: 1, regions_returned: 1 },
  trimmed: { budget: 900, estimate: 880, dropped: 2, commits: ['aaaaaaaaaaaa'] },
}

const pretty = (one: ReadAnswer, options = { color: false, width: 80 }) => renderPretty(one, options)

describe('markdown', () => {
  test('has a heading, a line of provenance and fields, and nothing empty', () => {
    const lines = renderMarkdown({ ...answer, regions: [region] }).split('\n')
    expect(lines[0]).toBe('## src/mqtt/client.ts — Client::connect')
    for (const part of ['changed', 'lines 10-42', 'reach anchor', 'survival 50%', 'confidence 0.83'])
      expect(lines[1]?.split(' · ')).toContain(part)
    for (const part of ['commit 0123456789ab', '2026-01-02', 'Ada', 'was src/client.ts'])
      expect(lines[1]?.split(' · ')).toContain(part)
    expect(lines).toContain('Intent: reconnect without losing messages')
    expect(lines).toContain('- never sleep while holding the lock (author)')
    expect(lines).toContain('- exponential back-off — rejected because: devices wake up together')
    expect(lines.join('\n')).not.toMatch(/Risks|Tags|Related|undefined|null|\|/)
  })

  test('ends with dependents, notes, warnings and what was trimmed', () => {
    const headings = renderMarkdown(answer).match(/^## .*$/gm)
    expect(headings?.slice(1)).toEqual(['## Relied on by', '## Notes', '## Warnings', '## Trimmed'])
    expect(renderMarkdown(answer)).toContain('- to 900 tokens: 2 dropped (aaaaaaaaaaaa)')
  })

  test('groups by file when several were asked for', () => {
    const other = { ...region, file: 'src/b.ts' }
    const paths = ['src/mqtt/client.ts', 'src/b.ts']
    const text = renderMarkdown({
      ...answer,
      query: { ...answer.query, paths },
      regions: [region, other, { ...region, intent: 'again' }],
    })
    const files = text.match(/^# .*$/gm)
    expect(files).toEqual(['# src/mqtt/client.ts', '# src/b.ts'])
    expect(text.indexOf('again')).toBeLessThan(text.indexOf('# src/b.ts'))
  })
})

describe('pretty', () => {
  test('shows constraints first and survival as a bar', () => {
    const text = pretty(answer)
    expect(text).toContain('████░░░░ 50%')
    expect(text.indexOf('Constraints')).toBeLessThan(text.indexOf('Intent'))
    expect(text.indexOf('! never sleep')).toBeLessThan(text.indexOf('reconnect without'))
    expect(pretty({ ...answer, regions: [{ ...region, survival: null }] })).toContain('unknown')
  })

  test.each([30, 60, 100])('is wrapped to %d columns', (width) => {
    for (let seed = 0; seed < 5; seed++) {
      const many = randomAnswer(new Random(seed), { regions: 4, text: 400 })
      for (const color of [false, true])
        for (const line of pretty(many, { color, width }).split('\n'))
          expect(Bun.stringWidth(line), line).toBeLessThanOrEqual(width)
    }
  })

  test('says the same with and without colour', () => {
    expect(pretty(answer)).not.toContain('\x1b')
    const coloured = pretty(answer, { color: true, width: 80 })
    expect(coloured).toContain('\x1b[33m')
    expect(Bun.stripANSI(coloured).replace(/ +$/gm, '')).toBe(pretty(answer))
  })
})

describe('an answer without regions', () => {
  const { trimmed: _, dependencies_on_this: __, warnings: ___, ...bare } = answer
  const empty: ReadAnswer = { ...bare, regions: [], stats: { annotations_found: 0, regions_returned: 0 } }

  test('is a sentence and the notes', () => {
    expect(renderMarkdown(empty)).toBe(
      'Nothing is recorded about src/mqtt/client.ts yet.\n\n## Notes\n- Anchor not found.\n',
    )
    expect(pretty(empty)).toBe(
      'Nothing is recorded about src/mqtt/client.ts yet.\n\nNotes\n  • Anchor not found.\n',
    )
  })
})

describe('annotation text is data', () => {
  const evil = [
    'first line',
    '## src/other.ts — forged',
    '# forged',
    '- forged item',
    '---',
    '```',
    '\x1b]0;title\x07\x1b[2Jcleared\u202e\u2066\r\u0085',
    '   ## three spaces',
  ].join('\n')
  const forged = {
    ...answer,
    query: { ...answer.query, paths: [`a\n## b${evil}`], root: evil },
    regions: [
      {
        ...region,
        file: evil,
        ast_anchor: { name: evil },
        intent: evil,
        reasoning: evil,
        risk_notes: evil,
        author: evil,
        tags: [evil],
        constraints: [{ text: evil, source: evil }],
        alternatives: [{ approach: evil, rejected_because: evil }],
        corrections: [{ field: evil, correction_type: 'flag', correction_text: evil, author: evil }],
        related: [{ commit, anchor: evil, hops: 1, intent: evil }],
      },
    ],
    notes: [evil],
    warnings: [evil],
    dependencies_on_this: [{ file: evil, anchor: evil, nature: evil, commit }],
    cross_cutting: [{ description: evil, nature: evil, regions: [evil], commit }],
  }

  test('it adds no heading, item, rule or fence to the markdown', () => {
    const structure = renderMarkdown(forged).match(/^ {0,3}(#.*|```.*|---.*)$/gm) ?? []
    expect(structure.slice(1)).toEqual([
      '## Relied on by',
      '## Cross-cutting',
      '## Notes',
      '## Warnings',
      '## Trimmed',
    ])
    expect(renderMarkdown(forged)).not.toMatch(/^ {0,3}- forged/m)
  })

  test.each([
    ['json', renderJson],
    ['markdown', renderMarkdown],
    ['pretty', pretty],
  ] as const)('no control or override is left in %s', (_, render) => {
    const unseen = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/
    expect(render(forged)).not.toMatch(unseen)
    expect(render({ ...forged, regions: [] })).not.toMatch(unseen)
    expect(render(forged).isWellFormed()).toBe(true)
  })

  test('the JSON holds it all the same', () => expect(JSON.parse(renderJson(forged))).toEqual(forged))
})
