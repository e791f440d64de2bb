/**
 * Slides runs of changed lines to where a reader expects them. A run whose first line equals the line after it
 * can move down by one, and back; runs that meet become one. It comes to rest beside a change of the other
 * file if it can, else where the indent heuristic likes it best.
 */
import { addScores, compareScores, type SplitScore, scoreSplit } from './score-split.ts'

export interface DiffSide {
  readonly ids: Int32Array
  /** 1 where the line is changed. */
  readonly changed: Uint8Array
  indentAt(line: number): number
}

const longestSlide = 100

/** Moves the marks of `side`; `other` is only looked at. */
export function compactChanges(side: DiffSide, other: DiffSide): void {
  const run = new Run(side)
  const facing = new Run(other)
  do {
    if (run.length > 0) settle(run, facing)
    facing.toNext()
  } while (run.toNext())
}

function settle(run: Run, facing: Run): void {
  let earliestEnd: number
  let meetsChange: boolean
  let length: number
  do {
    length = run.length
    while (run.slideUp()) facing.toPrevious()
    earliestEnd = run.end
    meetsChange = facing.length > 0
    while (run.slideDown()) {
      facing.toNext()
      if (facing.length > 0) meetsChange = true
    }
    // A run that swallowed another one is longer and can perhaps slide further.
  } while (length !== run.length)
  if (run.end === earliestEnd) return
  if (meetsChange) {
    while (facing.length === 0) {
      run.slideUp()
      facing.toPrevious()
    }
    return
  }
  const best = bestEnd(run, earliestEnd)
  while (run.end > best) {
    run.slideUp()
    facing.toPrevious()
  }
}

function bestEnd(run: Run, earliestEnd: number): number {
  const { length } = run
  const file = { length: run.side.ids.length, indentAt: run.side.indentAt }
  let bestAt = -1
  let best: SplitScore | undefined
  const first = Math.max(earliestEnd, run.end - length - 1, run.end - longestSlide)
  for (let at = first; at <= run.end; at++) {
    const score = addScores(scoreSplit(file, at), scoreSplit(file, at - length))
    if (best !== undefined && compareScores(score, best) > 0) continue
    best = score
    bestAt = at
  }
  return bestAt
}

/**
 * A run of changed lines, possibly empty: between any two unchanged lines lies exactly one. So the runs of both
 * files correspond one to one, and stepping both keeps them side by side.
 */
class Run {
  readonly side: DiffSide
  start = 0
  end = 0

  constructor(side: DiffSide) {
    this.side = side
    this.#growDown()
  }

  get length(): number {
    return this.end - this.start
  }

  toNext(): boolean {
    if (this.end === this.side.ids.length) return false
    this.start = this.end + 1
    this.end = this.start
    this.#growDown()
    return true
  }

  toPrevious(): boolean {
    if (this.start === 0) return false
    this.end = this.start - 1
    this.start = this.end
    this.#growUp()
    return true
  }

  slideDown(): boolean {
    const { ids, changed } = this.side
    if (this.end >= ids.length || ids[this.start] !== ids[this.end]) return false
    changed[this.start++] = 0
    changed[this.end++] = 1
    this.#growDown()
    return true
  }

  slideUp(): boolean {
    const { ids, changed } = this.side
    if (this.start === 0 || ids[this.start - 1] !== ids[this.end - 1]) return false
    changed[--this.start] = 1
    changed[--this.end] = 0
    this.#growUp()
    return true
  }

  #growDown(): void {
    while (this.side.changed[this.end] === 1) this.end++
  }

  #growUp(): void {
    while (this.start > 0 && this.side.changed[this.start - 1] === 1) this.start--
  }
}
