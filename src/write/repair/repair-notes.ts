/** Gives annotations whose commit left history to the commit that took its place. */
import type { Oid } from '../../base/ids.ts'
import { notesRef, type Session } from '../../session.ts'
import { carryOver, type Succession } from '../carry-over.ts'
import { changeNotes } from '../change-notes.ts'
import { readTip } from '../read-tip.ts'
import { findSuccessors, type Successor } from './find-successors.ts'
import { findOrphans } from './orphans.ts'

export interface Repaired {
  readonly adopted: readonly Successor[]
  /** On a branch that is not merged: left alone. */
  readonly unmerged: readonly Oid[]
  readonly orphaned: readonly Oid[]
  readonly restored: readonly Oid[]
}

export async function repairNotes(
  session: Session,
  { base, dryRun }: { readonly base: Oid; readonly dryRun: boolean },
): Promise<Repaired> {
  const { repository } = session
  const tip = await readTip(repository, notesRef(session))
  if (tip === undefined) return { adopted: [], unmerged: [], orphaned: [], restored: [] }
  const orphanage = await findOrphans(repository, { tip, base })
  const open = orphanage.orphans.filter(({ target }) => !orphanage.adopted.has(target))
  const adopted = open.length === 0 ? [] : await findSuccessors(repository, { ...orphanage, orphans: open })
  const found = new Set(adopted.map(({ source }) => source))
  const left = open.filter(({ target }) => !found.has(target))
  const restored = dryRun ? [] : await adopt(session, adopted)
  return {
    adopted,
    unmerged: left.filter(({ isHeld }) => isHeld).map(({ target }) => target),
    orphaned: left.filter(({ isHeld }) => !isHeld).map(({ target }) => target),
    restored,
  }
}

async function adopt(session: Session, adopted: readonly Successor[]): Promise<readonly Oid[]> {
  if (adopted.length === 0) return []
  const { restored } = await changeNotes(session, async (current) => {
    const changes = []
    for (const succession of groupByTarget(adopted)) {
      const carried = await carryOver(session.repository, current, succession)
      if (carried !== undefined) changes.push(carried.change)
    }
    return { changes, message: 'Notes carried over by ultragit repair', value: undefined }
  })
  return restored
}

function groupByTarget(adopted: readonly Successor[]): Succession[] {
  const groups = new Map<Oid, Successor[]>()
  for (const one of adopted) groups.set(one.target, [...(groups.get(one.target) ?? []), one])
  return [...groups].map(([target, successors]) => ({
    target,
    sources: successors.map(({ source }) => source),
    operation: successors.length > 1 || successors[0]?.by === 'branch patch-id' ? 'squash' : 'rebase',
    reason: `found by ${[...new Set(successors.map(({ by }) => by))].join(', ')}`,
    regions: new Map(
      successors.flatMap(({ source, regions }) => (regions === undefined ? [] : [[source, regions]])),
    ),
  }))
}
