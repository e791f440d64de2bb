/** `history`: how the reasoning about some code went, oldest first, with what it grew out of. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import { parseTimestamp } from '../annotation/parse-timestamp.ts'
import { regionStamp } from '../annotation/region-identity.ts'
import type { Region } from '../annotation/schema.ts'
import type { Oid, RepoPath } from '../base/ids.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import type { GatheredFile } from '../place/gather-regions.ts'
import { openPlaces, type Places } from '../place/open-places.ts'
import { commitEntries, commitPosition } from '../read/commit-entries.ts'
import { findTarget } from '../read/follow-references.ts'
import { isInScope } from '../read/include-path.ts'
import { matchRegions, ownersInScope } from '../read/match-regions.ts'
import { type ScoredRegion, scoreRegions } from '../read/score-regions.ts'
import { isContinued } from '../read/visible-regions.ts'
import { noteWarnings } from '../read/warnings.ts'
import { numberSetting, type Session } from '../session.ts'
import type { Note } from '../store/notes-view.ts'
import {
  type HistoryAnswer,
  type HistoryEntry,
  type HistoryRequest,
  historySchemaId,
} from './history-answer.ts'
import { gatherScope, queryFacts } from './query-scope.ts'

interface DatedEntry {
  readonly entry: HistoryEntry
  readonly age: number | undefined
  readonly time: number
  readonly position: number
}

export async function history(
  session: Session,
  request: HistoryRequest,
  { path, signal }: { readonly path: RepoPath; readonly signal?: AbortSignal | undefined },
): Promise<HistoryAnswer> {
  const places = await openPlaces(session, { rev: request.rev, signal })
  const gathered = await gatherScope(places, {
    ...request,
    anchor: request.anchor,
    lines: request.lines,
    path,
    withBlame: true,
  })
  const { scope } = gathered
  const isExcluded = !isInScope(session.config, path)
  const direct = isExcluded ? [] : await directRegions(places, gathered)
  const subjects = await commitSubjects(
    places,
    direct.map(({ note }) => note.target),
  )
  const entries = direct.map((one) => directEntry(one, subjects))
  if (request.related) entries.push(...(await relatedEntries(places, direct)))
  const limit = request.limit ?? numberSetting(session, 'historyLimit')
  const timeline = entries.sort(oldestFirst).slice(-limit)
  session.index().cache.flush()
  const notes = [
    ...places.notes,
    ...(isExcluded ? [`${path} is excluded by the configuration (scope.include, scope.exclude)`] : []),
    ...scope.file.notes,
    ...scope.notes,
    ...(entries.length > limit ? [`${entries.length - limit} older entries: raise --limit to see them`] : []),
  ]
  const warnings = [...session.config.warnings, ...noteWarnings(session)]
  return {
    $schema: historySchemaId,
    query: {
      path: scope.file.path,
      ...(request.anchor === undefined ? {} : { anchor: request.anchor }),
      ...(request.lines === undefined ? {} : { lines: request.lines }),
      limit,
      ...queryFacts(places),
      ...(scope.isAmbiguous ? { ambiguous_anchor: true as const } : {}),
    },
    timeline: timeline.map(({ entry }) => entry),
    ...(notes.length === 0 ? {} : { notes }),
    ...(warnings.length === 0 ? {} : { warnings }),
    stats: {
      annotations_found: new Set(direct.map(({ note }) => note.target)).size,
      entries_found: entries.length,
      entries_returned: timeline.length,
      related: entries.length - direct.length,
    },
  }
}

/** Everything about the scope, gone and superseded too; not what another annotation continues, nor unmerged work. */
async function directRegions(places: Places, gathered: GatheredFile): Promise<ScoredRegion[]> {
  const { rows } = places.session.index().notes
  const owners = new Map<Oid, GatheredFile[]>()
  if (gathered.owners !== undefined)
    for (const owner of ownersInScope(gathered.scope, gathered.owners).keys()) owners.set(owner, [gathered])
  const matched = [...matchRegions(gathered), ...(await commitEntries(places, [gathered], owners))]
  const own = matched.filter(
    (one) =>
      one.placement.status !== 'unmerged' &&
      (one.isReachable || !isContinued(one, { rows, history: places.history })),
  )
  return scoreRegions(places, own)
}

