import { describe, expect, test } from 'bun:test'
import { decodeNote } from '../../src/annotation/decode-note.ts'
import { validateAnnotation } from '../../src/annotation/validate-annotation.ts'
import { asOid } from '../../src/base/ids.ts'

const target = asOid('1'.repeat(40))

function decode(document: object) {
  return decodeNote(new TextEncoder().encode(JSON.stringify(document)), target)
}

/** What `ultragit import` needs: the mapped document may be written as it is. */
function imported(document: object) {
  const decoded = decode(document)
  expect([...decoded.repaired, ...decoded.malformed]).toEqual([])
  expect(validateAnnotation(decoded.annotation)).toHaveProperty('annotation')
  return decoded.annotation as unknown
}

test('chronicle/v1 is our shape with other names for a few things', () => {
  const annotation = imported({
    schema: 'chronicle/v1',
    commit: '1111111',
    timestamp: '2025-12-20T14:30:00.123456789+00:00',
    task: 'TASK-42',
    summary: 'Add reconnect logic',
    context_level: 'enhanced',
    regions: [
      {
        file: './src/mqtt/reconnect.rs',
        ast_anchor: {
          unit_type: 'function',
          name: 'attempt_reconnect',
          signature: 'fn attempt_reconnect(&mut self)',
        },
        lines: { start: 10, end: 30 },
        intent: 'Back off between attempts',
        constraints: [{ text: 'At most 60 s', source: 'author' }],
        corrections: [
          {
            field: 'constraints',
            correction_type: 'remove',
            reason: 'gone',
            target_value: 'At most 60 s',
            timestamp: '2026-01-01T00:00:00Z',
            author: 'x',
          },
        ],
      },
    ],
    cross_cutting: [
      { description: 'All paths back off', regions: [{ file: 'src/a.rs', anchor: 'f' }], tags: ['t'] },
    ],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  })
  expect(annotation).toEqual({
    $schema: 'ultragit/v1',
    commit: target,
    timestamp: '2025-12-20T14:30:00.123456789+00:00',
    task: 'TASK-42',
    summary: 'Add reconnect logic',
    context_level: 'enhanced',
    regions: [
      {
        file: 'src/mqtt/reconnect.rs',
        ast_anchor: {
          type: 'function',
          name: 'attempt_reconnect',
          signature: 'fn attempt_reconnect(&mut self)',
        },
        lines: { start: 10, end: 30 },
        intent: 'Back off between attempts',
        constraints: [{ text: 'At most 60 s', source: 'author' }],
        corrections: [
          {
            field: 'constraints',
            correction_type: 'remove',
            correction_text: 'gone',
            target_value: 'At most 60 s',
            timestamp: '2026-01-01T00:00:00Z',
            author: 'x',
          },
        ],
      },
    ],
    cross_cutting: [{ description: 'All paths back off', regions: ['src/a.rs:f'], tags: ['t'] }],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  })
})

test('chronicle/v2 has its narrative on the commit, its decisions across it, its markers in regions', () => {
  const annotation = imported({
    schema: 'chronicle/v2',
    commit: target,
    timestamp: '2026-01-02T00:00:00Z',
    narrative: {
      summary: 'Cache sessions',
      motivation: 'Handshakes were slow',
      rejected_alternatives: [{ approach: 'A global pool', reason: 'locks' }],
      follow_up: 'Evict by age',
      files_changed: ['src/tls.rs'],
      sentiments: [{ feeling: 'worry', detail: 'the limit is a guess' }],
    },
    decisions: [
      {
        what: 'Four sessions',
        why: 'memory',
        stability: 'provisional',
        revisit_when: 'more memory',
        scope: ['src/tls.rs:new'],
      },
    ],
    markers: [
      {
        file: 'src/tls.rs',
        anchor: { unit_type: 'fn', name: 'new' },
        lines: { start: 3, end: 9 },
        kind: { type: 'contract', description: 'never blocks', source: 'inferred' },
      },
      {
        file: 'src/tls.rs',
        anchor: { unit_type: 'fn', name: 'new' },
        lines: { start: 3, end: 9 },
        kind: { type: 'hazard', description: 'poisoned lock' },
      },
      {
        file: 'src/tls.rs',
        anchor: { unit_type: 'fn', name: 'new' },
        lines: { start: 3, end: 9 },
        kind: { type: 'unstable', description: 'API', revisit_when: 'v2' },
      },
      {
        file: 'src/b.rs',
        kind: { type: 'dependency', target_file: 'src/tls.rs', target_anchor: 'new', assumption: 'four' },
      },
    ],
    effort: { id: 'TLS-7', description: 'faster', phase: 'start' },
    provenance: { source: 'live', author: 'agent', derived_from: ['abc'], notes: 'n' },
  })
  expect(annotation).toEqual({
    $schema: 'ultragit/v1',
    commit: target,
    timestamp: '2026-01-02T00:00:00Z',
    author: 'agent',
    task: 'TLS-7',
    summary: 'Cache sessions',
    context_level: 'enhanced',
    regions: [
      {
        file: 'src/tls.rs',
        ast_anchor: { type: 'fn', name: 'new' },
        lines: { start: 3, end: 9 },
        intent: 'Cache sessions',
        constraints: [{ text: 'never blocks', source: 'inferred' }],
        risk_notes: 'poisoned lock\n\nAPI: revisit when v2',
        tags: ['unstable'],
      },
      {
        file: 'src/b.rs',
        intent: 'Cache sessions',
        semantic_dependencies: [{ file: 'src/tls.rs', anchor: 'new', nature: 'four' }],
      },
    ],
    cross_cutting: [
      {
        description: 'Four sessions',
        nature: 'memory',
        stability: 'provisional',
        revisit_when: 'more memory',
        regions: ['src/tls.rs:new'],
      },
    ],
    commit_entries: [
      { field: 'reasoning', text: 'Handshakes were slow' },
      { field: 'alternatives', text: 'A global pool', rejected_because: 'locks' },
      { field: 'risk_notes', text: 'Evict by age' },
      { field: 'reasoning', text: 'worry: the limit is a guess' },
    ],
    files_changed: ['src/tls.rs'],
    effort: { id: 'TLS-7', description: 'faster', phase: 'start' },
    provenance: { operation: 'initial', derived_from: ['abc'], synthesis_notes: 'n', source: 'live' },
  })
})

