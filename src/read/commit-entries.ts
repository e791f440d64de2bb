/**
 * Reach `commit`: the annotation of a commit that owns lines in scope but says nothing about this file in particular.
 * Its summary and what was said about the commit as a whole stand in for a region.
 */
import type { Annotation, Region } from '../annotation/schema.ts'
import type { Oid } from '../base/ids.ts'
import type { GatheredFile } from '../place/gather-regions.ts'
import type { Places } from '../place/open-places.ts'
import type { MatchedRegion } from './match-regions.ts'

/** Position of a stand-in: after all real regions. */
export const commitPosition = Number.MAX_SAFE_INTEGER

export async function commitEntries(
  places: Places,
  files: readonly GatheredFile[],
  owners: ReadonlyMap<Oid, readonly GatheredFile[]>,
): Promise<MatchedRegion[]> {
  const { history, session } = places
  const annotated = [...owners.keys()].filter((oid) => history.commits.get(oid)?.annotated === true)
  const notes = await session.index().notes.notesOn(annotated)
  const spoken = new Map(
    files.map(({ scope, regions }) => [scope, new Set(regions.map(({ note }) => note.target))]),
  )
  const entries: MatchedRegion[] = []
  for (const [target, note] of notes) {
    for (const { scope } of owners.get(target) ?? []) {
      if (spoken.get(scope)?.has(target) === true) continue
      entries.push({
        note,
        position: commitPosition,
        region: standIn(note.annotation, scope.file.path),
        placement: {
          status: 'current',
          path: scope.file.path,
          unit: undefined,
          landed: [],
          currentLines: undefined,
          linesThen: undefined,
          survival: null,
          anchorStands: 'lines',
        },
        isReachable: true,
        age: history.commits.get(target)?.age,
        reach: 'commit',
      })
    }
  }
  return entries
}

function standIn({ summary, commit_entries = [] }: Annotation, file: string): Region {
  const texts = (field: string) => commit_entries.filter((entry) => entry.field === field)
  const prose = (field: string) =>
    texts(field)
      .map(({ text }) => text)
      .join('\n\n')
  const alternatives = texts('alternatives').map(({ text, rejected_because }) => ({
    approach: text,
    ...(rejected_because === undefined ? {} : { rejected_because }),
  }))
  const constraints = texts('constraints').map(({ text }) => ({ text, source: 'author' as const }))
  const [reasoning, risk] = [prose('reasoning'), prose('risk_notes')]
  return {
    file,
    intent: summary,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(risk === '' ? {} : { risk_notes: risk }),
    ...(alternatives.length === 0 ? {} : { alternatives }),
    ...(constraints.length === 0 ? {} : { constraints }),
  }
}
