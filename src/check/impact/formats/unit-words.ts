/** The words of an impact that its formats for people share. */
import { visibleLine, visibleText } from '../../../read/render/safe-text.ts'
import { counted } from '../../formats/describe-finding.ts'
import type { ImpactAnswer, ImpactUnit } from '../impact-answer.ts'
import { nodeOf } from '../walk-dependents.ts'

const mostTests = 10

export function titleOf({ file, line, anchor }: ImpactUnit): string {
  const name = anchor === undefined ? '' : ` ${visibleLine(anchor)}`
  return `${visibleLine(file)}${line === undefined ? '' : `:${line}`}${name}`
}

function subjectOf({ query }: ImpactAnswer): string {
  if (query.source === 'range') return visibleLine(query.range ?? '')
  return query.source === 'staged' ? 'what is staged' : 'the working tree'
}

export function totalsOf(answer: ImpactAnswer): string {
  const { units, files, risk } = answer.stats
  return `${counted(units, 'unit')} in ${counted(files, 'file')} touched, risk ${risk} (${subjectOf(answer)})`
}

/** What was recorded about a unit, and what would notice when it breaks. */
export function wordsOf({ constraints, risk_notes, dependents, tests }: ImpactUnit): string[] {
  return [
    ...constraints.map(
      ({ text, source, commit }) =>
        `constraint (${source ?? 'author'}, ${commit.slice(0, 12)}): ${visibleText(text)}`,
    ),
    ...risk_notes.map(({ text, commit }) => `risk (${commit.slice(0, 12)}): ${visibleText(text)}`),
    ...dependents.map((one) => {
      const way = one.via === undefined ? '' : ` through ${visibleLine(one.via)}`
      const words = one.nature === undefined ? '' : `: ${visibleText(one.nature)}`
      return `relied on by ${visibleLine(nodeOf(one))}${way}${words}`
    }),
    ...(tests.length === 0 ? [] : [`tests: ${testNames(tests)}`]),
  ]
}

function testNames(tests: ImpactUnit['tests']): string {
  const named = tests
    .toSorted((a, b) => Number(b.changed) - Number(a.changed))
    .slice(0, mostTests)
    .map(({ file, changed }) => `${visibleLine(file)}${changed ? ' (changed)' : ''}`)
  const rest = tests.length > mostTests ? ` and ${tests.length - mostTests} more` : ''
  return `${named.join(', ')}${rest}`
}
