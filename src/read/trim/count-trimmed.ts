import type { ReadAnswer, Trimmed } from '../answer.ts'

type Count = 'shortened' | 'folded' | 'dropped' | 'cut' | 'left_out'

/** Adds to what `trimmed` tells. */
export function countTrimmed(answer: ReadAnswer, count: Count, more: number): Trimmed {
  const trimmed = answer.trimmed ?? { budget: 0, estimate: 0 }
  return more === 0 ? trimmed : { ...trimmed, [count]: (trimmed[count] ?? 0) + more }
}
