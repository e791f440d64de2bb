/** Which commit of the base took the place of each orphan: by the change it makes, the files it leaves, or its lines. */

import { regionKey } from '../../annotation/region-identity.ts'
import type { Region } from '../../annotation/schema.ts'
import { shareStanding } from '../../annotation/trace/added-lines.ts'
import { compareFingerprints, sameFileThreshold } from '../../annotation/trace/unit-fingerprint.ts'
import { normalisePath, type Oid } from '../../base/ids.ts'
import type { FileChange, Repository } from '../../git/repository.ts'
import { resolveAnchor } from '../../outline/resolve-anchor.ts'
import { traceOf } from '../annotate/complete-region.ts'
import { CommitFacts } from '../commit-facts.ts'
import type { Orphan, Orphanage } from './orphans.ts'

type Method = 'patch-id' | 'branch patch-id' | 'blobs' | 'content'

export interface Successor {
  readonly source: Oid
  readonly target: Oid
  readonly by: Method
  /** Only these regions found their place there; undefined: all. */
  readonly regions?: ReadonlySet<string>
}

export async function findSuccessors(
  repository: Repository,
  { orphans, candidates }: Orphanage,
): Promise<Successor[]> {
  const finder = await SuccessorFinder.load(repository, candidates)
  const found: Successor[] = []
  for (const orphan of orphans) {
    const target =
      (await finder.byPatch(orphan)) ?? (await finder.byBranch(orphan, orphans)) ?? finder.byBlobs(orphan)
    if (target !== undefined) found.push({ source: orphan.target, ...target })
    // Lines that stand on a branch of their own are that branch's, even if others look like them.
    else if (!orphan.isHeld) found.push(...(await finder.byContent(orphan)))
  }
  return found
}

type Found = Pick<Successor, 'target' | 'by'>

class SuccessorFinder {
  readonly #repository: Repository
  readonly #byPatch: ReadonlyMap<string, Oid>
  readonly #changes: ReadonlyMap<Oid, readonly FileChange[]>
  readonly #facts = new Map<Oid, CommitFacts>()

  private constructor(
    repository: Repository,
    byPatch: ReadonlyMap<string, Oid>,
    changes: ReadonlyMap<Oid, readonly FileChange[]>,
  ) {
    this.#repository = repository
    this.#byPatch = byPatch
    this.#changes = changes
  }

  static async load(repository: Repository, candidates: readonly Oid[]): Promise<SuccessorFinder> {
    const patches = await repository.patchIds(candidates)
    const byPatch = new Map<string, Oid>()
    for (const [commit, id] of patches) if (!byPatch.has(id)) byPatch.set(id, commit)
    return new SuccessorFinder(repository, byPatch, await repository.changesOf(candidates))
  }

  /** The same change, as after a rebase or a cherry-pick. The note remembers it when the commit is gone. */
  async byPatch({ target, annotation, commit }: Orphan): Promise<Found | undefined> {
    const own = commit === undefined ? undefined : (await this.#repository.patchIds([target])).get(target)
    const id = own ?? annotation.trace?.patch_id
    const successor = id === undefined ? undefined : this.#byPatch.get(id)
    return successor === undefined ? undefined : { target: successor, by: 'patch-id' }
  }

  /** The change of all commits up to this one or a later one of the same branch: a squash merge. */
  async byBranch({ target, fork }: Orphan, orphans: readonly Orphan[]): Promise<Found | undefined> {
    if (fork === undefined) return undefined
    const heads = new Set<Oid>([target])
    for (const other of orphans) if (other.fork === fork) heads.add(other.target)
    for (const { oid } of await this.#repository.listRefs('refs/')) heads.add(oid)
    for (const head of heads) {
      if (!(await this.#repository.readCommits([head])).has(head)) continue
      if (head !== target && (await this.#repository.mergeBase(target, head)) !== target) continue
      const id = await this.#repository.patchIdBetween(fork, head)
      const successor = id === undefined ? undefined : this.#byPatch.get(id)
      if (successor !== undefined) return { target: successor, by: 'branch patch-id' }
    }
    return undefined
  }

  /** One commit left every annotated file exactly as the orphan did. */
  byBlobs({ annotation }: Orphan): Found | undefined {
    const blobs = new Set(annotation.regions.map(({ file, trace }) => `${trace?.blob} ${file}`))
    if (blobs.size === 0 || annotation.regions.some(({ trace }) => trace?.blob === undefined))
      return undefined
    for (const [target, changes] of this.#changes) {
      const left = new Set(changes.map(({ newOid, path }) => `${newOid} ${path}`))
      if ([...blobs].every((blob) => left.has(blob))) return { target, by: 'blobs' }
    }
    return undefined
  }

  /** Region by region: the one commit that added most of the lines the orphan had added to that unit. */
  async byContent({ target, annotation }: Orphan): Promise<Successor[]> {
    const regions = new Map<Oid, Set<string>>()
    for (const region of annotation.regions) {
      const successor = await this.#adderOf(region)
      if (successor === undefined) continue
      const keys = regions.get(successor) ?? new Set<string>()
      regions.set(successor, keys.add(regionKey(annotation, region)))
    }
    return [...regions].map(([successor, keys]) => ({
      source: target,
      target: successor,
      by: 'content' as const,
      regions: keys,
    }))
  }

  async #adderOf(region: Region): Promise<Oid | undefined> {
    const path = normalisePath(region.file)
    const { trace } = region
    if (trace?.added === undefined || path === undefined) return undefined
    let best: { commit: Oid; share: number; isAlone: boolean } | undefined
    for (const [commit, changes] of this.#changes) {
      const change = changes.find((each) => each.path === path || each.from === path)
      if (change === undefined || change.status === 'deleted') continue
      const share = await this.#shareAdded(commit, change, region)
      if (share < enough || (best !== undefined && share < best.share)) continue
      best = { commit, share, isAlone: best === undefined || share > best.share }
    }
    return best?.isAlone === true ? best.commit : undefined
  }

  async #shareAdded(
    commit: Oid,
    { path }: FileChange,
    { ast_anchor: anchor, trace }: Region,
  ): Promise<number> {
    const facts = this.#facts.get(commit) ?? (await CommitFacts.load(this.#repository, commit))
    this.#facts.set(commit, facts)
    const file = await facts.file(path)
    if (file === undefined) return 0
    const resolved = anchor === undefined ? undefined : resolveAnchor(file.units ?? [], anchor.name, [])
    const unit = resolved?.kind === 'units' ? resolved.units[0] : undefined
    if (anchor !== undefined && unit === undefined) return 0
    if (unit !== undefined && trace?.unit !== undefined) {
      const equal = compareFingerprints(trace.unit, traceOf(file, unit, undefined).unit ?? '') ?? 64
      if (equal < sameFileThreshold) return 0
    }
    const lines = file.lines.filter((_, at) => {
      const line = at + 1
      const isInside = unit === undefined || (unit.lines.start <= line && line <= unit.lines.end)
      return isInside && file.added.has(line)
    })
    return shareStanding(trace?.added ?? '', lines) ?? 0
  }
}

const enough = 0.6
