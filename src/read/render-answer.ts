/** An answer as text, within its budget. */
import type { ReadAnswer } from './answer.ts'
import { renderJson } from './render/render-json.ts'
import { renderMarkdown } from './render/render-markdown.ts'
import { renderPretty } from './render/render-pretty.ts'

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
    json: renderJson,
    markdown: renderMarkdown,
    pretty: (one: ReadAnswer) => renderPretty(one, options),
  }
  return renderers[options.format](answer)
}
