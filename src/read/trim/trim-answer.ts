/**
 * Makes an answer fit a budget of tokens as it will be rendered. What matters least goes first: side texts are
 * shortened, the weakest regions folded and dropped, and only then is cut into what an author warned about.
 */
import type { ReadAnswer } from '../answer.ts'
import { cutAlternatives, cutConstraints, cutIntents } from './cut-regions.ts'
import { dropCommits, dropRegions } from './drop-regions.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { fitSteps, type Stage } from './fit-steps.ts'
import { foldRegions, shortenRegions } from './shorten-regions.ts'
import { trimFrame } from './trim-frame.ts'
import { trimSideLists } from './trim-side-lists.ts'

/** Less than this cannot hold one constraint and say where it is from. */
const smallestBudget = 200

/** A budget of 0 is no limit. An answer that fits is returned as it is. */
export function trimAnswer(
  answer: ReadAnswer,
  budget: number,
  render: (answer: ReadAnswer) => string,
): ReadAnswer {
  if (budget <= 0) return answer
  const limit = Math.max(smallestBudget, Math.floor(budget))
  const estimate = (one: ReadAnswer) => estimateTokens(render(one), limit)
  if (estimate(answer) <= limit) return answer
  // the limit stands in for the estimate, which has no more digits
  const marked: ReadAnswer = { ...answer, trimmed: { budget: limit, estimate: limit } }
  const smaller = fitSteps(marked, stagesOf(answer), (one) => estimate(one) <= limit)
  return { ...smaller, trimmed: { ...smaller.trimmed, budget: limit, estimate: estimate(smaller) } }
}

function stagesOf(answer: ReadAnswer): Stage<ReadAnswer>[] {
  return [
    ...shortenRegions(answer),
    trimSideLists(answer, { items: 10, length: 160 }),
    foldRegions(answer),
    trimSideLists(answer, { items: 3, length: 80 }),
    dropRegions(answer),
    trimSideLists(answer, { items: 1, length: 60 }),
    cutAlternatives(answer),
    cutIntents(answer),
    dropCommits(answer),
    trimSideLists(answer, { items: 0, length: 0 }),
    ...trimFrame(),
    ...cutConstraints(answer),
  ]
}
