/** An answer as text, within its budget. */
import type { ReadAnswer } from './answer.ts'
import { keepEmpty } from './render/keep-empty.ts'
import { renderJson } from './render/render-json.ts'
import { renderMarkdown } from './render/render-markdown.ts'
import { renderPretty } from './render/render-pretty.ts'
import { trimAnswer } from './trim/trim-answer.ts'

export interface RenderOptions {
  readonly format: 'markdown' | 'pretty' | 'json'
  readonly color: boolean
  readonly width: number
}

export function renderAnswer(
  answer: ReadAnswer,
  options: RenderOptions & { readonly budget: number; readonly keepEmpty: boolean },
): string {
  const renderers = {
    json: (one: ReadAnswer) => renderJson(options.keepEmpty ? keepEmpty(one) : one),
    markdown: renderMarkdown,
    // Colour never decides what an answer holds.
    pretty: (one: ReadAnswer) => renderPretty(one, { ...options, color: false }),
  }
  const render = renderers[options.format]
  const trimmed = trimAnswer(answer, options.budget, render)
  return options.format === 'pretty' ? renderPretty(trimmed, options) : render(trimmed)
}
