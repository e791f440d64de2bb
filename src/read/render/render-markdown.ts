/** The answer for models: a heading per region, one line of provenance, then what was said. No tables, nothing empty. */
import type { ReadAnswer } from '../answer.ts'
import { answerBlocks } from './answer-blocks.ts'
import { blocksToMarkdown } from './blocks.ts'

export function renderMarkdown(answer: ReadAnswer): string {
  return blocksToMarkdown(answerBlocks(answer), answer.query.paths.length > 1)
}
