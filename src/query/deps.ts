/** `deps`: who relies on this code, and what it relies on, as far as anybody has written it down. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import { regionStamp } from '../annotation/region-identity.ts'
import type { SemanticDependency } from '../annotation/schema.ts'
import { asRepoPath, type RepoPath } from '../base/ids.ts'
import { namesAfter } from '../place/follow-file.ts'
import type { GatheredFile } from '../place/gather-regions.ts'
import { openPlaces, type Places } from '../place/open-places.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import { findDependents } from '../read/find-dependents.ts'
import { isInScope } from '../read/include-path.ts'
import { matchRegions } from '../read/match-regions.ts'
import { scoreRegions } from '../read/score-regions.ts'
import { isVisible } from '../read/visible-regions.ts'
import { noteWarnings } from '../read/warnings.ts'
import type { Session } from '../session.ts'
import { type DepsAnswer, type DepsEdge, type DepsRequest, depsSchemaId } from './deps-answer.ts'
import { isTestPath } from './is-test-path.ts'
import { gatherScope, queryFacts } from './query-scope.ts'
import { type Edge, type Walked, walkDependencies } from './walk-dependencies.ts'

/** A recorded dependency, seen from the end that was not asked about. */
interface Relation {
  readonly declaring: PlacedRegion
  readonly dependency: SemanticDependency
  readonly file: RepoPath
  readonly anchor: string | undefined
}

export async function deps(
  session: Session,
  request: DepsRequest,
  { path, signal }: { readonly path: RepoPath; readonly signal?: AbortSignal | undefined },
): Promise<DepsAnswer> {
  const places = await openPlaces(session, { rev: request.rev, signal })
  const { anchor } = request
  const gathered = await gatherScope(places, {
    path,
    anchor,
    lines: undefined,
    withBlame: false,
    withNamedDependencies: true,
  })
  const { scope } = gathered
  const isExcluded = !isInScope(session.config, path)
  const start = nodeOf(scope.file.path, scope.anchor)
  const walk = (next: (node: string, item: Relation | undefined) => Promise<readonly Edge<Relation>[]>) =>
    isExcluded ? { edges: [], cycles: [] } : walkDependencies(start, request.depth, next)
  const none: Walked<Relation> = { edges: [], cycles: [] }
  const up =
    request.direction === 'dependencies'
      ? none
      : await walk((_, item) => dependentsOf(places, gathered, item))
  const down =
    request.direction === 'dependents'
      ? none
      : await walk((_, item) => dependenciesOf(places, gathered, item))
  const dependents = await describe(places, up, request)
  const dependencies = await describe(places, down, request)
  const cycles = [...up.cycles, ...down.cycles].map((cycle) => [...cycle])
  const found = dependents.length + dependencies.length
  session.index().cache.flush()
  return {
    $schema: depsSchemaId,
    query: {
      path: scope.file.path,
      ...(anchor === undefined ? {} : { anchor }),
      direction: request.direction,
      depth: request.depth,
      ...queryFacts(places),
      ...(scope.isAmbiguous ? { ambiguous_anchor: true as const } : {}),
    },
    ...(request.direction === 'dependencies' ? {} : { dependents: dependents.slice(0, request.maxResults) }),
    ...(request.direction === 'dependents'
      ? {}
      : { dependencies: dependencies.slice(0, request.maxResults) }),
    ...(cycles.length === 0 ? {} : { cycles }),
    ...filled('notes', [
      ...places.notes,
      ...(isExcluded ? [`${path} is excluded by the configuration (scope.include, scope.exclude)`] : []),
      ...scope.file.notes,
      ...scope.notes,
      ...[dependents, dependencies].flatMap((list) =>
        list.length > request.maxResults
          ? [`${list.length - request.maxResults} more: raise --max-results to see them`]
          : [],
      ),
    ]),
    ...filled('warnings', [...session.config.warnings, ...noteWarnings(session)]),
    stats: { annotations_known: session.index().notes.rows.counts().notes, dependencies_found: found },
  }
}

