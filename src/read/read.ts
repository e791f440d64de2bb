/** The read pipeline. Only this file knows the order of the stages. */
import type { Oid, RepoPath } from '../base/ids.ts'
import { type GatheredFile, gatherRegions, RegionTimes } from '../place/gather-regions.ts'
import { openPlaces, type Places } from '../place/open-places.ts'
import { numberSetting, type Session } from '../session.ts'
import { type ReadAnswer, readSchemaId } from './answer.ts'
import { answerRegion } from './answer-region.ts'
import { commitEntries } from './commit-entries.ts'
import { crossCutting } from './cross-cutting.ts'
import { describeScope } from './describe-scope.ts'
import { filterRegions } from './filter-regions.ts'
import { locateDependents } from './find-dependents.ts'
import { type FoldedRegion, foldSuperseded } from './fold-superseded.ts'
import { followReferences } from './follow-references.ts'
import { isInScope } from './include-path.ts'
import { matchRegions, ownersInScope } from './match-regions.ts'
import { compareRegions } from './order-regions.ts'
import type { ReadRequest } from './read-request.ts'
import { scoreRegions } from './score-regions.ts'
import { isVisible } from './visible-regions.ts'
import { gatherWarnings } from './warnings.ts'

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  /** Where to look, when the caller has opened it already. */
  readonly places?: Places | undefined
}

export async function read(
  session: Session,
  request: ReadRequest & { readonly paths: readonly RepoPath[] },
  options: ReadOptions = {},
): Promise<ReadAnswer> {
  const places = options.places ?? (await openPlaces(session, { rev: request.rev, signal: options.signal }))
  const { included, notes } = splitPaths(session, request.paths)
  const files: GatheredFile[] = []
  for (const path of included) files.push(await gatherRegions(places, path, { ...request, withBlame: true }))
  const matched = files.flatMap(matchRegions)
  const owners = ownersOf(files)
  const entries = await commitEntries(places, files, owners)
  const scored = await scoreRegions(places, [...matched, ...entries])
  const filtered = await filterRegions(places, scored, request)
  const times = await RegionTimes.load(session.repository, filtered)
  const folded = foldSuperseded(filtered, (a, b) => times.newestFirst(a, b), request.all).sort(compareRegions)
  const limit = request.maxRegions ?? numberSetting(session, 'maxRegions')
  const regions = await answerRegions(places, folded.slice(0, limit), request.depth)
  const dependents = await dependentsOf(places, files)
  const crossing = crossCutting(filtered)
  session.index().cache.flush()
  return {
    $schema: readSchemaId,
    query: {
      paths: [...request.paths],
      ...(request.anchor === undefined ? {} : { anchor: request.anchor }),
      ...(request.lines === undefined ? {} : { lines: request.lines }),
      ...(places.head === undefined ? {} : { head: places.head }),
      root: session.root,
      ...(files.some(({ scope }) => scope.isAmbiguous) ? { ambiguous_anchor: true as const } : {}),
      resolved: files.map((file) => describeScope(file, filtered, places.history)),
    },
    regions,
    ...list('dependencies_on_this', dependents),
    ...list('cross_cutting', crossing),
    ...list('notes', [
      ...places.notes,
      ...notes,
      ...files.flatMap(({ scope }) => [...scope.file.notes, ...scope.notes]),
      ...limitNote(folded.length, limit),
    ]),
    ...list('warnings', gatherWarnings(session, files, filtered)),
    stats: {
      commits_examined: owners.size,
      annotations_found: new Set(filtered.map(({ note }) => note.target)).size,
      regions_returned: regions.length,
      related_hops: regions.reduce((sum, { related }) => sum + (related?.length ?? 0), 0),
      malformed: session.index().notes.rows.counts().malformed,
      repaired: new Set(
        filtered.filter(({ note }) => note.repaired.length > 0).map(({ note }) => note.target),
      ).size,
    },
  }
}

function splitPaths(
  session: Session,
  paths: readonly RepoPath[],
): { readonly included: readonly RepoPath[]; readonly notes: readonly string[] } {
  const unique = [...new Set(paths)]
  const included = unique.filter((path) => isInScope(session.config, path))
  const excluded = unique.filter((path) => !included.includes(path))
  return {
    included,
    notes: excluded.map((path) => `${path} is excluded by the configuration (scope.include, scope.exclude)`),
  }
}

async function answerRegions(
  { session }: Places,
  regions: readonly FoldedRegion[],
  depth: number,
): Promise<ReadAnswer['regions']> {
  const seen = new Set<string>()
  const answers: ReadAnswer['regions'] = []
  for (const one of regions) {
    const related = await followReferences(session.index().notes, { region: one.region, depth, seen })
    answers.push(answerRegion(one, related))
  }
  return answers
}

async function dependentsOf(
  places: Places,
  files: readonly GatheredFile[],
): Promise<NonNullable<ReadAnswer['dependencies_on_this']>> {
  const found: NonNullable<ReadAnswer['dependencies_on_this']> = []
  for (const { scope } of files) {
    const names = scope.isWholeFile
      ? undefined
      : [...scope.units.map(({ name }) => name), ...(scope.anchor === undefined ? [] : [scope.anchor])]
    for (const one of await locateDependents(places, { path: scope.file.headPath, names })) {
      if (!isVisible(one, { rows: places.session.index().notes.rows, history: places.history })) continue
      const { anchor } = { anchor: one.region.ast_anchor?.name }
      const { nature } = one.dependency
      found.push({
        file: one.placement.path ?? one.region.file,
        ...(anchor === undefined ? {} : { anchor }),
        ...(nature === undefined ? {} : { nature }),
        commit: one.note.target,
      })
    }
  }
  return found
}

function ownersOf(files: readonly GatheredFile[]): Map<Oid, GatheredFile[]> {
  const owners = new Map<Oid, GatheredFile[]>()
  for (const file of files) {
    if (file.owners === undefined) continue
    for (const owner of ownersInScope(file.scope, file.owners).keys())
      owners.set(owner, [...(owners.get(owner) ?? []), file])
  }
  return owners
}

function limitNote(found: number, limit: number): string[] {
  return found > limit ? [`${found - limit} more regions match: raise --max-regions to see them`] : []
}

function list<K extends string, T>(key: K, items: readonly T[]): { [P in K]?: T[] } {
  return (items.length === 0 ? {} : { [key]: [...items] }) as { [P in K]?: T[] } // a computed key loses its name
}
