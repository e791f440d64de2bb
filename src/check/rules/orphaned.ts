import type { Oid } from '../../base/ids.ts'
import { namesBefore } from '../../place/follow-file.ts'
import { noteRegion } from '../../place/place-regions.ts'
import { isContinued, isVisible } from '../../read/visible-regions.ts'
import type { Note } from '../../store/notes-view.ts'
import type { CheckContext } from '../check-context.ts'
import type { Finding, Rule } from '../finding.ts'

/** Notes are read so many at a time: a repository may have lost tens of thousands of commits. */
const portion = 500

export const orphaned: Rule = {
  name: 'orphaned',
  meaning: 'an annotation whose commit left history, and that repair could give to this change',
  async find(context) {
    const { rows } = context.session.index().notes
    const { commits } = context.places.history
    // As many as there are notes: all are inside, and none has to be looked up.
    if (commits.annotatedCount === rows.counts().notes) return []
    const outside = rows.targets().filter((target) => commits.get(target) === undefined)
    if (outside.length === 0) return []
    const findings = new Map<Oid, Finding>()
    for (const { target, finding } of [
      ...(await samePatches(context, outside)),
      ...(await standingRegions(context, new Set(outside))),
    ])
      if (!findings.has(target)) findings.set(target, finding)
    return [...findings.values()]
  },
}

interface Orphan {
  readonly target: Oid
  readonly finding: Finding
}

/** The same change stands in the range under another id: rebased, amended or picked. */
async function samePatches(context: CheckContext, outside: readonly Oid[]): Promise<Orphan[]> {
  const { session, scan, locations } = context
  const { notes } = session.index()
  const bare = scan.commits
    .filter(({ oid, isMerge }) => !isMerge && notes.rows.byTarget(oid) === undefined)
    .map(({ oid }) => oid)
  if (bare.length === 0) return []
  const patches = await session.repository.patchIds(bare)
  const successors = new Map([...patches].map(([oid, patch]) => [patch, oid]))
  const found: Orphan[] = []
  for (let at = 0; at < outside.length; at += portion) {
    const some = await notes.notesOn(outside.slice(at, at + portion))
    for (const [target, patch] of await patchesOf(context, some)) {
      const successor = successors.get(patch)
      if (successor === undefined || isTakenOver(context, some.get(target))) continue
      const message = `${lost(target)}; ${successor.slice(0, 12)} is the same change: ultragit repair`
      found.push({
        target,
        finding: { ...(await locations.ofCommit(successor)), commit: successor, message },
      })
    }
  }
  return found
}

/** As the annotation remembers it, else as its commit shows while that is still here. */
async function patchesOf(
  { session }: CheckContext,
  notes: ReadonlyMap<Oid, Note>,
): Promise<ReadonlyMap<Oid, string>> {
  const known = new Map<Oid, string>()
  const unknown: Oid[] = []
  for (const [target, { annotation }] of notes) {
    const patch = annotation.trace?.patch_id
    if (patch === undefined) unknown.push(target)
    else known.set(target, patch)
  }
  const present = [...(await session.repository.readCommits(unknown)).keys()]
  const computed = present.length === 0 ? [] : await session.repository.patchIds(present)
  return new Map([...known, ...computed])
}

/** No ref reaches its commit, and its code stands in a file of the change: squashed. */
async function standingRegions(context: CheckContext, outside: ReadonlySet<Oid>): Promise<Orphan[]> {
  const { history, placer, session } = context.places
  const { notes } = session.index()
  const found: Orphan[] = []
  for (const file of await context.files()) {
    if (file.isDeleted) continue
    const rows = notes.rows
      .regionsIn(namesBefore(history, file.path))
      .filter(({ target }) => outside.has(target))
    const read = await notes.notesOn(rows.map(({ target }) => target))
    const regions = rows.flatMap(({ target, position }) => noteRegion(read.get(target), position))
    for (const one of await placer.placeAnywhere(regions)) {
      const { note, placement } = one
      if (placement.path !== file.path || (placement.survival ?? 0) === 0) continue
      if (!isVisible(one, { rows: notes.rows, history })) continue
      if ((await placer.reachOf(note.target)) !== 'none') continue
      const what = placement.unit === undefined ? 'its code' : `'${placement.unit.name}'`
      const finding = {
        file: file.path,
        line: placement.currentLines?.start ?? 1,
        anchor: placement.unit?.name,
        commit: context.commitFor(file.path, file.pathBefore),
        message: `${lost(note.target)}; ${what} still stands here: ultragit repair`,
      }
      found.push({ target: note.target, finding })
    }
  }
  return found
}

function isTakenOver({ session, places }: CheckContext, note: Note | undefined): boolean {
  const { rows } = session.index().notes
  return (
    note === undefined ||
    note.annotation.regions.some((region) => isContinued({ note, region }, { rows, history: places.history }))
  )
}

function lost(target: Oid): string {
  return `the annotation on ${target.slice(0, 12)} lost its commit`
}
