/** The answer of `deps` as blocks: one per dependent, one per dependency. */

import type { Block, Blocks } from '../../read/render/blocks.ts'
import { address } from '../../read/render/region-fields.ts'
import type { DepsAnswer, DepsEdge } from '../deps-answer.ts'
import { date, field, frameSections, short } from './parts.ts'

export function depsBlocks(answer: DepsAnswer): Blocks {
  const { dependents = [], dependencies = [], query } = answer
  const subject = address(query.path, query.anchor)
  return {
    opening:
      dependents.length + dependencies.length > 0
        ? undefined
        : `Nobody has recorded a dependency on ${subject} yet.`,
    blocks: [
      ...dependents.map((edge) => edgeBlock(edge, `relies on ${subject}`)),
      ...dependencies.map((edge) => edgeBlock(edge, `${subject} relies on it`)),
    ],
    sections: [
      ...(answer.cycles === undefined
        ? []
        : [{ title: 'Cycles', items: answer.cycles.map((cycle) => cycle.join(' → ')) }]),
      ...frameSections(answer),
    ],
  }
}

function edgeBlock(edge: DepsEdge, relation: string): Block {
  return {
    heading: edge.file,
    name: edge.anchor,
    status: edge.status,
    survival: edge.survival,
    facts: [
      edge.depth === 1 ? relation : `through ${edge.via}, ${edge.depth} steps away`,
      edge.status,
      `confidence ${edge.confidence}`,
      `commit ${short(edge.commit)}`,
      ...date(edge.timestamp),
    ],
    fields: field('Assumes', edge.nature),
  }
}
