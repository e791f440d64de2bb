import { visibleLine } from '../../../read/render/safe-text.ts'
import type { ImpactAnswer } from '../impact-answer.ts'
import { titleOf, totalsOf, wordsOf } from './unit-words.ts'

/** The riskiest unit first, its reasons below it. */
export function renderImpactText(answer: ImpactAnswer): string {
  return [
    ...answer.units.flatMap((unit) => [
      `risk ${String(unit.risk).padStart(4)}  ${titleOf(unit)} (${unit.change})`,
      ...wordsOf(unit).flatMap((words) => words.split('\n').map((line) => `           ${line}`)),
    ]),
    ...(answer.notes ?? []).map((note) => `note: ${visibleLine(note)}`),
    totalsOf(answer),
  ].join('\n')
}
