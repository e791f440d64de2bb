/** Commits to be visited, newest first by the committer's clock; among equals the one put in first. */
import type { Commit } from '../repository.ts'

interface Place {
  readonly commit: Commit
  readonly order: number
}

export class CommitQueue {
  readonly #heap: Place[] = []
  #count = 0

  get size(): number {
    return this.#heap.length
  }

  push(commit: Commit): void {
    const heap = this.#heap
    const place = { commit, order: this.#count++ }
    let at = heap.length
    heap.push(place)
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = heap[above] as Place // within bounds
      if (!isBefore(place, other)) break
      heap[at] = other
      at = above
    }
    heap[at] = place
  }

  pop(): Commit | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined) return undefined
    if (heap.length > 0) this.#sink(last)
    return first.commit
  }

  /** Puts a place in at the top and lets it sink to where it belongs. */
  #sink(place: Place): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      const left = heap[below]
      if (left === undefined) break
      const right = heap[below + 1]
      const better = right !== undefined && isBefore(right, left) ? right : left
      if (better === right) below++
      if (!isBefore(better, place)) break
      heap[at] = better
      at = below
    }
    heap[at] = place
  }
}

function isBefore(a: Place, b: Place): boolean {
  const difference = a.commit.committer.seconds - b.commit.committer.seconds
  return difference !== 0 ? difference > 0 : a.order < b.order
}
