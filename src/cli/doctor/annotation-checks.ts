/** Checks of the annotations themselves; they need notes and a history that can be read. */
import type { Oid } from '../../base/ids.ts'
import { readShallow } from '../../git/history/read-shallow.ts'
import type { Repository } from '../../git/repository.ts'
import { openPlaces } from '../../place/open-places.ts'
import { notesRef, type Session } from '../../session.ts'
import { Outbox } from '../../store/outbox.ts'
import type { Check, Found, Patient } from './finding.ts'

export const annotationChecks: readonly Check<Patient>[] = [
  { check: 'malformed', run: ({ session }) => checkMalformed(session) },
  { check: 'orphaned', run: ({ session }) => checkOrphaned(session) },
  { check: 'unmerged', run: ({ session }) => checkUnmerged(session) },
  { check: 'writes', run: ({ session }) => checkWrites(session) },
]

async function checkMalformed(session: Session): Promise<Found> {
  const index = session.index()
  await index.refresh()
  const { malformed } = index.notes.rows.counts()
  const [first] = index.notes.rows.problems(1)
  if (first === undefined) return { status: 'ok', text: 'every note can be read' }
  return {
    status: 'warn',
    text: `${counted(malformed, 'note')} with parts that cannot be read, such as ${first.target}: ${first.problem}`,
    fix: `git notes --ref=${notesRef(session)} show ${first.target}`,
  }
}

async function checkOrphaned(session: Session): Promise<Found> {
  const orphaned = (await outsideHistory(session)).none
  if (orphaned === 0) return { status: 'ok', text: 'every annotated commit is in some history' }
  const text = `${counted(orphaned, 'annotation')} of commits that no ref reaches`
  if ((await readShallow(session.repository.layout)).size > 0)
    return { status: 'warn', text: `${text} in this shallow clone`, fix: 'git fetch --unshallow' }
  return { status: 'warn', text, fix: 'ultragit repair --dry-run' }
}

async function checkUnmerged(session: Session): Promise<Found> {
  const unmerged = (await outsideHistory(session))['other-ref']
  if (unmerged === 0) return { status: 'ok', text: 'no annotated commit waits on another branch' }
  return { status: 'ok', text: `${counted(unmerged, 'annotation')} of commits that only another ref reaches` }
}

/** By who reaches their commits. What a commit of this history took over is not counted: it is found there. */
async function outsideHistory(session: Session): Promise<{ 'other-ref': number; none: number }> {
  const found = { 'other-ref': 0, none: 0 }
  const index = session.index()
  await index.refresh()
  const { oid: head } = await session.repository.head()
  if (!index.isPresent || head === undefined) return found
  const { history, placer } = await openPlaces(session, {})
  const isHere = (commit: Oid) => history.commits.get(commit) !== undefined
  const { rows } = index.notes
  for (const target of rows.targets()) {
    if (isHere(target) || rows.continuing(target).some(isHere)) continue
    const reach = await placer.reachOf(target)
    if (reach !== 'head') found[reach] += 1
  }
  return found
}

async function checkWrites(session: Session): Promise<Found> {
  const index = session.index()
  await index.refresh()
  const { erased } = index.notes
  if (erased > 0)
    return {
      status: 'warn',
      text: `another program undid ${counted(erased, 'change')} of ours`,
      fix: 'ultragit summary .',
    }
  const cut = await unconfirmedTargets(session)
  const [first] = cut
  if (first === undefined) return { status: 'ok', text: 'every write is where it should be' }
  return {
    status: 'warn',
    text: `${counted(cut.length, 'write')} under way or cut short, such as on ${first}`,
    fix: `git notes --ref=${notesRef(session)} show ${first}`,
  }
}

/** Targets of writes that were begun and that the ref does not hold. */
async function unconfirmedTargets(session: Session): Promise<Oid[]> {
  const { repository } = session
  const ref = notesRef(session)
  const outbox = Outbox.openExisting(repository.layout)
  if (outbox === undefined) return []
  try {
    const tip = await repository.resolve(ref)
    const found: Oid[] = []
    for (const { target, commit, done } of outbox.entries(ref))
      if (!done && !(await holds(repository, tip, commit))) found.push(target)
    return found
  } finally {
    outbox.close()
  }
}

async function holds(repository: Repository, tip: Oid | undefined, commit: Oid): Promise<boolean> {
  if (tip === undefined || tip === commit) return tip === commit
  if (!(await repository.readCommits([commit])).has(commit)) return false
  return (await repository.mergeBase(commit, tip)) === commit
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
