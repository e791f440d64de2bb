/** The answer of `read` as blocks: one per region. */
import type { AnswerRegion, ReadAnswer } from '../answer.ts'
import { answerSections } from './answer-sections.ts'
import type { Block, Blocks } from './blocks.ts'
import { emptyAnswer } from './empty-answer.ts'
import { groupByFile } from './group-by-file.ts'
import { regionFields } from './region-fields.ts'
import { regionName, regionProvenance } from './region-provenance.ts'

export function answerBlocks(answer: ReadAnswer): Blocks {
  const regions =
    answer.query.paths.length > 1 ? groupByFile(answer.regions).flatMap(([, list]) => list) : answer.regions
  return {
    opening: answer.regions.length === 0 ? emptyAnswer(answer) : undefined,
    blocks: regions.map(regionBlock),
    sections: answerSections(answer),
  }
}

function regionBlock(region: AnswerRegion): Block {
  return {
    heading: region.file,
    name: regionName(region),
    status: region.status,
    survival: region.survival,
    facts: regionProvenance(region),
    fields: regionFields(region),
  }
}
