/** The answer for models: a heading per region, one line of provenance, then what was said. No tables, nothing empty. */
import type { AnswerRegion, ReadAnswer } from '../answer.ts'
import { answerSections } from './answer-sections.ts'
import { emptyAnswer } from './empty-answer.ts'
import { groupByFile } from './group-by-file.ts'
import { regionFields } from './region-fields.ts'
import { regionName, regionProvenance } from './region-provenance.ts'
import { visibleLine } from './safe-text.ts'

export function renderMarkdown(answer: ReadAnswer): string {
  const grouped = answer.query.paths.length > 1
  const blocks = grouped
    ? groupByFile(answer.regions).flatMap(([file, regions]) => [
        `# ${visibleLine(file)}`,
        ...regions.map(regionBlock),
      ])
    : answer.regions.map(regionBlock)
  const sections = answerSections(answer).map(
    ({ title, items }) => `## ${title}\n${items.map((item) => `- ${quoted(item, 6)}`).join('\n')}`,
  )
  const opening = answer.regions.length === 0 ? [emptyAnswer(answer)] : []
  return `${[...opening, ...blocks, ...sections].join('\n\n')}\n`
}

function regionBlock(region: AnswerRegion): string {
  const name = regionName(region)
  const file = visibleLine(region.file)
  const lines = [
    `## ${name === undefined ? file : `${file} — ${name}`}`,
    regionProvenance(region).join(' · '),
  ]
  for (const { label, texts, list } of regionFields(region))
    if (list) lines.push(`${label}:`, ...texts.map((text) => `- ${quoted(text, 6)}`))
    else lines.push(`${label}: ${quoted(texts[0] ?? '', 4)}`)
  return lines.join('\n')
}

/** Indented this far, no line of an annotation is a heading, a list, a fence or a rule of ours. */
function quoted(text: string, indent: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(indent)}`)
}
