/** What could not be read, named with its commit: never silently, never fatally. */
import type { GatheredFile } from '../place/gather-regions.ts'
import type { Session } from '../session.ts'
import type { ScoredRegion } from './score-regions.ts'

const mostNamed = 3

export function gatherWarnings(
  session: Session,
  files: readonly GatheredFile[],
  regions: readonly ScoredRegion[],
): string[] {
  return [
    ...session.config.warnings,
    ...files.flatMap(({ scope }) =>
      scope.file.language === undefined && scope.file.text.lines.length > 0
        ? [`no outline for ${scope.file.path}: lines and whole-file answers only`]
        : [],
    ),
    ...noteWarnings(session),
    ...repairedWarnings(regions),
    ...partialCloneWarning(session, regions),
  ]
}

/** About the notes as a whole, whatever was asked. */
export function noteWarnings(session: Session): string[] {
  return [...erasedWarning(session), ...malformedWarnings(session)]
}

function erasedWarning(session: Session): string[] {
  const { erased, ref } = session.index().notes
  if (erased === 0) return []
  const what = erased === 1 ? 'a change' : `${erased} changes`
  return [
    `another program undid ${what} of ours on '${ref}', shown here all the same: any ultragit command, such as 'ultragit summary .', restores it`,
  ]
}

function malformedWarnings(session: Session): string[] {
  const { rows } = session.index().notes
  const { malformed } = rows.counts()
  if (malformed === 0) return []
  const named = rows
    .problems(mostNamed)
    .map(({ target, problem }) => `malformed note on ${target}: ${problem}`)
  return malformed > named.length
    ? [...named, `${malformed - named.length} more malformed notes: ultragit doctor`]
    : named
}

function repairedWarnings(regions: readonly ScoredRegion[]): string[] {
  const repaired = new Map(regions.map(({ note }) => [note.target, note.repaired[0]]))
  return [...repaired].flatMap(([target, problem]) =>
    problem === undefined ? [] : [`repaired while reading the note on ${target}: ${problem}`],
  )
}

function partialCloneWarning({ repository }: Session, regions: readonly ScoredRegion[]): string[] {
  const isUnknown = regions.some(({ placement }) => placement.status === 'unknown')
  return isUnknown && repository.layout.partialClone
    ? ['some file contents are not in this partial clone: git fetch --refetch --no-filter brings them']
    : []
}
