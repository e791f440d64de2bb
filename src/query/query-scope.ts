/** The file a query is about, with what is annotated there, and the name of its answer's sender. */
import type { RepoPath } from '../base/ids.ts'
import type { LineRange } from '../base/lines.ts'
import { namesBefore } from '../place/follow-file.ts'
import { type GatheredFile, gatherRegions } from '../place/gather-regions.ts'
import type { Places } from '../place/open-places.ts'
import { noteRegion } from '../place/place-regions.ts'
import { resolveScope } from '../place/resolve-scope.ts'

export interface QueryScope {
  readonly path: RepoPath
  readonly anchor: string | undefined
  readonly lines: LineRange | undefined
  readonly withBlame: boolean
  /** An anchor that some dependency names counts as found, even if no outline has it. */
  readonly withNamedDependencies?: boolean
}

export async function gatherScope(places: Places, asked: QueryScope): Promise<GatheredFile> {
  const gathered = await gatherRegions(places, asked.path, asked)
  if (asked.withNamedDependencies !== true || asked.anchor === undefined) return gathered
  const { file } = gathered.scope
  const anchors = gathered.regions.flatMap(({ region }) => region.ast_anchor?.name ?? [])
  const named = await namedAnchors(places, file.headPath)
  return { ...gathered, scope: resolveScope(file, asked, [...anchors, ...named]) }
}

async function namedAnchors(places: Places, path: RepoPath): Promise<string[]> {
  const { notes } = places.session.index()
  const names = new Set<string>(namesBefore(places.history, path))
  const rows = notes.rows.dependentsOn([...names] as RepoPath[]) // paths from the history of renames
  const read = await notes.notesOn(rows.map(({ target }) => target))
  return rows
    .flatMap(({ target, position }) => noteRegion(read.get(target), position))
    .flatMap(({ region }) => region.semantic_dependencies ?? [])
    .flatMap(({ file, anchor }) => (names.has(file) && anchor !== undefined && anchor !== '' ? [anchor] : []))
}

/** What every answer says about where it came from. */
export function queryFacts({ session, head }: Places): { readonly head?: string; readonly root: string } {
  return { ...(head === undefined ? {} : { head }), root: session.root }
}
