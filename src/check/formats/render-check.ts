/** The answer of a check in each of its formats. */
import { safeJson } from '../../read/render/safe-text.ts'
import type { CheckAnswer } from '../check-answer.ts'
import type { Severity } from '../finding.ts'
import { renderGithub } from './github.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderSarif } from './sarif.ts'
import { renderText } from './text.ts'

export interface CheckRenderOptions {
  readonly color: boolean
  readonly failOn: Severity
}

export type CheckRenderer = (answer: CheckAnswer, options: CheckRenderOptions) => string

const renderers = {
  text: renderText,
  json: safeJson,
  github: renderGithub,
  sarif: renderSarif,
  junit: renderJunit,
  markdown: renderMarkdown,
} as const satisfies Record<string, CheckRenderer>

export function renderCheck(answer: CheckAnswer, format: string, options: CheckRenderOptions): string {
  const render = Object.entries(renderers).find(([name]) => name === format)?.[1] ?? renderText
  return render(answer, options)
}
