/** The answer of a check in every format, with texts that try to break out of each. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { type CheckAnswer, CheckAnswerSchema, type CheckFinding } from '../../src/check/check-answer.ts'
import { renderCheck } from '../../src/check/formats/render-check.ts'
import { type Element, parseXml } from './support/parse-xml.ts'
import { sarifViolations } from './support/sarif-schema.ts'

const commit = 'c'.repeat(40)
const other = 'd'.repeat(40)
const nasty = 'a "b" <c> & %d ::error::\r\n::set-env name=X::y\x1b[31m\u202e\ud800 `e` @ops ]]> #12 | é'

const found: CheckFinding[] = [
  { rule: 'invalid', severity: 'error', commit, message: `the note is not valid: ${nasty}` },
  {
    rule: 'constraint',
    severity: 'warning',
    file: 'src/a,b:c %.ts',
    line: 12,
    anchor: 'A::b<T>',
    commit,
    message: "'A::b<T>' has a recorded constraint",
    constraints: [
      { text: nasty, source: 'author', commit: other },
      { text: 'two\nlines', source: 'inferred', commit: other },
    ],
  },
  {
    rule: 'dependent',
    severity: 'warning',
    file: 'sp ace/\udcff.ts',
    commit: other,
    message: 'changed',
    dependents: [
      { file: 'u.ts', anchor: 'user', nature: 'relies', commit },
      { file: 'v.ts', commit },
    ],
  },
]

function answerWith(findings: CheckFinding[]): CheckAnswer {
  return {
    $schema: 'ultragit-check/v1',
    query: { range: 'origin/main...HEAD', base: other, head: commit, root: 'here' },
    policy: {
      missing: 'warning',
      invalid: 'error',
      constraint: 'warning',
      dependent: 'warning',
      coverage: 'off',
    },
    findings,
    commits: [
      { commit, subject: `one & "two" ${nasty}` },
      { commit: other, subject: 'second' },
    ],
    warnings: ['the notes: not, here\nreally'],
    stats: {
      commits: 2,
      annotated: 1,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
    },
  }
}

const answer = answerWith(found)
const render = (format: string, one = answer, failOn: 'error' | 'warning' = 'error') =>
  renderCheck(one, format, { color: false, failOn })

test('text is a line per finding, and what was recorded below it', () => {
  const simple = answerWith(
    found.slice(1).map(({ constraints, ...one }) => ({
      ...one,
      ...(constraints && { constraints: constraints.slice(1) }),
    })),
  )
  expect(
    render('text', simple),
  ).toBe(`src/a,b:c %.ts:12: warning: constraint: 'A::b<T>' has a recorded constraint
    constraint (inferred, dddddddddddd): two
    lines
sp ace/\\u{dcff}.ts: warning: dependent: changed
    relied on by u.ts#user (cccccccccccc): relies
    relied on by v.ts (cccccccccccc)
0 errors, 2 warnings; 1 of 2 commits annotated (origin/main...HEAD)`)
  expect(render('text')).toContain(
    'cccccccccccc: error: invalid: the note is not valid: a "b" <c> & %d ::error::',
  )
  expect(renderCheck(answer, 'text', { color: true, failOn: 'error' })).toContain(
    '\x1b[31merror\x1b[0m: invalid',
  )
})

test('json is the documented document', () => {
  const parsed = JSON.parse(render('json'))
  expect(v.parse(CheckAnswerSchema, parsed)).toEqual(parsed)
  expect(render('json')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/)
})

describe('github', () => {
  const lines = render('github').split('\n')
  const restored = (text: string) =>
    text.replace(/%(25|0D|0A|3A|2C)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

  test('is one command per line, whatever the texts hold', () => {
    expect(lines).toHaveLength(found.length + 2)
    expect(lines.slice(0, -1).every((line) => /^::(error|warning) [^:]*::/.test(line))).toBe(true)
    expect(lines.at(-1)).toBe('1 error, 2 warnings; 1 of 2 commits annotated (origin/main...HEAD)')
  })

  test('escapes properties and messages so that they come back', () => {
    const [, properties = '', message = ''] = /^::warning ([^:]*)::(.*)$/.exec(lines[1] ?? '') ?? []
    const fields = Object.fromEntries(properties.split(',').map((one) => one.split('=').map(restored)))
    expect(fields).toEqual({ file: 'src/a,b:c %.ts', line: '12', title: 'ultragit constraint' })
    expect(restored(message).split('\n').slice(0, 2)).toEqual([
      "'A::b<T>' has a recorded constraint",
      'constraint (author, dddddddddddd): a "b" <c> & %d ::error::',
    ])
    expect(message).not.toMatch(/[\r\n\x1b\u202e]/)
  })
})

describe('sarif', () => {
  const log = JSON.parse(render('sarif'))

  test('keeps to the schema of 2.1.0', () => {
    expect(sarifViolations(log)).toEqual([])
    expect(sarifViolations(JSON.parse(render('sarif', answerWith([]))))).toEqual([])
  })

  test('which the checker would notice', () => {
    expect(
      sarifViolations({ version: '2.0', runs: [{ tool: {}, results: [{ level: 'bad', extra: 1 }] }] }),
    ).toEqual([
      '$.version is none of 2.1.0',
      '$.runs[0].tool.driver is missing',
      '$.runs[0].results[0].message is missing',
      '$.runs[0].results[0].level is none of none,note,warning,error',
      '$.runs[0].results[0].extra is not in the schema',
    ])
  })

  test('has paths as URIs, lines, rules by index, and a mark that outlives a shift of lines', () => {
    const [run] = log.runs
    const [, constraint, dependent] = run.results
    expect(constraint.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'src/a%2Cb%3Ac%20%25.ts', uriBaseId: '%SRCROOT%' },
      region: { startLine: 12 },
    })
    expect(dependent.locations[0].physicalLocation.artifactLocation.uri).toBe('sp%20ace/%FF.ts')
    for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
    const shifted = found.map((one) => (one.line === undefined ? one : { ...one, line: one.line + 7 }))
    const again = JSON.parse(render('sarif', answerWith(shifted))).runs[0].results
    expect(again.map((one: { partialFingerprints: object }) => one.partialFingerprints)).toEqual(
      run.results.map((one: { partialFingerprints: object }) => one.partialFingerprints),
    )
  })
})

describe('junit', () => {
  const cases = (element: Element) => element.children.flatMap(({ children }) => children)

  test('has a case per active rule and commit', () => {
    const report = parseXml(render('junit'))
    expect(
      report.children.map(({ attributes }) => [attributes.name, attributes.tests, attributes.failures]),
    ).toEqual([
      ['ultragit missing', '2', '0'],
      ['ultragit invalid', '2', '1'],
      ['ultragit constraint', '2', '0'],
      ['ultragit dependent', '2', '0'],
    ])
    expect(cases(report).map(({ attributes }) => attributes.classname)).toContain('ultragit.dependent')
  })

  test('fails what is at or above --fail-on, and tells the rest', () => {
    const outcome = (failOn: 'error' | 'warning') =>
      cases(parseXml(render('junit', answer, failOn))).flatMap(({ children }) =>
        children.map(({ name }) => name),
      )
    expect(outcome('error')).toEqual(['failure', 'system-out', 'system-out'])
    expect(outcome('warning')).toEqual(['failure', 'failure', 'failure'])
  })

  test('holds any text', () => {
    const [failure] = cases(parseXml(render('junit'))).flatMap(({ children }) => children)
    expect(failure?.attributes.message).toContain('a "b" <c> & %d ::error::')
    expect(failure?.attributes.message).toContain('\\u{1b}[31m\\u{202e}\\u{d800}')
  })
})

describe('markdown', () => {
  test('names the findings, and lets no text become markup', () => {
    const text = render('markdown')
    expect(text).toStartWith(
      '### ultragit check: 1 error, 2 warnings\n\n1 of 2 commits annotated in `origin/main...HEAD`\n',
    )
    expect(text).toContain(
      "- 🟡 **constraint** `src/a,b:c %.ts:12`: 'A::b\\<T\\>' has a recorded constraint\n".replace(
        '\\<',
        '&lt;',
      ),
    )
    const outside = text.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
    expect(outside).not.toMatch(/<(?!!-- -->)|[^\\]`|@(?!<)\w|#\d/)
  })

  test('fits a comment, and says what was cut', () => {
    const many = Array.from(
      { length: 3_000 },
      (_, at): CheckFinding => ({
        rule: 'constraint',
        severity: 'warning',
        file: `src/${at}.ts`,
        line: 1,
        commit,
        message: 'x'.repeat(at % 900),
        constraints: [{ text: '界'.repeat(5_000), commit }],
      }),
    )
    const text = render('markdown', answerWith(many))
    expect(text.length).toBeLessThanOrEqual(65_000)
    expect(text.length).toBeGreaterThan(60_000)
    const [, left] = /… (\d+) more findings/.exec(text) ?? []
    expect(Number(left) + (text.match(/^- /gm)?.length ?? 0)).toBe(3_000)
  })
})
