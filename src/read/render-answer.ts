/** An answer as text, within its budget. */
import type { ReadAnswer } from './answer.ts'

export interface RenderOptions {
  readonly format: 'markdown' | 'pretty' | 'json'
  readonly color: boolean
  readonly width: number
}

export function renderAnswer(
  answer: ReadAnswer,
  _options: RenderOptions & { readonly budget: number; readonly keepEmpty: boolean },
): string {
  return JSON.stringify(answer)
}