function directEntry(one: ScoredRegion, subjects: ReadonlyMap<Oid, string>): DatedEntry {
  const { note, region, placement, reach, age, writtenAt } = one
  const isStandIn = one.position === commitPosition
  const related = (region.related_annotations ?? []).map(({ commit, anchor, relationship }) => ({
    commit,
    ...(anchor === undefined ? {} : { anchor }),
    ...(relationship === undefined ? {} : { relationship }),
  }))
  const entry: HistoryEntry = {
    ...documentFields(note, region),
    ...(subjects.has(note.target) ? { commit_message: subjects.get(note.target) } : {}),
    via: 'direct',
    reach,
    ...(isStandIn ? {} : { status: placement.status, file: placement.path ?? region.file }),
    ...regionFields(region),
    ...(related.length === 0 ? {} : { related_context: related }),
  } as HistoryEntry // optional fields that are absent stay absent
  return { entry, age, time: writtenAt ?? 0, position: one.position }
}

/** Annotations the direct ones point to, unless they are there themselves. */
async function relatedEntries(places: Places, direct: readonly ScoredRegion[]): Promise<DatedEntry[]> {
  const { notes } = places.session.index()
  const known = new Set(direct.map(({ note }) => note.target))
  const wanted = new Map<string, { target: Oid; anchor: string | undefined }>()
  for (const { region } of direct)
    for (const { commit, anchor } of region.related_annotations ?? []) {
      const target = findTarget(notes, commit)
      if (target !== undefined && !known.has(target))
        wanted.set(`${target} ${anchor ?? ''}`, { target, anchor })
    }
  const read = await notes.notesOn([...wanted.values()].map(({ target }) => target))
  const subjects = await commitSubjects(places, [...read.keys()])
  return [...wanted.values()].flatMap(({ target, anchor }): DatedEntry[] => {
    const note = read.get(target)
    if (note === undefined) return []
    const region = note.annotation.regions.find(
      ({ ast_anchor }) =>
        anchor !== undefined && ast_anchor !== undefined && isQualifiedSuffix(anchor, ast_anchor.name),
    )
    const { timestamp } = note.annotation
    const entry: HistoryEntry = {
      ...documentFields(note, region),
      ...(subjects.has(target) ? { commit_message: subjects.get(target) } : {}),
      via: 'related',
      ...(region === undefined
        ? { intent: note.annotation.summary }
        : { file: region.file, ...regionFields(region) }),
    } as HistoryEntry // optional fields that are absent stay absent
    const time = (timestamp === undefined ? undefined : parseTimestamp(timestamp)) ?? 0
    return [{ entry, age: places.history.commits.get(target)?.age, time: time / 1000, position: 0 }]
  })
}

function documentFields(
  { annotation, target }: Note,
  region: Region | undefined,
): Partial<HistoryEntry> & { commit: string } {
  const { timestamp, author } = region === undefined ? annotation : regionStamp(annotation, region)
  return {
    commit: target,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(author === undefined ? {} : { author }),
    ...(annotation.context_level === undefined ? {} : { context_level: annotation.context_level }),
    ...(annotation.provenance === undefined ? {} : { provenance: annotation.provenance.operation }),
  }
}

function regionFields(original: Region): Partial<HistoryEntry> {
  const { region } = effectiveRegion(original)
  const fields = {
    anchor: original.ast_anchor?.name,
    intent: region.intent === '' ? undefined : region.intent,
    reasoning: region.reasoning,
    alternatives: some(region.alternatives),
    constraints: some(region.constraints),
    risk_notes: region.risk_notes,
    corrections: some(original.corrections),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function some<T>(items: readonly T[] | undefined): readonly T[] | undefined {
  return items === undefined || items.length === 0 ? undefined : items
}

/** The first line of each commit's message. */
async function commitSubjects({ session }: Places, commits: readonly Oid[]): Promise<Map<Oid, string>> {
  const read = await session.repository.readCommits([...new Set(commits)])
  return new Map([...read].map(([oid, { message }]) => [oid, message.trimStart().split('\n', 1)[0] ?? '']))
}

function oldestFirst(a: DatedEntry, b: DatedEntry): number {
  const byAge = a.age !== undefined && b.age !== undefined ? a.age - b.age : 0
  return (
    byAge ||
    a.time - b.time ||
    (a.entry.commit < b.entry.commit ? -1 : a.entry.commit > b.entry.commit ? 1 : 0) ||
    a.position - b.position
  )
}
