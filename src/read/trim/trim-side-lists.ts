/** What stands beside the regions: dependents, cross-cutting entries, notes, warnings, line ranges. */
import type { ReadAnswer, Resolved } from '../answer.ts'
import { countTrimmed } from './count-trimmed.ts'
import { cutText } from './cut-text.ts'
import type { Stage } from './fit-steps.ts'

/** At most so many items in each list, and so many characters in each text. */
interface Limits {
  readonly items: number
  readonly length: number
}

/** One step; none where it would gain next to nothing. */
export function trimSideLists(answer: ReadAnswer, limits: Limits): Stage<ReadAnswer> {
  const gain = sizeOf(answer) - sizeOf(limitLists(answer, limits))
  return {
    count: gain < leastGain ? 0 : 1,
    apply: (before) => {
      const after = limitLists(before, limits)
      return { ...after, trimmed: countTrimmed(before, 'left_out', entriesOf(before) - entriesOf(after)) }
    },
  }
}

/** Characters: what `trimmed` says about it must not be longer than what went. */
const leastGain = 40

function limitLists(answer: ReadAnswer, { items, length }: Limits): ReadAnswer {
  const { dependencies_on_this, cross_cutting, notes, warnings, ...rest } = answer
  const text = (one: string) => cutText(one, length)
  return {
    ...rest,
    query: {
      ...answer.query,
      resolved: answer.query.resolved.slice(0, items).map((one) => limitRanges(one, items)),
    },
    ...filled(
      'dependencies_on_this',
      dependencies_on_this?.slice(0, items).map((one) => withText(one, 'nature', text)),
    ),
    ...filled(
      'cross_cutting',
      cross_cutting
        ?.slice(0, items)
        .map((one) => withText(withText(one, 'nature', text), 'description', text))
        .map((one) => ({ ...one, ...filled('regions', one.regions?.slice(0, items)) })),
    ),
    ...filled('notes', notes?.slice(0, items).map(text)),
    ...filled('warnings', warnings?.slice(0, items).map(text)),
  }
}

function limitRanges({ uncommitted, unannotated, ...one }: Resolved, items: number): Resolved {
  return {
    ...one,
    ...filled('uncommitted', uncommitted?.slice(0, items)),
    ...filled('unannotated', unannotated?.slice(0, items)),
  }
}

function withText<Key extends string, T extends { readonly [key in Key]?: string | undefined }>(
  one: T,
  key: Key,
  change: (text: string) => string,
): T {
  const text = one[key]
  return text === undefined ? one : { ...one, [key]: change(text) }
}

function filled<Key extends string, T>(key: Key, items: T[] | undefined): { [key in Key]?: T[] } {
  if (items === undefined || items.length === 0) return {}
  return { [key]: items } as { [key in Key]: T[] } // a computed key loses its name
}

function entriesOf({ query, dependencies_on_this, cross_cutting, notes, warnings }: ReadAnswer): number {
  const ranges = query.resolved.flatMap(({ uncommitted = [], unannotated = [] }) => [
    ...uncommitted,
    ...unannotated,
  ])
  const lists = [query.resolved, ranges, dependencies_on_this, cross_cutting, notes, warnings]
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0)
}

function sizeOf({ query, dependencies_on_this, cross_cutting, notes, warnings }: ReadAnswer): number {
  return JSON.stringify([query.resolved, dependencies_on_this, cross_cutting, notes, warnings]).length
}