async function dependentsOf(
  places: Places,
  { scope }: GatheredFile,
  from: Relation | undefined,
): Promise<readonly Edge<Relation>[]> {
  const names =
    from === undefined
      ? scope.isWholeFile
        ? undefined
        : [...scope.units.map(({ name }) => name), ...(scope.anchor === undefined ? [] : [scope.anchor])]
      : from.anchor === undefined
        ? undefined
        : [from.anchor]
  const path = from === undefined ? scope.file.headPath : from.file
  return (await findDependents(places, { path, names })).map((one) =>
    edgeTo({
      declaring: one,
      dependency: one.dependency,
      file: one.placement.path ?? asRepoPath(one.region.file),
      anchor: one.placement.unit?.name ?? one.region.ast_anchor?.name,
    }),
  )
}

/** What the regions in scope say they rely on. */
async function dependenciesOf(
  places: Places,
  gathered: GatheredFile,
  from: Relation | undefined,
): Promise<readonly Edge<Relation>[]> {
  const here = from === undefined ? gathered : await gatherAt(places, from)
  if (here === undefined) return []
  const { rows } = places.session.index().notes
  const found = new Map<string, Edge<Relation>>()
  const visible = matchRegions(here).filter((one) => isVisible(one, { rows, history: places.history }))
  for (const one of (await scoreRegions(places, visible)).sort(
    (a, b) => (b.writtenAt ?? 0) - (a.writtenAt ?? 0),
  )) {
    for (const dependency of effectiveRegion(one.region).region.semantic_dependencies ?? []) {
      const file = await todaysName(places, asRepoPath(dependency.file), one.age)
      const anchor = dependency.anchor === '' ? undefined : dependency.anchor
      const edge = edgeTo({ declaring: one, dependency, file, anchor })
      if (!found.has(edge.node)) found.set(edge.node, edge)
    }
  }
  return [...found.values()]
}

async function gatherAt(places: Places, { file, anchor }: Relation): Promise<GatheredFile | undefined> {
  const isThere = (await places.placer.headFiles.file(file)) !== undefined
  return isThere ? gatherScope(places, { path: file, anchor, lines: undefined, withBlame: false }) : undefined
}

async function todaysName(places: Places, file: RepoPath, age: number | undefined): Promise<RepoPath> {
  for (const name of namesAfter(places.history, file, age).toReversed())
    if ((await places.placer.headFiles.file(name)) !== undefined) return name
  return file
}

async function describe(
  places: Places,
  { edges }: Walked<Relation>,
  request: DepsRequest,
): Promise<DepsEdge[]> {
  const kept = edges.filter(({ edge }) => !request.excludeTests || !isTestPath(edge.item.file))
  const scored = await scoreRegions(
    places,
    kept.map(({ edge }) => edge.item.declaring),
  )
  return kept
    .map(({ edge, depth, via }, at): DepsEdge => {
      const { declaring, dependency, file, anchor } = edge.item
      const { annotation, target } = declaring.note
      const { timestamp } = regionStamp(annotation, declaring.region)
      return {
        file,
        ...(anchor === undefined ? {} : { anchor }),
        ...(dependency.nature === undefined ? {} : { nature: dependency.nature }),
        ...(depth === 1 ? {} : { via }),
        commit: target,
        ...(timestamp === undefined ? {} : { timestamp }),
        confidence: scored[at]?.score.confidence ?? 0,
        ...(annotation.context_level === undefined ? {} : { context_level: annotation.context_level }),
        status: declaring.placement.status,
        survival: declaring.placement.survival,
        depth,
      }
    })
    .sort(compareEdges)
}

function compareEdges(a: DepsEdge, b: DepsEdge): number {
  return (
    Number(isLost(a)) - Number(isLost(b)) ||
    a.depth - b.depth ||
    b.confidence - a.confidence ||
    compareText(a.file, b.file) ||
    compareText(a.anchor ?? '', b.anchor ?? '') ||
    compareText(a.commit, b.commit)
  )
}

function isLost({ status }: DepsEdge): boolean {
  return status === 'gone' || status === 'unmerged'
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function edgeTo(item: Relation): Edge<Relation> {
  return { node: nodeOf(item.file, item.anchor), item }
}

function nodeOf(file: string, anchor: string | undefined): string {
  return anchor === undefined ? file : `${file}:${anchor}`
}

function filled<K extends string>(key: K, items: readonly string[]): { [P in K]?: string[] } {
  return (items.length === 0 ? {} : { [key]: [...items] }) as { [P in K]?: string[] } // a computed key loses its name
}
