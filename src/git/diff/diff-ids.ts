/** The diff of two runs of lines given as numbers: where each old one stands among the new ones. */
import { compactChanges } from './compact-changes.ts'
import { markChanges } from './mark-changes.ts'

export interface LineIds {
  readonly ids: Int32Array
  indentAt(line: number): number
}

/** By old line, from 0: the new line, from 0; -1 when it is gone. */
export function diffIds(old: LineIds, fresh: LineIds): Int32Array {
  const small = renumber(old.ids, fresh.ids)
  const marks = markChanges(small.old, small.new, small.count)
  const left = { ids: small.old, changed: marks.old, indentAt: old.indentAt }
  const right = { ids: small.new, changed: marks.new, indentAt: fresh.indentAt }
  compactChanges(left, right)
  compactChanges(right, left)
  const carried = new Int32Array(left.changed.length).fill(-1)
  let to = 0
  for (let at = 0; at < carried.length; at++) {
    if (left.changed[at] === 1) continue
    while (right.changed[to] === 1) to++
    carried[at] = to++
  }
  return carried
}

/** The smallest numbers that tell the lines of both apart. */
function renumber(
  oldIds: Int32Array,
  newIds: Int32Array,
): { readonly old: Int32Array; readonly new: Int32Array; readonly count: number } {
  const numbers = new Map<number, number>()
  const numberOf = (id: number) => {
    let number = numbers.get(id)
    if (number === undefined) {
      number = numbers.size
      numbers.set(id, number)
    }
    return number
  }
  const old = oldIds.map(numberOf)
  const fresh = newIds.map(numberOf)
  return { old, new: fresh, count: numbers.size }
}
