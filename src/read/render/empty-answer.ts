/** An answer without regions, in one friendly sentence. */
import type { ReadAnswer } from '../answer.ts'
import { scopeOf } from './answer-sections.ts'

export function emptyAnswer(answer: ReadAnswer): string {
  const found = answer.stats.annotations_found
  if (found > 0) return `Nothing to show about ${scopeOf(answer)}: what is recorded there was left out.`
  return `Nothing is recorded about ${scopeOf(answer)} yet.`
}
