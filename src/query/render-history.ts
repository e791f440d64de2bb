/** The answer of `history` as text, within its budget. */
import type { RenderOptions } from '../read/render-answer.ts'
import type { HistoryAnswer } from './history-answer.ts'

export function renderHistory(
  answer: HistoryAnswer,
  _options: RenderOptions & { readonly budget: number },
): string {
  return JSON.stringify(answer)
}
