import { visibleLine } from '../../read/render/safe-text.ts'
import type { CheckAnswer, CheckFinding } from '../check-answer.ts'
import { addressOf, counted, recordedWords } from './describe-finding.ts'
import { codeSpan, escapeMarkdown } from './escape-markdown.ts'
import type { CheckRenderer } from './render-check.ts'

/** A comment on GitHub may have 65,536 characters. */
const longest = 65_000
const room = 300
const longestWords = 600

const icons = { error: '🔴', warning: '🟡' } as const

/** For a comment on a pull request, or the summary of a job. */
export const renderMarkdown: CheckRenderer = (answer) => {
  const opening = headOf(answer)
  const blocks: string[] = []
  let length = opening.length
  for (const finding of answer.findings) {
    const block = blockOf(finding)
    if (length + block.length + 1 > longest - room) break
    blocks.push(block)
    length += block.length + 1
  }
  const left = answer.findings.length - blocks.length
  if (left > 0)
    blocks.push(
      `\n… ${counted(left, 'more finding')}: the comment is full, \`ultragit check\` lists them all`,
    )
  return [opening, ...blocks].join('\n')
}

function headOf({ stats, query, notes, warnings }: CheckAnswer): string {
  const { errors, warnings: warned, commits, annotated } = stats
  const title =
    errors + warned === 0 ? 'no findings' : `${counted(errors, 'error')}, ${counted(warned, 'warning')}`
  const said = [...(warnings ?? []), ...(notes ?? [])].slice(0, 5)
  return [
    `### ultragit check: ${title}`,
    '',
    `${annotated} of ${counted(commits, 'commit')} annotated in ${codeSpan(query.range)}`,
    ...said.flatMap((line) => ['', `> ${escapeMarkdown(clip(visibleLine(line)))}`]),
    '',
  ].join('\n')
}

function blockOf(finding: CheckFinding): string {
  const { severity, rule, message } = finding
  const line = `- ${icons[severity]} **${rule}** ${codeSpan(addressOf(finding))}: ${escapeMarkdown(clip(visibleLine(message)))}`
  // In code spans: words from a note may not become links, images, mentions or headings.
  return [line, ...recordedWords(finding).map((words) => `  - ${codeSpan(clip(words))}`)].join('\n')
}

function clip(text: string): string {
  return text.length <= longestWords ? text : `${text.slice(0, longestWords).toWellFormed()}…`
}
