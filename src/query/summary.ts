/** `summary`: orientation in a file or a folder. For each unit the newest thing said about it, and what nobody said. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import { regionStamp } from '../annotation/region-identity.ts'
import { throwIfAborted } from '../base/errors.ts'
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import type { Unit } from '../outline/unit.ts'
import { RegionTimes } from '../place/gather-regions.ts'
import { openPlaces, type Places } from '../place/open-places.ts'
import { isInScope } from '../read/include-path.ts'
import { matchRegions } from '../read/match-regions.ts'
import { type ScoredRegion, scoreRegions } from '../read/score-regions.ts'
import { isVisible } from '../read/visible-regions.ts'
import { noteWarnings } from '../read/warnings.ts'
import type { Session } from '../session.ts'
import { listFolder } from './list-folder.ts'
import { gatherScope, queryFacts } from './query-scope.ts'
import {
  type About,
  type FileSummary,
  type SummaryAnswer,
  type SummaryRequest,
  summarySchemaId,
} from './summary-answer.ts'

export interface SummaryOptions {
  /** '' is the root of the repository. */
  readonly path: RepoPath | ''
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export async function summary(
  session: Session,
  request: SummaryRequest,
  { path, signal, onProgress }: SummaryOptions,
): Promise<SummaryAnswer> {
  const places = await openPlaces(session, { rev: request.rev, signal })
  const folder = await listFolder(places, path)
  const paths = (folder ?? [asRepoPath(path)]).filter((one) => isInScope(session.config, one))
  const notes = [...places.notes]
  if (folder === undefined && paths.length === 0)
    notes.push(`${path} is excluded by the configuration (scope.include, scope.exclude)`)
  const files: FileSummary[] = []
  let isAmbiguous = false
  for (const [at, one] of paths.entries()) {
    throwIfAborted(signal)
    const file = await summariseFile(places, one, request.anchor)
    onProgress?.(at + 1, paths.length)
    isAmbiguous ||= file.isAmbiguous
    // In a folder only the files that say something are listed; all of them count.
    if (folder === undefined) notes.push(...file.notes)
    files.push(file.summary)
  }
  session.index().cache.flush()
  const warnings = [...session.config.warnings, ...noteWarnings(session)]
  return {
    $schema: summarySchemaId,
    query: {
      path: path === '' ? '.' : path,
      ...(request.anchor === undefined ? {} : { anchor: request.anchor }),
      ...queryFacts(places),
      ...(isAmbiguous ? { ambiguous_anchor: true as const } : {}),
    },
    files:
      folder === undefined
        ? files
        : files.filter(({ stats, other }) => stats.annotated > 0 || other !== undefined),
    ...(notes.length === 0 ? {} : { notes }),
    ...(warnings.length === 0 ? {} : { warnings }),
    stats: {
      files: files.length,
      units: sum(files, 'units'),
      annotated: sum(files, 'annotated'),
      unannotated: sum(files, 'unannotated'),
    },
  }
}

async function summariseFile(
  places: Places,
  path: RepoPath,
  anchor: string | undefined,
): Promise<{ summary: FileSummary; notes: readonly string[]; isAmbiguous: boolean }> {
  const gathered = await gatherScope(places, { path, anchor, lines: undefined, withBlame: false })
  const { scope } = gathered
  const { rows } = places.session.index().notes
  const visible = matchRegions(gathered).filter((one) => isVisible(one, { rows, history: places.history }))
  const scored = await scoreRegions(places, visible)
  const times = await RegionTimes.load(places.session.repository, scored)
  const newest = new Map<Unit, ScoredRegion>()
  const other: ScoredRegion[] = []
  for (const one of scored.toSorted((a, b) => times.newestFirst(a, b))) {
    const { unit } = one.placement
    if (unit === undefined) other.push(one)
    else if (!newest.has(unitIn(scope.file.units, unit))) newest.set(unitIn(scope.file.units, unit), one)
  }
  const counted = scope.isWholeFile ? scope.file.units : scope.units
  const units = counted.flatMap((unit) => {
    const one = newest.get(unit)
    return one === undefined ? [] : [{ unit: unit.name, kind: unit.kind, ...about(one) }]
  })
  return {
    summary: {
      path: scope.file.path,
      ...(units.length === 0 ? {} : { units }),
      ...(other.length === 0 ? {} : { other: other.map(about) }),
      stats: { units: counted.length, annotated: units.length, unannotated: counted.length - units.length },
    },
    notes: [...scope.file.notes, ...scope.notes],
    isAmbiguous: scope.isAmbiguous,
  }
}

/** Outlines come from a cache as equal copies; the file's own unit is the key. */
function unitIn(units: readonly Unit[], unit: Unit): Unit {
  return (
    units.find(
      (one) =>
        one.lines.start === unit.lines.start && one.name === unit.name && one.lines.end === unit.lines.end,
    ) ?? unit
  )
}

function about(one: ScoredRegion): About {
  const { region } = effectiveRegion(one.region)
  const anchor = one.region.ast_anchor?.name
  const { timestamp } = regionStamp(one.note.annotation, one.region)
  const modified = timestamp ?? (one.writtenAt === undefined ? undefined : isoTime(one.writtenAt))
  const { currentLines } = one.placement
  return {
    ...(anchor === undefined || one.placement.unit?.name === anchor ? {} : { anchor }),
    ...(region.intent === '' ? {} : { intent: region.intent }),
    ...(region.constraints === undefined || region.constraints.length === 0
      ? {}
      : { constraints: [...region.constraints] }),
    ...(region.risk_notes === undefined ? {} : { risk_notes: region.risk_notes }),
    ...(currentLines === undefined ? {} : { current_lines: currentLines }),
    ...(modified === undefined ? {} : { last_modified: modified }),
    confidence: one.score.confidence,
    survival: one.placement.survival,
    status: one.placement.status,
    commit: one.note.target,
  }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

function sum(files: readonly FileSummary[], key: keyof FileSummary['stats']): number {
  return files.reduce((total, { stats }) => total + stats[key], 0)
}
