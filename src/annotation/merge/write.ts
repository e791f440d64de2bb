/**
 * Values with who wrote them and when. The order of writes is total and depends on nothing but the writes
 * themselves, so every replica finds the same winner, whatever it merges first.
 */
import { canonicalJson } from '../canonical-json.ts'
import { hashText } from '../hash-text.ts'
import { parseTimestamp } from '../parse-timestamp.ts'
import type { Stamp } from '../region-identity.ts'

export interface Write<T = unknown> {
  readonly value: T
  readonly stamp: Stamp
}

export type Compare<T> = (a: Write<T>, b: Write<T>) => number

/** Later first by time, then by the hash of the value; what follows only keeps the order total. */
export function compareWrites(a: Write, b: Write): number {
  const byTime = compareValues(instant(a.stamp), instant(b.stamp))
  if (byTime !== 0) return byTime
  const left = canonicalJson(a.value)
  const right = canonicalJson(b.value)
  if (left !== right) return compareValues(hashText(left), hashText(right)) || compareValues(left, right)
  return compareStamps(a.stamp, b.stamp)
}

export function compareStamps(a: Stamp, b: Stamp): number {
  return (
    compareValues(instant(a), instant(b)) ||
    compareOptional(a.timestamp, b.timestamp) ||
    compareOptional(a.author, b.author)
  )
}

/** Absent is less than empty: they are written differently, so they must not count as equal. */
function compareOptional(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return compareValues(a, b)
}

/** Something without a time is older than everything that has one. */
export function instant(stamp: Stamp): number {
  return (
    (stamp.timestamp === undefined ? undefined : parseTimestamp(stamp.timestamp)) ?? Number.NEGATIVE_INFINITY
  )
}

export function compareValues<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function sameValue(a: Write | undefined, b: Write | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return canonicalJson(a.value) === canonicalJson(b.value)
}

/**
 * One field, three-way. A side that left the base as it was has no say; if both changed it, the greater write wins.
 * Without a base (or with a base that lacks the field) absence says nothing: a merge of two never removes.
 */
export function mergeWrites<T>(
  base: Write<T> | undefined,
  ours: Write<T> | undefined,
  theirs: Write<T> | undefined,
  compare: Compare<T> = compareWrites,
): Write<T> | undefined {
  if (base !== undefined) {
    const oursSame = sameValue(ours, base)
    const theirsSame = sameValue(theirs, base)
    if (oursSame && !theirsSame) return theirs
    if (theirsSame && !oursSame) return ours
  }
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  return compare(ours, theirs) >= 0 ? ours : theirs
}

/** Fields by name, each merged on its own. */
export function mergeFields(
  base: ReadonlyMap<string, Write> | undefined,
  ours: ReadonlyMap<string, Write>,
  theirs: ReadonlyMap<string, Write>,
  compare: Compare<unknown> = compareWrites,
): ReadonlyMap<string, Write> {
  const merged = new Map<string, Write>()
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const write = mergeWrites(base?.get(key), ours.get(key), theirs.get(key), compare)
    if (write !== undefined) merged.set(key, write)
  }
  return merged
}
