/** Which lines are deleted and which are added: the search part of the diff, before changes are slid. */
import { keepPromising } from './keep-promising.ts'
import { SplitFinder } from './split-finder.ts'

export interface ChangeMarks {
  /** 1 where the line is deleted. */
  readonly old: Uint8Array
  /** 1 where the line is added. */
  readonly new: Uint8Array
}

/** Takes lines as numbers below `idCount`, equal numbers being equal lines. */
export function markChanges(oldIds: Int32Array, newIds: Int32Array, idCount: number): ChangeMarks {
  const marks = { old: new Uint8Array(oldIds.length), new: new Uint8Array(newIds.length) }
  const { start, oldEnd, newEnd } = trimEnds(oldIds, newIds)
  const oldKept = keepPromising(oldIds, start, oldEnd, countIds(newIds, idCount), marks.old)
  const newKept = keepPromising(newIds, start, newEnd, countIds(oldIds, idCount), marks.new)
  divide(pick(oldIds, oldKept), pick(newIds, newKept), {
    deleted: (at) => {
      marks.old[oldKept[at] ?? 0] = 1
    },
    added: (at) => {
      marks.new[newKept[at] ?? 0] = 1
    },
  })
  return marks
}

/** What both begin and end with is left out. */
export function trimEnds(
  oldIds: Int32Array,
  newIds: Int32Array,
): { start: number; oldEnd: number; newEnd: number } {
  let start = 0
  let oldEnd = oldIds.length
  let newEnd = newIds.length
  while (start < oldEnd && start < newEnd && oldIds[start] === newIds[start]) start++
  while (oldEnd > start && newEnd > start && oldIds[oldEnd - 1] === newIds[newEnd - 1]) {
    oldEnd--
    newEnd--
  }
  return { start, oldEnd, newEnd }
}

/** Over the whole file, also where both ends were trimmed. */
function countIds(ids: Int32Array, idCount: number): Int32Array {
  const counts = new Int32Array(idCount)
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] as number // below the count, like all of them
    counts[id] = (counts[id] as number) + 1
  }
  return counts
}

function pick(ids: Int32Array, kept: Int32Array): Int32Array {
  const picked = new Int32Array(kept.length)
  for (let at = 0; at < kept.length; at++) picked[at] = ids[kept[at] as number] as number // positions of these ids
  return picked
}

interface Marker {
  deleted(at: number): void
  added(at: number): void
}

interface Box {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
  /** Search this box to the end, whatever it costs. */
  readonly thorough: boolean
}

/** Divide and conquer with an own stack: the depth is data's choice, and a call stack is not endless. */
function divide(oldIds: Int32Array, newIds: Int32Array, mark: Marker): void {
  const finder = new SplitFinder(oldIds, newIds)
  const stack: Box[] = [
    { oldStart: 0, oldEnd: oldIds.length, newStart: 0, newEnd: newIds.length, thorough: false },
  ]
  for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
    let { oldStart, oldEnd, newStart, newEnd } = box
    while (oldStart < oldEnd && newStart < newEnd && oldIds[oldStart] === newIds[newStart]) {
      oldStart++
      newStart++
    }
    while (oldStart < oldEnd && newStart < newEnd && oldIds[oldEnd - 1] === newIds[newEnd - 1]) {
      oldEnd--
      newEnd--
    }
    if (oldStart === oldEnd) for (let at = newStart; at < newEnd; at++) mark.added(at)
    else if (newStart === newEnd) for (let at = oldStart; at < oldEnd; at++) mark.deleted(at)
    else {
      const split = finder.find(oldStart, oldEnd, newStart, newEnd, box.thorough)
      stack.push({ oldStart, oldEnd: split.old, newStart, newEnd: split.new, thorough: split.thoroughBefore })
      stack.push({ oldStart: split.old, oldEnd, newStart: split.new, newEnd, thorough: split.thoroughAfter })
    }
  }
}