test('chronicle/v3 has a region for each place, and entries without a file on the commit', () => {
  const annotation = imported({
    schema: 'chronicle/v3',
    commit: target,
    timestamp: '2026-01-02T00:00:00Z',
    summary: 'Patient reconnects',
    wisdom: [
      { category: 'dead_end', content: 'Fixed interval', file: 'src/a.rs', lines: { start: 1, end: 5 } },
      { category: 'gotcha', content: 'Broker rate-limits', file: './src/a.rs', lines: { start: 1, end: 5 } },
      { category: 'insight', content: 'Patience wins', file: 'src/b.rs' },
      { category: 'insight', content: 'Jitter too', file: 'src/b.rs' },
      { category: 'unfinished_thread', content: 'Persist the timer', file: 'src/b.rs' },
      { category: 'gotcha', content: 'CI has no broker' },
      { category: 'dead_end', content: 'A daemon' },
    ],
    provenance: { source: 'squash' },
  })
  expect(annotation).toEqual({
    $schema: 'ultragit/v1',
    commit: target,
    timestamp: '2026-01-02T00:00:00Z',
    summary: 'Patient reconnects',
    regions: [
      {
        file: 'src/a.rs',
        lines: { start: 1, end: 5 },
        intent: 'Patient reconnects',
        alternatives: [{ approach: 'Fixed interval' }],
        constraints: [{ text: 'Broker rate-limits', source: 'author' }],
      },
      {
        file: 'src/b.rs',
        intent: 'Patient reconnects',
        reasoning: 'Patience wins\n\nJitter too',
        risk_notes: 'Persist the timer',
      },
    ],
    commit_entries: [
      { field: 'constraints', text: 'CI has no broker' },
      { field: 'alternatives', text: 'A daemon' },
    ],
    provenance: { operation: 'squash', source: 'squash' },
  })
})

describe('a dialect with parts that make no sense', () => {
  test.each([
    {
      schema: 'chronicle/v3',
      summary: 's',
      wisdom: [1, {}, { content: 5, file: 'a' }, { content: 'ok', file: 'a' }],
    },
    {
      schema: 'chronicle/v2',
      narrative: { summary: 's' },
      markers: [1, { file: 'b' }, { kind: {} }, { file: 'a', kind: { type: 'hazard', description: 'ok' } }],
    },
  ])('$schema skips them and says so', (document) => {
    const decoded = decode(document)
    expect(decoded.annotation?.regions.map(({ file }) => file)).toEqual(['a'])
    expect(decoded.malformed).toHaveLength(3)
  })

  test.each([
    { schema: 'chronicle/v3' },
    { schema: 'chronicle/v2' },
    { schema: 'chronicle/v2', narrative: 'n', decisions: {}, markers: 'm', provenance: 1, effort: [] },
    { schema: 'chronicle/v3', summary: [], wisdom: {}, provenance: [] },
  ])('is still a document: %j', (document) => {
    expect(validateAnnotation(decode(document).annotation)).toHaveProperty('annotation')
  })
})
