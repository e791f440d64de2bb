/** How `summary` is shown; with little room whole files become counts, the least trusted first. */
import type { About, FileSummary, SummaryAnswer } from '../summary-answer.ts'
import { shortenTexts } from '../trim-query.ts'
import type { QueryRendering } from './render-query.ts'
import { summaryBlocks } from './summary-blocks.ts'

export const summaryRendering: QueryRendering<SummaryAnswer> = {
  blocks: summaryBlocks,
  count: ({ files }) =>
    files.reduce((sum, { units = [], other = [] }) => sum + units.length + other.length, 0),
  stages: (answer) => {
    const weakest = answer.files
      .map((file, at) => ({ at, trust: Math.max(0, ...entriesOf(file).map(({ confidence }) => confidence)) }))
      .sort((a, b) => a.trust - b.trust || b.at - a.at)
      .map(({ at }) => at)
    const entries = Math.max(0, ...answer.files.map((file) => entriesOf(file).length))
    return [
      mapAbout((about) => shortenTexts(about, ['risk_notes', 'intent'], { length: 200, items: 0 })),
      mapAbout(({ risk_notes: _, ...about }) =>
        shortenTexts(about, ['intent', 'constraints'], { length: 120, items: 3 }),
      ),
      {
        count: Math.max(0, weakest.length - 1),
        apply: (one, done) =>
          mapFiles(one, (file, at) => (weakest.slice(0, done).includes(at) ? counts(file) : file)),
      },
      {
        count: Math.max(0, entries - 1),
        apply: (one, done) => mapFiles(one, (file) => firstOf(file, entries - done)),
      },
      mapAbout((about) => shortenTexts(about, ['intent', 'constraints'], { length: 60, items: 1 })),
      {
        count: Math.max(0, weakest.length - 1),
        apply: (one, done) => ({
          ...one,
          files: one.files.filter((_, at) => !weakest.slice(0, done).includes(at)),
        }),
      },
    ]
  },
}

function entriesOf({ units = [], other = [] }: FileSummary): About[] {
  return [...units, ...other]
}

function counts({ path, stats }: FileSummary): FileSummary {
  return { path, stats }
}

/** The most trusted entries of a file, still in its order. */
function firstOf(file: FileSummary, limit: number): FileSummary {
  const kept = new Set(
    entriesOf(file)
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, limit),
  )
  return withEntries(file, (about) => (kept.has(about) ? about : undefined))
}

function withEntries(
  { units = [], other = [], ...file }: FileSummary,
  change: (about: About) => About | undefined,
): FileSummary {
  const [newUnits, newOther] = [units, other].map((list) => list.flatMap((about) => change(about) ?? []))
  return {
    ...file,
    ...(newUnits === undefined || newUnits.length === 0 ? {} : { units: newUnits }),
    ...(newOther === undefined || newOther.length === 0 ? {} : { other: newOther }),
  }
}

function mapAbout(change: (about: About) => About) {
  return { count: 1, apply: (answer: SummaryAnswer) => mapFiles(answer, (file) => withEntries(file, change)) }
}

function mapFiles(
  answer: SummaryAnswer,
  change: (file: FileSummary, at: number) => FileSummary,
): SummaryAnswer {
  return { ...answer, files: answer.files.map(change) }
}
