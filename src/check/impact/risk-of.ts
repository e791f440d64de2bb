/** How much may break: a number to sort by. */
import type { ImpactUnit } from './impact-answer.ts'

const points = { author: 3, inferred: 1, direct: 2, indirect: 1, riskNote: 2 } as const

export function riskOf(
  unit: Pick<ImpactUnit, 'constraints' | 'dependents' | 'risk_notes' | 'tests'>,
): number {
  const inferred = unit.constraints.filter(({ source }) => source === 'inferred').length
  const direct = unit.dependents.filter(({ depth }) => depth === 1).length
  const sum =
    points.author * (unit.constraints.length - inferred) +
    points.inferred * inferred +
    points.direct * direct +
    points.indirect * (unit.dependents.length - direct) +
    points.riskNote * unit.risk_notes.length
  return unit.tests.some(({ changed }) => changed) ? sum / 2 : sum
}
