/**
 * Finds where a shortest edit path crosses the middle of a box: Myers' linear-space search from both corners.
 * Ties and the two ways out of a costly search follow git, because they decide which of several equally short
 * diffs comes out.
 *
 * A diagonal is numbered by old position minus new position. `ahead[d]` is the furthest old position reached
 * on it from the start, `behind[d]` the furthest from the end.
 */
import { roughRoot } from './keep-promising.ts'

export interface Split {
  readonly old: number
  readonly new: number
  /** The part before (after) the split was searched far enough to be finished exactly. */
  readonly thoroughBefore: boolean
  readonly thoroughAfter: boolean
}

/** A run of this many equal lines is a landmark. */
const longSnake = 20
/** Below this cost no shortcut is taken. */
const patience = 256
/** A path is promising when it came this many times further than it cost. */
const promise = 4
const beyond = 0x7fffffff

export class SplitFinder {
  readonly #old: Int32Array
  readonly #new: Int32Array
  readonly #ahead: Int32Array
  readonly #behind: Int32Array
  /** Diagonals can be negative; arrays cannot. */
  readonly #zero: number
  readonly #maxCost: number

  constructor(oldIds: Int32Array, newIds: Int32Array) {
    const diagonals = oldIds.length + newIds.length + 3
    this.#old = oldIds
    this.#new = newIds
    this.#ahead = new Int32Array(diagonals)
    this.#behind = new Int32Array(diagonals)
    this.#zero = newIds.length + 1
    this.#maxCost = Math.max(roughRoot(diagonals), patience)
  }

  find(oldStart: number, oldEnd: number, newStart: number, newEnd: number, thorough: boolean): Split {
    const box: Frontier = {
      oldStart,
      oldEnd,
      newStart,
      newEnd,
      aheadLow: oldStart - newStart,
      aheadHigh: oldStart - newStart,
      behindLow: oldEnd - newEnd,
      behindHigh: oldEnd - newEnd,
      sawSnake: false,
    }
    const odd = ((oldStart - newStart - (oldEnd - newEnd)) & 1) !== 0
    this.#ahead[this.#zero + box.aheadLow] = oldStart
    this.#behind[this.#zero + box.behindLow] = oldEnd
    for (let cost = 1; ; cost++) {
      box.sawSnake = false
      const met = this.#stepAhead(box, odd) ?? this.#stepBehind(box, odd)
      if (met !== undefined) return met
      if (thorough) continue
      if (box.sawSnake && cost > patience) {
        const landmark = this.#landmarkAhead(box, cost) ?? this.#landmarkBehind(box, cost)
        if (landmark !== undefined) return landmark
      }
      if (cost >= this.#maxCost) return this.#giveUp(box)
    }
  }

  #stepAhead(box: Frontier, odd: boolean): Split | undefined {
    const ahead = this.#ahead
    const behind = this.#behind
    const olds = this.#old
    const news = this.#new
    const zero = this.#zero
    const { oldEnd, newEnd } = box
    // A diagonal that leaves the box is given up; the next one inside takes its parity.
    if (box.aheadLow > box.oldStart - newEnd) ahead[zero + --box.aheadLow - 1] = -1
    else box.aheadLow++
    if (box.aheadHigh < oldEnd - box.newStart) ahead[zero + ++box.aheadHigh + 1] = -1
    else box.aheadHigh--
    for (let d = box.aheadHigh; d >= box.aheadLow; d -= 2) {
      const left = ahead[zero + d - 1] as number // all indices lie within the arrays by construction
      const right = ahead[zero + d + 1] as number
      let at = left >= right ? left + 1 : right
      const from = at
      while (at < oldEnd && at - d < newEnd && olds[at] === news[at - d]) at++
      if (at - from > longSnake) box.sawSnake = true
      ahead[zero + d] = at
      if (odd && box.behindLow <= d && d <= box.behindHigh && (behind[zero + d] as number) <= at) {
        return { old: at, new: at - d, thoroughBefore: true, thoroughAfter: true }
      }
    }
    return undefined
  }

