/** The answer for people: constraints first, survival as a small bar, wrapped to the terminal. */
import type { ReadAnswer } from '../answer.ts'
import { answerBlocks } from './answer-blocks.ts'
import { blocksToPage } from './blocks.ts'
import type { PrettyOptions } from './page.ts'

export function renderPretty(answer: ReadAnswer, options: PrettyOptions): string {
  return blocksToPage(answerBlocks(answer), options)
}
