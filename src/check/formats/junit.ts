import { visibleText } from '../../read/render/safe-text.ts'
import type { CheckAnswer, CheckFinding } from '../check-answer.ts'
import { isFailing } from '../is-failing.ts'
import { addressOf, recordedWords } from './describe-finding.ts'
import type { CheckRenderer } from './render-check.ts'

/** One suite per rule, one case per commit. Findings below `--fail-on` are output of their case and fail nothing. */
export const renderJunit: CheckRenderer = (answer, { failOn }) => {
  const active = Object.entries(answer.policy).filter(([, severity]) => severity !== 'off')
  const suites = active.map(([rule]) => {
    const byCommit = Map.groupBy(
      answer.findings.filter((finding) => finding.rule === rule),
      ({ commit }) => commit,
    )
    const cases = answer.commits.map(({ commit, subject }) =>
      caseOf({ rule, name: `${commit.slice(0, 12)} ${subject}` }, byCommit.get(commit) ?? [], failOn),
    )
    const failures = cases.filter(({ isFailed }) => isFailed).length
    const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
    return [
      `  <testsuite name="ultragit ${attribute(rule)}" ${counts}>`,
      ...cases.map(({ xml }) => xml),
      '  </testsuite>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="ultragit">',
    ...suites,
    '</testsuites>',
  ].join('\n')
}

function caseOf(
  { rule, name }: { readonly rule: string; readonly name: string },
  findings: readonly CheckFinding[],
  failOn: Parameters<CheckRenderer>[1]['failOn'],
): { readonly xml: string; readonly isFailed: boolean } {
  const open = `    <testcase classname="ultragit.${attribute(rule)}" name="${attribute(name)}"`
  const [failing, others] = [true, false].map((wanted) =>
    findings.filter(({ severity }) => isFailing(severity, failOn) === wanted),
  ) as [CheckFinding[], CheckFinding[]] // one list for each of the two
  const [first] = failing
  const inside = [
    ...(first === undefined
      ? []
      : [
          `      <failure message="${attribute(first.message)}" type="${first.severity}">${bodyOf(failing)}</failure>`,
        ]),
    ...(others.length === 0 ? [] : [`      <system-out>${bodyOf(others)}</system-out>`]),
  ]
  const xml = inside.length === 0 ? `${open}/>` : [`${open}>`, ...inside, '    </testcase>'].join('\n')
  return { xml, isFailed: first !== undefined }
}

function bodyOf(findings: readonly CheckFinding[]): string {
  return content(
    findings
      .flatMap((finding) => [
        `${addressOf(finding)}: ${finding.severity}: ${finding.message}`,
        ...recordedWords(finding).map((words) => `    ${words}`),
      ])
      .join('\n'),
  )
}

/** What XML 1.0 cannot hold at all, not even escaped, has become a visible mark before. */
function content(text: string): string {
  return visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function attribute(text: CheckAnswer['query']['range']): string {
  return content(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
