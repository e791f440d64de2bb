/** The answer of `deps` as text, within its budget. */
import type { RenderOptions } from '../read/render-answer.ts'
import type { DepsAnswer } from './deps-answer.ts'

export function renderDeps(
  answer: DepsAnswer,
  _options: RenderOptions & { readonly budget: number },
): string {
  return JSON.stringify(answer)
}
