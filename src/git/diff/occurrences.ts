/** Where the lines of each kind are in a text: for one that is compared with many, and only a part of it each time. */
export class Occurrences {
  /** By id: the first line that has it, from 0; -1: none. */
  readonly #first: Int32Array
  /** By line: the next one with the same id; -1: none. */
  readonly #next: Int32Array

  constructor(ids: Int32Array) {
    let most = -1
    for (let at = 0; at < ids.length; at++) if ((ids[at] as number) > most) most = ids[at] as number
    this.#first = new Int32Array(most + 1).fill(-1)
    this.#next = new Int32Array(ids.length)
    for (let at = ids.length - 1; at >= 0; at--) {
      const id = ids[at] as number // an id of this text, as all below
      this.#next[at] = this.#first[id] as number
      this.#first[id] = at
    }
  }

  /** The only line from `start` up to `end` (not included) that has an id; -1 when there is none, or several. */
  onlyBetween(id: number, start: number, end: number): number {
    if (id >= this.#first.length) return -1
    let line = this.#first[id] as number
    while (line >= 0 && line < start) line = this.#next[line] as number
    if (line < 0 || line >= end) return -1
    const other = this.#next[line] as number
    return other >= 0 && other < end ? -1 : line
  }
}
