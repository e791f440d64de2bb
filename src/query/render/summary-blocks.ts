/** The answer of `summary` as blocks: one per unit that something is known about. */
import type { Block, Blocks } from '../../read/render/blocks.ts'
import type { About, FileSummary, SummaryAnswer } from '../summary-answer.ts'
import { date, field, frameSections, list, short } from './parts.ts'

export function summaryBlocks(answer: SummaryAnswer): Blocks {
  const { stats, query } = answer
  const counts = `${stats.annotated} of ${stats.units} units annotated, in ${stats.files} ${stats.files === 1 ? 'file' : 'files'}`
  return {
    opening:
      stats.annotated > 0 || answer.files.some(({ other }) => other !== undefined)
        ? undefined
        : `Nothing is recorded about ${query.path} yet.`,
    blocks: answer.files.flatMap((file) =>
      [...folded(file), ...(file.units ?? []), ...(file.other ?? [])].map((one) =>
        'facts' in one ? one : aboutBlock(file.path, one),
      ),
    ),
    sections: [{ title: 'Coverage', items: [counts] }, ...frameSections(answer)],
  }
}

/** A file that the budget left only its counts. */
function folded({ path, units, other, stats }: FileSummary): Block[] {
  if (units !== undefined || other !== undefined || stats.annotated === 0) return []
  return [{ heading: path, facts: [`${stats.annotated} of ${stats.units} units annotated`], fields: [] }]
}

function aboutBlock(path: string, about: About): Block {
  const { current_lines: lines } = about
  return {
    heading: path,
    name: about.unit ?? about.anchor,
    status: about.status,
    survival: about.survival,
    facts: [
      ...(about.kind === undefined ? [] : [about.kind]),
      about.status,
      ...(lines === undefined ? [] : [`lines ${lines.start}-${lines.end}`]),
      `confidence ${about.confidence}`,
      `commit ${short(about.commit)}`,
      ...date(about.last_modified),
    ],
    fields: [
      ...field('Intent', about.intent),
      ...list(
        'Constraints',
        about.constraints?.map(({ text }) => text),
      ),
      ...field('Risks', about.risk_notes),
    ],
  }
}
