import { visibleLine, visibleText } from '../../read/render/safe-text.ts'
import type { CheckFinding } from '../check-answer.ts'
import { recordedWords, totals } from './describe-finding.ts'
import type { CheckRenderer } from './render-check.ts'

/** Workflow commands: the findings appear on the diff of the pull request. */
export const renderGithub: CheckRenderer = (answer) =>
  [
    ...answer.findings.map(commandOf),
    ...(answer.warnings ?? []).map((warning) => command('warning', { title: 'ultragit' }, warning)),
    ...(answer.notes ?? []).map((note) => command('notice', { title: 'ultragit' }, note)),
    totals(answer),
  ].join('\n')

function commandOf(finding: CheckFinding): string {
  const { severity, rule, file, line, message } = finding
  const words = [visibleLine(message), ...recordedWords(finding)].join('\n')
  return command(severity, { file, line, title: `ultragit ${rule}` }, words)
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const list = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(visibleLine(String(value)))}`)
  return `::${name} ${list.join(',')}::${escapeData(visibleText(message))}`
}

/** A line end would start a line of its own, and what stands there could be a command again. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
