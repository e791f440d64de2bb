/** The answer of `summary` as text, within its budget. */
import type { RenderOptions } from '../read/render-answer.ts'
import type { SummaryAnswer } from './summary-answer.ts'

export function renderSummary(
  answer: SummaryAnswer,
  _options: RenderOptions & { readonly budget: number },
): string {
  return JSON.stringify(answer)
}
