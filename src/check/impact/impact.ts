/** `impact`: what a change touches, and what was said about that. The analysis of `check`, for whoever is about to commit. */
import type { RepoPath } from '../../base/ids.ts'
import { isInScope } from '../../read/include-path.ts'
import { noteWarnings } from '../../read/warnings.ts'
import type { Session } from '../../session.ts'
import type { UnitChange } from '../compare-files.ts'
import { constraintsOf } from '../find-constraints.ts'
import { type ChangedFile, compareChanges } from '../read-changes.ts'
import { findTests, type TestFile } from './find-tests.ts'
import { type ImpactAnswer, type ImpactUnit, impactSchemaId } from './impact-answer.ts'
import { type Comparison, type ComparisonRequest, openComparison } from './open-comparison.ts'
import { riskOf } from './risk-of.ts'
import { type TouchedUnit, touchedUnits } from './touched-units.ts'
import { walkDependents } from './walk-dependents.ts'

export interface ImpactRequest extends ComparisonRequest {
  /** Only what lies in these files and folders; empty: everything. */
  readonly paths: readonly RepoPath[]
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export async function impact(session: Session, request: ImpactRequest): Promise<ImpactAnswer> {
  const comparison = await openComparison(session, request)
  const found: { file: ChangedFile; touched: TouchedUnit; dependents: ImpactUnit['dependents'] }[] = []
  let files = 0
  const compared = compareChanges(comparison.changes, {
    texts: comparison.after.texts,
    cache: session.index().cache,
    isInScope: (path) => isInScope(session.config, path) && isAsked(path, request.paths),
    signal: request.signal,
    onProgress: request.onProgress,
  })
  for await (const file of compared) {
    if (file.units.length === 0) continue
    files += 1
    for (const touched of await touchedUnits(comparison, file)) {
      const dependents = await walkDependents(comparison.after, file, touched.change)
      if (isWorthSaying(file, touched, dependents)) found.push({ file, touched, dependents })
    }
  }
  const anchors = found.flatMap(({ touched }) => touched.change.unit?.name ?? [])
  const tests = await findTests(comparison.after, comparison.changes, anchors)
  const units = found.map((one) => describe(one, tests)).sort(compareUnits)
  session.index().cache.flush()
  return {
    $schema: impactSchemaId,
    query: describeQuery(session, request, comparison),
    units,
    ...list('notes', [...comparison.after.notes, ...(files === 0 ? ['nothing has changed there'] : [])]),
    ...list('warnings', [...session.config.warnings, ...noteWarnings(session)]),
    stats: { files, units: units.length, risk: units.reduce((sum, { risk }) => sum + risk, 0) },
  }
}

function isAsked(path: RepoPath, paths: readonly RepoPath[]): boolean {
  return paths.length === 0 || paths.some((one) => path === one || path.startsWith(`${one}/`))
}

/** What only holds something changed, and imports at the top of a file, unless somebody spoke of them. */
function isWorthSaying(
  file: ChangedFile,
  { change, regions }: TouchedUnit,
  dependents: readonly unknown[],
): boolean {
  const isWholeFile = change.unit === undefined && file.units.every(({ unit }) => unit === undefined)
  const isUnit = change.unit !== undefined && change.isOwn
  return isUnit || isWholeFile || regions.length > 0 || dependents.length > 0
}

function describe(
  {
    file,
    touched,
    dependents,
  }: {
    readonly file: ChangedFile
    readonly touched: TouchedUnit
    readonly dependents: ImpactUnit['dependents']
  },
  tests: ReadonlyMap<string, readonly TestFile[]>,
): ImpactUnit {
  const { change, regions } = touched
  const constraints = constraintsOf(regions).map(({ text, source, commit }) => ({
    text,
    ...(source === undefined ? {} : { source }),
    commit,
  }))
  const mentioning = (change.unit === undefined ? [] : (tests.get(change.unit.name) ?? []))
    .filter((test) => test.file !== file.path)
    .map(({ file: path, changed }) => ({ file: path, changed }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  const facts = { constraints, risk_notes: touched.riskNotes, dependents, tests: mentioning }
  return { ...describeChange(file, change), risk: riskOf(facts), ...facts }
}

function describeChange(
  { path, pathBefore }: ChangedFile,
  { unit, kind, line, lines, nameBefore }: UnitChange,
): Pick<
  ImpactUnit,
  'file' | 'anchor' | 'kind' | 'change' | 'line' | 'lines' | 'file_before' | 'anchor_before'
> {
  return {
    file: path,
    ...(unit === undefined ? {} : { anchor: unit.name, kind: unit.kind }),
    change: kind,
    ...(line === undefined ? {} : { line }),
    ...(lines === undefined || unit === undefined ? {} : { lines: { start: lines.start, end: lines.end } }),
    ...(pathBefore === undefined || pathBefore === path ? {} : { file_before: pathBefore }),
    ...(nameBefore === undefined ? {} : { anchor_before: nameBefore }),
  }
}

function describeQuery(
  session: Session,
  { source, paths }: ImpactRequest,
  { base, name, after }: Comparison,
): ImpactAnswer['query'] {
  return {
    source,
    ...(name === undefined ? {} : { range: name }),
    ...(base === undefined ? {} : { base }),
    ...(after.head === undefined ? {} : { head: after.head }),
    root: session.root,
    ...(paths.length === 0 ? {} : { paths: [...paths] }),
  }
}

/** The riskiest first, then by place: a total order. */
function compareUnits(a: ImpactUnit, b: ImpactUnit): number {
  return (
    b.risk - a.risk ||
    compareText(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.anchor ?? '', b.anchor ?? '') ||
    compareText(a.change, b.change)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function list<K extends string>(key: K, items: readonly string[]): { [P in K]?: string[] } {
  return (items.length === 0 ? {} : { [key]: [...items] }) as { [P in K]?: string[] } // a computed key loses its name
}
