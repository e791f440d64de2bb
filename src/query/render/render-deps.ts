/** How `deps` is shown, and what goes first when there is little room: the farthest and least certain. */

import type { DepsAnswer, DepsEdge } from '../deps-answer.ts'
import { shortenTexts } from '../trim-query.ts'
import { depsBlocks } from './deps-blocks.ts'
import type { QueryRendering } from './render-query.ts'

const count = ({ dependents = [], dependencies = [] }: DepsAnswer) => dependents.length + dependencies.length

export const depsRendering: QueryRendering<DepsAnswer> = {
  blocks: depsBlocks,
  count,
  stages: (answer) => [
    {
      count: 1,
      apply: (one) => mapEdges(one, (edge) => shortenTexts(edge, ['nature'], { length: 240, items: 0 })),
    },
    { count: Math.max(0, count(answer) - 1), apply: dropEdges },
    { count: 1, apply: ({ cycles: _, ...one }) => one },
    {
      count: 1,
      apply: (one) => mapEdges(one, (edge) => shortenTexts(edge, ['nature'], { length: 80, items: 0 })),
    },
  ],
}

function mapEdges(answer: DepsAnswer, change: (edge: DepsEdge) => DepsEdge): DepsAnswer {
  return {
    ...answer,
    ...(answer.dependents === undefined ? {} : { dependents: answer.dependents.map(change) }),
    ...(answer.dependencies === undefined ? {} : { dependencies: answer.dependencies.map(change) }),
  }
}

/** From the end of the longer list. */
function dropEdges(answer: DepsAnswer, dropped: number): DepsAnswer {
  let up = answer.dependents?.length ?? 0
  let down = answer.dependencies?.length ?? 0
  for (let at = 0; at < dropped; at++) up > down ? up-- : down--
  return {
    ...answer,
    ...(answer.dependents === undefined ? {} : { dependents: answer.dependents.slice(0, up) }),
    ...(answer.dependencies === undefined ? {} : { dependencies: answer.dependencies.slice(0, down) }),
  }
}
