/** An answer of deps, history or summary as text. */
import { type Blocks, blocksToMarkdown, blocksToPage } from '../../read/render/blocks.ts'
import { safeJson } from '../../read/render/safe-text.ts'
import type { RenderOptions } from '../../read/render-answer.ts'
import type { Stage } from '../../read/trim/fit-steps.ts'
import { type TrimmedList, trimQuery } from '../trim-query.ts'

export interface QueryRendering<A> {
  readonly blocks: (answer: A) => Blocks
  readonly stages: (answer: A) => readonly Stage<A>[]
  readonly count: (answer: A) => number
}

export function renderQuery<
  A extends {
    notes?: string[] | undefined
    warnings?: string[] | undefined
    trimmed?: TrimmedList | undefined
  },
>(answer: A, rendering: QueryRendering<A>, options: RenderOptions & { readonly budget: number }): string {
  const renderers = {
    json: (one: A) => safeJson(one),
    markdown: (one: A) => blocksToMarkdown(rendering.blocks(one)),
    // Colour never decides what an answer holds.
    pretty: (one: A) => blocksToPage(rendering.blocks(one), { ...options, color: false }),
  }
  const render = renderers[options.format]
  const stages = rendering.stages(answer)
  const trimmed = trimQuery(answer, options.budget, { render, stages, count: rendering.count })
  return options.format === 'pretty' ? blocksToPage(rendering.blocks(trimmed), options) : render(trimmed)
}
