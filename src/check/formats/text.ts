import { visibleLine } from '../../read/render/safe-text.ts'
import type { CheckAnswer, CheckFinding } from '../check-answer.ts'
import { addressOf, recordedWords, totals } from './describe-finding.ts'
import type { CheckRenderer } from './render-check.ts'

const colours = { error: 31, warning: 33 } as const

/** `file:line: severity: rule: message`, as compilers write it: editors and terminals know how to jump there. */
export const renderText: CheckRenderer = (answer, { color }) =>
  [...answer.findings.flatMap((finding) => linesOf(finding, color)), ...notesOf(answer), totals(answer)].join(
    '\n',
  )

function linesOf(finding: CheckFinding, color: boolean): string[] {
  const { severity, rule, message } = finding
  const level = color ? `\x1b[${colours[severity]}m${severity}\x1b[0m` : severity
  return [
    `${addressOf(finding)}: ${level}: ${rule}: ${visibleLine(message)}`,
    ...recordedWords(finding).flatMap((words) => words.split('\n').map((line) => `    ${line}`)),
  ]
}

function notesOf({ notes }: CheckAnswer): string[] {
  return (notes ?? []).map((note) => `note: ${visibleLine(note)}`)
}