  #stepBehind(box: Frontier, odd: boolean): Split | undefined {
    const ahead = this.#ahead
    const behind = this.#behind
    const olds = this.#old
    const news = this.#new
    const zero = this.#zero
    const { oldStart, newStart } = box
    if (box.behindLow > oldStart - box.newEnd) behind[zero + --box.behindLow - 1] = beyond
    else box.behindLow++
    if (box.behindHigh < box.oldEnd - newStart) behind[zero + ++box.behindHigh + 1] = beyond
    else box.behindHigh--
    for (let d = box.behindHigh; d >= box.behindLow; d -= 2) {
      const left = behind[zero + d - 1] as number // as above
      const right = behind[zero + d + 1] as number
      let at = left < right ? left : right - 1
      const from = at
      while (at > oldStart && at - d > newStart && olds[at - 1] === news[at - d - 1]) at--
      if (from - at > longSnake) box.sawSnake = true
      behind[zero + d] = at
      if (!odd && box.aheadLow <= d && d <= box.aheadHigh && at <= (ahead[zero + d] as number)) {
        return { old: at, new: at - d, thoroughBefore: true, thoroughAfter: true }
      }
    }
    return undefined
  }

  /** The path from the start that came far for its cost and just ran over a landmark. */
  #landmarkAhead(box: Frontier, cost: number): Split | undefined {
    const middle = box.oldStart - box.newStart
    let best = promise * cost
    let found: Split | undefined
    for (let d = box.aheadHigh; d >= box.aheadLow; d -= 2) {
      const old = this.#ahead[this.#zero + d] as number
      const fresh = old - d
      const reach = old - box.oldStart + (fresh - box.newStart) - Math.abs(d - middle)
      if (reach <= best || old >= box.oldEnd || fresh >= box.newEnd) continue
      if (box.oldStart + longSnake > old || box.newStart + longSnake > fresh) continue
      if (!this.#equalRun(old - longSnake, fresh - longSnake)) continue
      best = reach
      found = { old, new: fresh, thoroughBefore: true, thoroughAfter: false }
    }
    return found
  }

  #landmarkBehind(box: Frontier, cost: number): Split | undefined {
    const middle = box.oldEnd - box.newEnd
    let best = promise * cost
    let found: Split | undefined
    for (let d = box.behindHigh; d >= box.behindLow; d -= 2) {
      const old = this.#behind[this.#zero + d] as number
      const fresh = old - d
      const reach = box.oldEnd - old + (box.newEnd - fresh) - Math.abs(d - middle)
      if (reach <= best || old <= box.oldStart || fresh <= box.newStart) continue
      if (old > box.oldEnd - longSnake || fresh > box.newEnd - longSnake) continue
      if (!this.#equalRun(old, fresh)) continue
      best = reach
      found = { old, new: fresh, thoroughBefore: false, thoroughAfter: true }
    }
    return found
  }

  #equalRun(old: number, fresh: number): boolean {
    for (let step = 0; step < longSnake; step++) {
      if (this.#old[old + step] !== this.#new[fresh + step]) return false
    }
    return true
  }

  /** Too costly: split where either side came furthest. */
  #giveUp(box: Frontier): Split {
    let aheadSum = -1
    let aheadOld = -1
    for (let d = box.aheadHigh; d >= box.aheadLow; d -= 2) {
      const old = Math.min(this.#ahead[this.#zero + d] as number, box.oldEnd, box.newEnd + d)
      if (aheadSum < old + old - d) {
        aheadSum = old + old - d
        aheadOld = old
      }
    }
    let behindSum = beyond
    let behindOld = beyond
    for (let d = box.behindHigh; d >= box.behindLow; d -= 2) {
      const old = Math.max(box.oldStart, this.#behind[this.#zero + d] as number, box.newStart + d)
      if (old + old - d < behindSum) {
        behindSum = old + old - d
        behindOld = old
      }
    }
    if (box.oldEnd + box.newEnd - behindSum < aheadSum - (box.oldStart + box.newStart)) {
      return { old: aheadOld, new: aheadSum - aheadOld, thoroughBefore: true, thoroughAfter: false }
    }
    return { old: behindOld, new: behindSum - behindOld, thoroughBefore: false, thoroughAfter: true }
  }
}

/** The box searched and the diagonals reached so far from both corners. */
interface Frontier {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
  aheadLow: number
  aheadHigh: number
  behindLow: number
  behindHigh: number
  sawSnake: boolean
}
