/** The answer of an impact in each of its formats. */
import { safeJson } from '../../../read/render/safe-text.ts'
import type { ImpactAnswer } from '../impact-answer.ts'
import { renderImpactMarkdown } from './markdown.ts'
import { renderMermaid } from './mermaid.ts'
import { renderImpactText } from './text.ts'

const renderers: Readonly<Record<string, (answer: ImpactAnswer) => string>> = {
  text: renderImpactText,
  markdown: renderImpactMarkdown,
  json: safeJson,
  mermaid: renderMermaid,
}

export function renderImpact(answer: ImpactAnswer, format: string): string {
  return (renderers[format] ?? renderImpactText)(answer)
}
