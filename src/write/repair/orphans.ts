/** Annotations whose commit the base does not reach, and the commits of the base that may have taken their place. */
import type { Annotation } from '../../annotation/schema.ts'
import type { Oid } from '../../base/ids.ts'
import type { Commit, Repository } from '../../git/repository.ts'
import { CurrentNotes } from '../current-notes.ts'

export interface Orphan {
  readonly target: Oid
  readonly annotation: Annotation
  /** Undefined: the commit is gone. */
  readonly commit: Commit | undefined
  /** Where its history leaves the base's. */
  readonly fork: Oid | undefined
  /** A branch, tag or remote still has it. */
  readonly isHeld: boolean
}

export interface Orphanage {
  readonly orphans: readonly Orphan[]
  /** Oldest first; merges left out. */
  readonly candidates: readonly Oid[]
  /** Sources that a commit of the base names as taken over already. */
  readonly adopted: ReadonlySet<string>
}

/** For commits that are gone nothing bounds the search but this. */
const mostCandidates = 20_000

export async function findOrphans(
  repository: Repository,
  { tip, base }: { readonly tip: Oid; readonly base: Oid },
): Promise<Orphanage> {
  const history: Oid[] = []
  const merges = new Set<Oid>()
  for await (const batch of repository.history([base]))
    for (const { oid, parents } of batch) {
      history.push(oid)
      if (parents.length > 1) merges.add(oid)
    }
  const reachable = new Set(history)
  const current = new CurrentNotes(repository, tip)
  const held = await heldElsewhere(repository, base)
  const orphans: Orphan[] = []
  const adopted = new Set<string>()
  for (const { target } of await repository.listNotes(tip)) {
    const annotation = (await current.read(target))?.annotation
    if (annotation === undefined) continue
    if (reachable.has(target))
      for (const source of annotation.provenance?.derived_from ?? []) adopted.add(source)
    else orphans.push(await describeOrphan(repository, { target, annotation, base, held }))
  }
  const candidates = await boundCandidates(repository, { base, orphans, history })
  return { orphans, candidates: candidates.filter((oid) => !merges.has(oid)).reverse(), adopted }
}

async function describeOrphan(
  repository: Repository,
  about: { target: Oid; annotation: Annotation; base: Oid; held: ReadonlySet<Oid> },
): Promise<Orphan> {
  const { target, annotation, base, held } = about
  const commit = (await repository.readCommits([target])).get(target)
  const fork = commit === undefined ? undefined : await repository.mergeBase(target, base)
  return { target, annotation, commit, fork, isHeld: held.has(target) }
}

/** Commits of other refs that the base does not reach. */
async function heldElsewhere(repository: Repository, base: Oid): Promise<Set<Oid>> {
  const refs = (await repository.listRefs('refs/')).filter(({ name }) => !name.startsWith('refs/notes/'))
  const tips = [...(await repository.readCommits([...new Set(refs.map(({ oid }) => oid))])).keys()]
  const held = new Set<Oid>()
  for await (const batch of repository.history(tips, undefined, [base]))
    for (const { oid } of batch) held.add(oid)
  return held
}

/** A successor cannot be older than where its predecessor left the base. */
async function boundCandidates(
  repository: Repository,
  { base, orphans, history }: { base: Oid; orphans: readonly Orphan[]; history: readonly Oid[] },
): Promise<readonly Oid[]> {
  if (orphans.length === 0) return []
  if (orphans.some(({ fork }) => fork === undefined)) return history.slice(0, mostCandidates)
  const within = new Set<Oid>()
  for (const fork of new Set(orphans.flatMap(({ fork }) => fork ?? [])))
    for await (const batch of repository.history([base], undefined, [fork]))
      for (const { oid } of batch) within.add(oid)
  return history.filter((oid) => within.has(oid)).slice(0, mostCandidates)
}
