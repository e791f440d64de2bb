/** The last room there is to find before a constraint is cut: names, ids and paths around it. */
import type { AnswerRegion, ReadAnswer } from '../answer.ts'
import { cutName } from './cut-text.ts'
import type { Stage } from './fit-steps.ts'

interface Frame {
  /** Characters of a name or an object id. */
  readonly name: number
  readonly commit: number
  /** None where a region says its file. */
  readonly paths: number
  /** Only the counts that tell there is more. */
  readonly fewCounts?: boolean
  /** Not even a mark is left of alternatives and intent. */
  readonly bare?: boolean
}

/** From loose to tight; each is tighter than the one before in some way and looser in none. */
const frames: readonly Frame[] = [
  { name: 120, commit: 64, paths: 5 },
  { name: 60, commit: 12, paths: 2 },
  { name: 60, commit: 12, paths: 1, fewCounts: true },
  { name: 60, commit: 12, paths: 0, fewCounts: true },
  { name: 60, commit: 12, paths: 0, fewCounts: true, bare: true },
  { name: 32, commit: 12, paths: 0, fewCounts: true, bare: true },
  { name: 16, commit: 10, paths: 0, fewCounts: true, bare: true },
]

export function trimFrame(): Stage<ReadAnswer>[] {
  return frames.map((frame) => ({ count: 1, apply: (before) => frameAnswer(before, frame) }))
}

function frameAnswer(answer: ReadAnswer, frame: Frame): ReadAnswer {
  const { head: _head, resolved: _resolved, ...query } = answer.query
  const name = (text: string) => cutName(text, frame.name)
  const paths = query.paths.slice(0, answer.regions.length > 0 ? frame.paths : Math.max(1, frame.paths))
  const { annotations_found, regions_returned } = answer.stats
  const { budget = 0, estimate = 0, dropped, cut } = answer.trimmed ?? {}
  return {
    ...answer,
    query: {
      ...query,
      paths: paths.map(name),
      ...(query.anchor === undefined ? {} : { anchor: name(query.anchor) }),
      root: name(query.root),
      resolved: [],
    },
    regions: answer.regions.map((region) => frameRegion(region, frame)),
    ...(frame.fewCounts
      ? {
          stats: { annotations_found, regions_returned },
          trimmed: {
            budget,
            estimate,
            ...(dropped === undefined ? {} : { dropped }),
            ...(cut === undefined ? {} : { cut }),
          },
        }
      : {}),
  }
}

function frameRegion(region: AnswerRegion, frame: Frame): AnswerRegion {
  const { alternatives, intent, summary, ...bare } = region
  const { ast_anchor: anchor, superseded_by: successor } = region
  const id = (commit: string) => commit.slice(0, frame.commit)
  return {
    ...(frame.bare ? bare : region),
    file: cutName(region.file, frame.name),
    ...(anchor === undefined ? {} : { ast_anchor: { name: cutName(anchor.name, frame.name) } }),
    commit: id(region.commit),
    ...(successor === undefined ? {} : { superseded_by: id(successor) }),
    ...(region.constraints === undefined
      ? {}
      : {
          constraints: region.constraints.map(({ text, commit }) => ({
            text,
            ...(commit === undefined ? {} : { commit: id(commit) }),
          })),
        }),
  }
}
