/**
 * The lines worth searching with. A line the other file lacks is changed for certain. A line the other file has
 * very often (a brace, a blank line) matches anything, so inside a run of certain changes it is given up too.
 */

/** Whether a line matches nothing, a few or very many lines of the other file. */
const none = 0
const some = 1
const many = 2

const mostMatches = 1024
const scanWindow = 100
const certainPerVague = 4

/** Gives the positions kept, in order; the others between `start` and `end` are marked in `changed`. */
export function keepPromising(
  ids: Int32Array,
  start: number,
  end: number,
  otherCounts: Int32Array,
  changed: Uint8Array,
): Int32Array {
  const limit = Math.min(roughRoot(ids.length), mostMatches)
  const matches = new Uint8Array(end)
  for (let at = start; at < end; at++) {
    const count = otherCounts[ids[at] ?? 0] ?? 0
    matches[at] = count === 0 ? none : count >= limit ? many : some
  }
  const kept = new Int32Array(end - start)
  let length = 0
  for (let at = start; at < end; at++) {
    const kind = matches[at]
    if (kind === some || (kind === many && !amongCertain(matches, at, start, end))) kept[length++] = at
    else changed[at] = 1
  }
  return kept.subarray(0, length)
}

/** A power of two near the square root: what git takes for one, and its limits hang on it. */
export function roughRoot(number: number): number {
  let root = 1
  for (let rest = number; rest > 0; rest >>>= 2) root *= 2
  return root
}

/** True when a vague line has certain changes on both sides, and they outweigh the vague lines by far. */
function amongCertain(matches: Uint8Array, at: number, start: number, end: number): boolean {
  const before = countRun(matches, at, -1, Math.max(start, at - scanWindow))
  if (before.certain === 0) return false
  const after = countRun(matches, at, 1, Math.min(end - 1, at + scanWindow))
  if (after.certain === 0) return false
  // The line itself counts once for each side.
  const vague = before.vague + after.vague + 2
  const certain = before.certain + after.certain
  return vague * certainPerVague < vague + certain
}

function countRun(
  matches: Uint8Array,
  from: number,
  step: 1 | -1,
  last: number,
): { certain: number; vague: number } {
  let certain = 0
  let vague = 0
  for (let at = from + step; step > 0 ? at <= last : at >= last; at += step) {
    if (matches[at] === none) certain++
    else if (matches[at] === many) vague++
    else break
  }
  return { certain, vague }
}
