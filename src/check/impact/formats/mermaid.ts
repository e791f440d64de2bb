import { visibleLine } from '../../../read/render/safe-text.ts'
import type { ImpactAnswer, ImpactUnit } from '../impact-answer.ts'
import { nodeOf } from '../walk-dependents.ts'

/** More than that nobody can read, and viewers refuse to draw. */
const mostEdges = 280
const longestLabel = 80

/** The graph of what relies on what: dependents and tests point at the units they know. */
export function renderMermaid(answer: ImpactAnswer): string {
  const nodes = new Map<string, string>()
  const idOf = (node: string) => {
    const known = nodes.get(node)
    if (known !== undefined) return known
    nodes.set(node, `n${nodes.size}`)
    return `n${nodes.size - 1}`
  }
  const touched = answer.units.map((unit) => idOf(nodeOf(unit)))
  const edges = new Set(answer.units.flatMap((unit) => edgesOf(unit, idOf)))
  const shown = [...edges].slice(0, mostEdges)
  return [
    'graph LR',
    ...[...nodes].map(([node, id]) => `  ${id}["${label(node)}"]`),
    ...shown,
    ...(edges.size > shown.length ? [`  more["… ${edges.size - shown.length} more edges"]`] : []),
    '  classDef touched stroke-width:3px',
    ...(touched.length === 0 ? [] : [`  class ${[...new Set(touched)].join(',')} touched`]),
  ].join('\n')
}

function edgesOf(unit: ImpactUnit, idOf: (node: string) => string): string[] {
  const target = nodeOf(unit)
  return [
    ...unit.dependents.map(({ via, nature, ...one }) => {
      const arrow = nature === undefined ? '-->' : `-->|"${label(nature)}"|`
      return `  ${idOf(nodeOf(one))} ${arrow} ${idOf(via ?? target)}`
    }),
    ...unit.tests.map(({ file }) => `  ${idOf(file)} -.-> ${idOf(target)}`),
  ]
}

/** Anything but letters, digits and harmless marks as a character code: no word of a note may become syntax. */
function label(text: string): string {
  const line = visibleLine(text)
  const short = line.length <= longestLabel ? line : `${line.slice(0, longestLabel).toWellFormed()}…`
  return short.replace(/[^\p{L}\p{N} ./:_\-,…]/gu, (char) => `#${char.codePointAt(0)};`)
}
