/** What an answer holds besides regions, as titled lists. The same for models and for people. */
import type { ReadAnswer, Resolved, Trimmed } from '../answer.ts'
import { about, address, shortCommit } from './region-fields.ts'
import { visibleLine, visibleText } from './safe-text.ts'

export interface Section {
  readonly title: string
  readonly items: readonly string[]
}

export function answerSections(answer: ReadAnswer): Section[] {
  const { dependencies_on_this: dependents = [], cross_cutting: crossing = [] } = answer
  const sections = [
    {
      title: 'Relied on by',
      items: dependents.map(
        ({ file, anchor, nature, commit }) =>
          `${about(address(file, anchor), nature)} (${shortCommit(commit)})`,
      ),
    },
    {
      title: 'Cross-cutting',
      items: crossing.map(({ description, nature, regions, commit }) => {
        const asides = [nature, regions?.join(', '), shortCommit(commit)].filter((part) => part)
        return `${description} (${asides.join('; ')})`
      }),
    },
    { title: 'Lines', items: answer.query.resolved.flatMap(scopeText) },
    { title: 'Notes', items: answer.notes ?? [] },
    { title: 'Warnings', items: answer.warnings ?? [] },
    { title: 'Trimmed', items: answer.trimmed === undefined ? [] : [trimmedText(answer.trimmed)] },
  ]
  return sections
    .map(({ title, items }) => ({ title, items: items.map((item) => visibleText(item).trim()) }))
    .filter(({ items }) => items.length > 0)
}

/** What was asked about, in words. */
export function scopeOf({ query }: ReadAnswer): string {
  const paths = query.paths.map(visibleLine).join(', ')
  const lines = query.lines === undefined ? '' : ` lines ${query.lines.start}-${query.lines.end}`
  return `${paths}${query.anchor === undefined ? '' : `#${visibleLine(query.anchor)}`}${lines}`
}

/** Says what no annotation covers; nothing to say about a scope that is all covered and committed. */
function scopeText({ path, uncommitted = [], unannotated = [] }: Resolved): string[] {
  const said = [
    ...(uncommitted.length === 0 ? [] : [`uncommitted ${rangesText(uncommitted)}`]),
    ...(unannotated.length === 0 ? [] : [`without annotation ${rangesText(unannotated)}`]),
  ]
  return said.length === 0 ? [] : [`${path}: ${said.join('; ')}`]
}

function rangesText(ranges: readonly { readonly start: number; readonly end: number }[]): string {
  return ranges.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`)).join(', ')
}

const counted = [
  ['dropped', 'dropped'],
  ['folded', 'folded'],
  ['shortened', 'shortened'],
  ['cut', 'cut'],
  ['left_out', 'other entries left out'],
] as const

/** One line that tells a reader that there is more and how to get it. */
function trimmedText(trimmed: Trimmed): string {
  const counts = counted.flatMap(([key, word]) => (trimmed[key] ? [`${trimmed[key]} ${word}`] : []))
  const commits = trimmed.commits === undefined ? '' : ` (${trimmed.commits.map(shortCommit).join(' ')})`
  return `to ${trimmed.budget} tokens: ${counts.join(', ')}${commits}`
}
