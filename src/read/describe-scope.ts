/** What a question was resolved to, with the lines nobody has committed or said anything about. Pure. */
import { isSignificant, type LineRange, rangesOf } from '../base/lines.ts'
import type { GatheredFile } from '../place/gather-regions.ts'
import type { HistoryAt } from '../store/history-states.ts'
import type { Resolved } from './answer.ts'
import { linesInScope } from './match-regions.ts'
import type { ScoredRegion } from './score-regions.ts'

export function describeScope(
  { scope, owners }: GatheredFile,
  regions: readonly ScoredRegion[],
  history: HistoryAt,
): Resolved {
  const { file } = scope
  const isCovered = new Uint8Array(file.text.lines.length + 1)
  for (const { placement } of regions) {
    const { path, currentLines } = placement
    if (path === file.path && currentLines !== undefined)
      isCovered.fill(1, currentLines.start, currentLines.end + 1)
  }
  const uncommitted: number[] = []
  const unannotated: number[] = []
  let isBare = false
  for (const line of [...linesInScope(scope)].sort((a, b) => a - b)) {
    const owner = owners?.owners[line]
    if (owner === undefined) uncommitted.push(line)
    // A blank line belongs to what stands above it.
    if (isSignificant(file.text.lines.at(line - 1) ?? ''))
      isBare = isCovered[line] !== 1 && !(owner && history.commits.get(owner)?.annotated)
    if (isBare) unannotated.push(line)
  }
  const [unit] = scope.units
  return {
    path: file.path,
    ...(scope.isWholeFile || scope.ranges.length !== 1 ? {} : { lines: scope.ranges[0] as LineRange }),
    ...(scope.anchor === undefined || unit === undefined ? {} : { unit: unit.name }),
    ...(uncommitted.length === 0 ? {} : { uncommitted: rangesOf(uncommitted) }),
    ...(unannotated.length === 0 ? {} : { unannotated: rangesOf(unannotated) }),
  }
}
