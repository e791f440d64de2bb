/**
 * Lists as sets: an item is its canonical JSON. The order an author gave is kept while both sides agree on it; a list
 * that was put together from two different ones is in canonical order, because only that is the same on every replica.
 */
import { canonicalJson } from '../canonical-json.ts'
import { compareValues } from './write.ts'

export type ItemList = ReadonlyMap<string, unknown>

export function makeItemList(items: readonly unknown[] | undefined): ItemList {
  return new Map((items ?? []).map((item) => [canonicalJson(item), item]))
}

export function mergeItemLists(base: ItemList | undefined, ours: ItemList, theirs: ItemList): ItemList {
  const keys = mergeKeys(base, ours, theirs)
  return new Map(keys.map((key) => [key, ours.get(key) ?? theirs.get(key)]))
}

/** The keys of a merged collection, in order. A key is removed only when the base had it and one side dropped it. */
function mergeKeys(
  base: ReadonlyMap<string, unknown> | undefined,
  ours: ReadonlyMap<string, unknown>,
  theirs: ReadonlyMap<string, unknown>,
): readonly string[] {
  const all = new Set([...ours.keys(), ...theirs.keys()])
  const kept = [...all].filter((key) => (ours.has(key) && theirs.has(key)) || base?.has(key) !== true)
  return orderKeys(kept, ours, theirs)
}

/** The sides' own order when it is the same on both, or when one side has nothing at all; else sorted. */
export function orderKeys(
  kept: readonly string[],
  ours: ReadonlyMap<string, unknown>,
  theirs: ReadonlyMap<string, unknown>,
): readonly string[] {
  const asGiven = [ours, theirs].filter((side) => side.size > 0)
  const [first, second = first] = asGiven.map((side) => [...side.keys()])
  if (first === undefined || second === undefined) return []
  const wanted = new Set(kept)
  const isShared = first.length === second.length && first.every((key, at) => key === second[at])
  if (isShared) return first.filter((key) => wanted.has(key))
  return [...wanted].sort(compareValues)
}
