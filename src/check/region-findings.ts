/** What is to be said about regions of annotations of the range, each shown where the region is now. */
import type { NoteRegion } from '../place/load-bases.ts'
import type { CheckContext } from './check-context.ts'
import type { Finding } from './finding.ts'

export async function regionFindings(
  { locations }: CheckContext,
  found: readonly { readonly one: NoteRegion; readonly message: string }[],
): Promise<Finding[]> {
  const places = await locations.ofRegions(found.map(({ one }) => one))
  return found.map(({ one: { note, region }, message }, at) => ({
    ...places[at],
    commit: note.target,
    anchor: region.ast_anchor?.name,
    message,
  }))
}
