/**
 * Lines that stand once in each of two texts. The versions of a file differ in a few lines, so what is known of one
 * version is carried on to the next: only lines that came or went are looked at, and lines of the same kind.
 */
import type { LineNumbers } from './line-numbers.ts'
import { type Lines, TextLines } from './text-lines.ts'

export interface LinePairs {
  /** By old line, from 0: its twin in the new text, from 1; 0 where it has none. */
  readonly twins: Int32Array
  /** The twins have the order of the lines. */
  readonly isRising: boolean
}

/** Lines of a text that another one does not have, and what the other has instead: all else is the same. */
interface Difference {
  readonly before: Int32Array
  /** So many lines at the start are the same, and so many at the end. */
  readonly head: number
  readonly tail: number
}

export class PairedLines {
  readonly #numbers: LineNumbers
  readonly #known = new WeakMap<Lines, WeakMap<Lines, LinePairs>>()
  /** By number: the line of a new text that alone has it, from 1; 0: none or several. */
  readonly #only = new WeakMap<Lines, Int32Array>()
  /** How often each number is in the text that was looked at last. */
  #counts = new Int32Array(0)
  #counted: Int32Array = new Int32Array(0)

  constructor(numbers: LineNumbers) {
    this.#numbers = numbers
  }

  of(old: Lines, fresh: Lines): LinePairs {
    let known = this.#known.get(fresh)
    if (known === undefined) {
      known = new WeakMap()
      this.#known.set(fresh, known)
    }
    let pairs = known.get(old)
    if (pairs === undefined) {
      pairs = this.#find(old, fresh, known)
      known.set(old, pairs)
    }
    return pairs
  }

  #find(old: Lines, fresh: Lines, known: WeakMap<Lines, LinePairs>): LinePairs {
    const ids = this.#numbers.of(old)
    const only = this.#onlyIn(fresh)
    const kin = old instanceof TextLines ? old.kin : undefined
    const other = kin?.lines.deref()
    const earlier = other === undefined ? undefined : known.get(other)
    if (kin === undefined || other === undefined || earlier === undefined) {
      this.#count(ids)
      return this.#pairAll(ids, only)
    }
    const difference = { before: this.#numbers.of(other), head: kin.head, tail: kin.tail }
    this.#recount(ids, difference)
    return this.#carryOn(ids, only, { earlier, difference })
  }

  #pairAll(ids: Int32Array, only: Int32Array): LinePairs {
    const counts = this.#counts
    const twins = new Int32Array(ids.length)
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number // the numbers of a text, all of them counted, as below
      if (counts[id] === 1) twins[at] = only[id] ?? 0
    }
    return { twins, isRising: isRising(twins) }
  }

  #carryOn(
    ids: Int32Array,
    only: Int32Array,
    { earlier, difference }: { readonly earlier: LinePairs; readonly difference: Difference },
  ): LinePairs {
    const { before, head, tail } = difference
    const twins = new Int32Array(ids.length)
    twins.set(earlier.twins.subarray(0, head))
    twins.set(earlier.twins.subarray(before.length - tail), ids.length - tail)
    const touched = [head]
    for (let at = head; at < before.length - tail; at++)
      this.#pairAgain(before[at] as number, ids, only, twins, touched)
    for (let at = head; at < ids.length - tail; at++) {
      this.#pairAgain(ids[at] as number, ids, only, twins, touched)
      touched.push(at)
    }
    const rises = earlier.isRising ? touched.every((at) => risesAt(twins, at)) : isRising(twins)
    return { twins, isRising: rises }
  }

  /** The lines of one kind, where one of them came or went. */
  #pairAgain(id: number, ids: Int32Array, only: Int32Array, twins: Int32Array, touched: number[]): void {
    const twin = only[id] ?? 0
    if (twin === 0) return
    const isOnly = this.#counts[id] === 1
    for (let at = ids.indexOf(id); at >= 0; at = isOnly ? -1 : ids.indexOf(id, at + 1)) {
      twins[at] = isOnly ? twin : 0
      touched.push(at)
    }
  }

  #onlyIn(fresh: Lines): Int32Array {
    let only = this.#only.get(fresh)
    if (only === undefined) {
      const ids = this.#numbers.of(fresh)
      only = new Int32Array(this.#numbers.count)
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at] as number
        only[id] = only[id] === 0 ? at + 1 : -1
      }
      for (let at = 0; at < ids.length; at++) if (only[ids[at] as number] === -1) only[ids[at] as number] = 0
      this.#only.set(fresh, only)
    }
    return only
  }

  #count(ids: Int32Array): void {
    this.#makeRoom()
    const counts = this.#counts
    for (let at = 0; at < this.#counted.length; at++) counts[this.#counted[at] as number] = 0
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] as number
      counts[id] = (counts[id] as number) + 1
    }
    this.#counted = ids
  }

  #recount(ids: Int32Array, { before, head, tail }: Difference): void {
    if (this.#counted !== before) {
      this.#count(ids)
      return
    }
    this.#makeRoom()
    const counts = this.#counts
    for (let at = head; at < before.length - tail; at++) {
      const id = before[at] as number
      counts[id] = (counts[id] as number) - 1
    }
    for (let at = head; at < ids.length - tail; at++) {
      const id = ids[at] as number
      counts[id] = (counts[id] as number) + 1
    }
    this.#counted = ids
  }

  #makeRoom(): void {
    if (this.#counts.length >= this.#numbers.count) return
    const counts = new Int32Array(this.#numbers.count * 2)
    counts.set(this.#counts)
    this.#counts = counts
  }
}

function isRising(twins: Int32Array): boolean {
  let last = 0
  for (let at = 0; at < twins.length; at++) {
    const twin = twins[at] as number
    if (twin === 0) continue
    if (twin < last) return false
    last = twin
  }
  return true
}

/** Seen from the nearest twins before and behind a line. */
function risesAt(twins: Int32Array, line: number): boolean {
  let before = line - 1
  while (before >= 0 && twins[before] === 0) before--
  let at = line
  while (at < twins.length && twins[at] === 0) at++
  if (at < twins.length && before >= 0 && (twins[before] as number) > (twins[at] as number)) return false
  if (at !== line) return true
  let behind = line + 1
  while (behind < twins.length && twins[behind] === 0) behind++
  return behind >= twins.length || (twins[line] as number) < (twins[behind] as number)
}
