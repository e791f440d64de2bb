/**
 * Which old line each new line of one rewritten stretch was made from, the way `git blame --ignore-rev` guesses it:
 * the surest pair first, then what lies before it and what lies behind it, so that the order of lines is kept.
 */
import { countShared, type LinePrint, takeOut } from './line-print.ts'

/** Lines count from 0, ends are exclusive. */
export interface Stretch {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** A new line is compared with old ones at most this far from where it would lie by proportion. */
const farthest = 10
/** Nearness decides between lines equally alike, and must never outweigh a shared pair. */
const scale = 1000
const unknown = -1
const nothing = -2

/** The old line of each new one, -1 where none is alike. What was matched is taken out of `oldPrints`. */
export function matchRewritten(
  oldPrints: readonly LinePrint[],
  newPrints: readonly LinePrint[],
  stretch: Stretch,
): Int32Array {
  return new RewrittenMatcher(oldPrints, newPrints, stretch).run()
}

class RewrittenMatcher {
  readonly #old: readonly LinePrint[]
  readonly #new: readonly LinePrint[]
  readonly #whole: Stretch
  readonly #reach: number
  /** Per new line: the best old line, the second best, and how sure the best is. */
  readonly #best: Int32Array
  readonly #second: Int32Array
  readonly #certainty: Float64Array
  readonly #alike: Float64Array

  constructor(oldPrints: readonly LinePrint[], newPrints: readonly LinePrint[], whole: Stretch) {
    const count = whole.newEnd - whole.newStart
    this.#old = oldPrints
    this.#new = newPrints
    this.#whole = whole
    this.#reach = Math.min(farthest, Math.max(0, whole.oldEnd - whole.oldStart - 1))
    this.#best = new Int32Array(count).fill(-1)
    this.#second = new Int32Array(count).fill(-1)
    this.#certainty = new Float64Array(count).fill(unknown)
    this.#alike = new Float64Array(count * (2 * this.#reach + 1)).fill(unknown)
  }

  run(): Int32Array {
    if (this.#whole.oldEnd <= this.#whole.oldStart) return this.#best
    // A stack instead of recursion: a stretch can be long. The part before a match is done before the part behind it.
    const open = [this.#whole]
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const line = this.#surest(part)
      if (line === undefined) continue
      const partner = this.#best[line - this.#whole.newStart] ?? 0
      this.#claim(part, line, partner)
      if (line + 1 < part.newEnd) open.push({ ...part, oldStart: partner, newStart: line + 1 })
      if (line > part.newStart) open.push({ ...part, oldEnd: partner + 1, newEnd: line })
    }
    return this.#best
  }

  /** The new line whose partner is least in doubt; undefined when none has one. */
  #surest(part: Stretch): number | undefined {
    let surest: number | undefined
    let most = unknown
    for (let line = part.newStart; line < part.newEnd; line++) {
      const at = line - this.#whole.newStart
      if (this.#certainty[at] === unknown) this.#findPartner(part, line)
      const certainty = this.#certainty[at] ?? nothing
      if (certainty <= most) continue
      most = certainty
      surest = line
    }
    return surest
  }

  #findPartner(part: Stretch, line: number): void {
    const at = line - this.#whole.newStart
    const middle = this.#proportional(line)
    const from = Math.max(part.oldStart, middle - this.#reach)
    const to = Math.min(part.oldEnd, middle + this.#reach + 1)
    let [best, second] = [0, 0]
    let [bestLine, secondLine] = [part.oldStart, part.oldStart]
    for (let old = from; old < to; old++) {
      const alike = this.#likeness(line, old, middle)
      if (alike > best) {
        second = best
        secondLine = bestLine
        best = alike
        bestLine = old
      } else if (alike > second) {
        second = alike
        secondLine = old
      }
    }
    // A rival makes a match less sure, but a good match with a rival still comes before a poor one without.
    this.#certainty[at] = best === 0 ? nothing : 2 * best - second
    this.#best[at] = best === 0 ? -1 : bestLine
    if (best > 0) this.#second[at] = secondLine
  }

  #likeness(line: number, old: number, middle: number): number {
    const place = this.#placeOf(line, old, middle)
    let alike = this.#alike[place] ?? unknown
    if (alike === unknown) {
      const [fresh, former] = [this.#new[line], this.#old[old]]
      const shared = fresh === undefined || former === undefined ? 0 : countShared(former, fresh)
      alike = shared * (scale - Math.abs(old - middle))
      this.#alike[place] = alike
    }
    return alike
  }

  /** Settles a pair, and forgets what was thought of other lines and can no longer be. */
  #claim(part: Stretch, line: number, partner: number): void {
    const [fresh, former] = [this.#new[line], this.#old[partner]]
    if (fresh !== undefined && former !== undefined) takeOut(former, fresh)
    const { oldStart, oldEnd, newStart, newEnd } = this.#whole
    const near = Math.floor(((2 * this.#reach + 1) * (newEnd - newStart) - 1) / (oldEnd - oldStart))
    const from = Math.max(part.newStart, line - near)
    const to = Math.min(part.newEnd, line + near + 1)
    for (let other = from; other < to; other++) {
      const middle = this.#proportional(other)
      if (Math.abs(partner - middle) <= this.#reach)
        this.#alike[this.#placeOf(other, partner, middle)] = unknown
      if (other !== line) this.#doubt(other - newStart, partner, other < line)
    }
  }

  /** A line whose partner, or its rival, lies on the wrong side of the settled pair has to be looked at again. */
  #doubt(at: number, partner: number, before: boolean): void {
    if ((this.#certainty[at] ?? nothing) < 0) return
    const crosses = [this.#best[at] ?? -1, this.#second[at] ?? -1].some((old) =>
      before ? old >= partner : old <= partner,
    )
    if (crosses) this.#certainty[at] = unknown
  }

  /** The old line at the same share of the way through the whole stretch. */
  #proportional(line: number): number {
    const { oldStart, oldEnd, newStart, newEnd } = this.#whole
    return (
      oldStart + Math.floor(((2 * (line - newStart) + 1) * (oldEnd - oldStart)) / (2 * (newEnd - newStart)))
    )
  }

  #placeOf(line: number, old: number, middle: number): number {
    return (line - this.#whole.newStart) * (2 * this.#reach + 1) + (old - middle + this.#reach)
  }
}
