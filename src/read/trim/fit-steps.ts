/**
 * The gentlest of many ways to make an answer smaller that makes it fit. The ways are stages of steps, in order; each
 * step leaves no more than the one before. The search starts at the smallest answer and doubles its stride, so that
 * what is tried is never much larger than what fits: an answer of a megabyte is not rendered twenty times.
 */
export interface Stage<Answer> {
  /** How many steps it has; zero for a stage with nothing to do. */
  readonly count: number
  /** The answer after the first `done` steps, `done` from 1 to `count`. */
  readonly apply: (answer: Answer, done: number) => Answer
}

export function fitSteps<Answer>(
  answer: Answer,
  stages: readonly Stage<Answer>[],
  fits: (smaller: Answer) => boolean,
): Answer {
  const last = stages.reduce((sum, { count }) => sum + count, 0)
  const after = (steps: number) => applySteps(answer, stages, steps)
  let small = last
  let large = last
  for (let stride = 1; large > 0; stride *= 2) {
    large = Math.max(0, last - stride)
    if (!fits(after(large))) break
    small = large
  }
  if (small === 0) return answer
  while (small - large > 1) {
    const middle = (small + large) >> 1
    if (fits(after(middle))) small = middle
    else large = middle
  }
  return after(small)
}

function applySteps<Answer>(answer: Answer, stages: readonly Stage<Answer>[], steps: number): Answer {
  let left = steps
  let result = answer
  for (const { count, apply } of stages) {
    if (left <= 0) break
    if (count > 0) result = apply(result, Math.min(count, left))
    left -= count
  }
  return result
}
