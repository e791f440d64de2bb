import { visibleLine } from '../../../read/render/safe-text.ts'
import { counted } from '../../formats/describe-finding.ts'
import { codeSpan, escapeMarkdown } from '../../formats/escape-markdown.ts'
import type { ImpactAnswer, ImpactUnit } from '../impact-answer.ts'
import { titleOf, totalsOf, wordsOf } from './unit-words.ts'

const longest = 65_000
const room = 300
const longestWords = 600

export function renderImpactMarkdown(answer: ImpactAnswer): string {
  const opening = [
    '### ultragit impact',
    '',
    escapeMarkdown(totalsOf(answer)),
    ...(answer.notes ?? []).flatMap((note) => ['', `> ${escapeMarkdown(visibleLine(note))}`]),
    '',
  ].join('\n')
  const blocks: string[] = []
  let length = opening.length
  for (const unit of answer.units) {
    const block = blockOf(unit)
    if (length + block.length + 1 > longest - room) break
    blocks.push(block)
    length += block.length + 1
  }
  const left = answer.units.length - blocks.length
  if (left > 0)
    blocks.push(`\n… ${counted(left, 'more unit')}: \`ultragit impact --format json\` lists them all`)
  return [opening, ...blocks].join('\n')
}

function blockOf(unit: ImpactUnit): string {
  const head = `- **risk ${unit.risk}** ${codeSpan(titleOf(unit))} ${unit.change}`
  return [head, ...wordsOf(unit).map((words) => `  - ${codeSpan(clip(words))}`)].join('\n')
}

function clip(text: string): string {
  return text.length <= longestWords ? text : `${text.slice(0, longestWords).toWellFormed()}…`
}
