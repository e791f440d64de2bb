import { effectiveRegion } from '../../annotation/effective-region.ts'
import type { RelatedAnnotation, SemanticDependency } from '../../annotation/schema.ts'
import { normalisePath, type RepoPath } from '../../base/ids.ts'
import { isQualifiedSuffix } from '../../outline/anchor-name.ts'
import { resolveAnchor } from '../../outline/resolve-anchor.ts'
import { namesAfter } from '../../place/follow-file.ts'
import type { NoteRegion } from '../../place/load-bases.ts'
import { readAtOnce } from '../../place/read-ahead.ts'
import { findTarget } from '../../read/follow-references.ts'
import type { CheckContext } from '../check-context.ts'
import type { Rule } from '../finding.ts'
import { regionFindings } from '../region-findings.ts'

export const dangling: Rule = {
  name: 'dangling',
  meaning: 'a dependency or a related annotation that points nowhere',
  async find(context) {
    const found: { readonly one: NoteRegion; readonly message: string }[] = []
    const regions = await context.regions()
    for (const [at, one] of regions.entries()) {
      if (at % readAtOnce === 0) await readTargets(context, regions.slice(at, at + readAtOnce))
      for (const message of await problemsOf(context, one)) found.push({ one, message })
    }
    return regionFindings(context, found)
  },
}

async function problemsOf(context: CheckContext, one: NoteRegion): Promise<string[]> {
  const { region } = effectiveRegion(one.region)
  const problems: string[] = []
  for (const dependency of region.semantic_dependencies ?? [])
    problems.push(...(await dependencyProblem(context, one, dependency)))
  for (const related of region.related_annotations ?? [])
    problems.push(...(await relatedProblem(context, related)))
  return problems
}

function readTargets(context: CheckContext, regions: readonly NoteRegion[]): Promise<void> {
  const { head } = context.range
  return context.readAhead(
    regions.flatMap(({ note, region }) =>
      (effectiveRegion(region).region.semantic_dependencies ?? []).flatMap(({ file }) =>
        namesNow(context, note, file).map((path) => ({ commit: head, path })),
      ),
    ),
  )
}

/** None for what leads out of the repository. */
function namesNow({ places }: CheckContext, { target }: NoteRegion['note'], file: string): RepoPath[] {
  const path = normalisePath(file)
  if (path === undefined) return []
  return namesAfter(places.history, path, places.history.commits.get(target)?.age)
}

/** In the new code, under whatever name the file has there. */
async function dependencyProblem(
  context: CheckContext,
  { note }: NoteRegion,
  { file, anchor }: SemanticDependency,
): Promise<string[]> {
  const names = namesNow(context, note, file)
  if (names.length === 0) return [`the dependency on '${file}' leads out of the repository`]
  const codes = await Promise.all(names.map((name) => context.outlineAt(context.range.head, name)))
  if (codes.every((code) => code === undefined)) return [`the dependency on '${file}' points to no file`]
  if (anchor === undefined || anchor === '') return []
  const isThere = codes.some(
    (code) =>
      code === 'unreadable' ||
      (code !== undefined &&
        (code.language === undefined || resolveAnchor(code.units, anchor, []).kind !== 'none')),
  )
  return isThere ? [] : [`the dependency on '${anchor}' in '${file}' points to nothing there`]
}

async function relatedProblem(
  { session }: CheckContext,
  { commit, anchor }: RelatedAnnotation,
): Promise<string[]> {
  const { notes } = session.index()
  const target = findTarget(notes, commit)
  // A rewritten commit: the annotation went on to another one.
  const heirs = target === undefined ? [] : [target, ...notes.rows.continuing(target)]
  const found = [...(await notes.notesOn(heirs)).values()]
  if (found.length === 0) return [`the related annotation on '${commit}' does not exist`]
  if (anchor === undefined || anchor === '') return []
  const isThere = found.some(({ annotation }) =>
    annotation.regions.some(
      ({ ast_anchor }) => ast_anchor !== undefined && isQualifiedSuffix(anchor, ast_anchor.name),
    ),
  )
  return isThere ? [] : [`the related annotation on '${commit}' says nothing about '${anchor}'`]
}
