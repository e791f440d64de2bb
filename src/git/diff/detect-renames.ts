/**
 * Pairs deleted files with added ones, as `git diff -M` does: equal content first, then unique equal base names with
 * similar content, then the most similar rest. The order of steps and ties is git's, because it decides which of two
 * likely sources is taken.
 */
import type { RepoPath } from '../../base/ids.ts'
import type { ObjectView } from '../objects/object-view.ts'
import type { FilePair, FileState } from './diff-trees.ts'
import { bestScore, canReach, countPieces, type PieceCounts, scoreSimilarity } from './similarity.ts'

export interface RenameOptions {
  /** Only this path is of interest as a target. */
  readonly only?: RepoPath
}

const leastScore = bestScore / 2
/** Equal base names make a rename likely but not certain: more than the least similarity, less than equality. */
const leastBaseNameScore = leastScore + (bestScore - leastScore) / 2
const mostExactCandidates = 100
const candidatesPerTarget = 4
const renameLimit = 1000

interface Source {
  readonly path: RepoPath
  readonly file: FileState
  used: boolean
}

interface Target {
  readonly path: RepoPath
  readonly file: FileState
  source: Source | undefined
}

/** The source path of each target that is a rename. Takes pairs in path order. */
export async function detectRenames(
  view: ObjectView,
  pairs: readonly FilePair[],
  options: RenameOptions = {},
): Promise<ReadonlyMap<RepoPath, RepoPath>> {
  const sources: Source[] = []
  const targets: Target[] = []
  for (const pair of pairs) {
    if (pair.new === undefined && pair.old !== undefined) {
      sources.push({ path: pair.path, file: pair.old, used: false })
    } else if (pair.old === undefined && pair.new !== undefined) {
      if (options.only === undefined || options.only === pair.path) {
        targets.push({ path: pair.path, file: pair.new, source: undefined })
      }
    }
  }
  if (sources.length > 0 && targets.length > 0) await match(view, sources, targets)
  const renames = new Map<RepoPath, RepoPath>()
  for (const { path, source } of targets) if (source !== undefined) renames.set(path, source.path)
  return renames
}

async function match(
  view: ObjectView,
  sources: readonly Source[],
  targets: readonly Target[],
): Promise<void> {
  matchExact(sources, targets)
  const scorer = new Scorer(view)
  await matchBaseNames(sources, targets, scorer)
  const openSources = sources.filter(({ used }) => !used)
  const openTargets = targets.filter(({ source }) => source === undefined)
  if (openSources.length * openTargets.length > renameLimit * renameLimit) return
  await matchSimilar(openSources, openTargets, scorer)
}

function take(source: Source, target: Target): void {
  source.used = true
  target.source = source
}

function matchExact(sources: readonly Source[], targets: readonly Target[]): void {
  const byOid = Map.groupBy(sources, ({ file }) => file.oid)
  for (const target of targets) {
    let best: Source | undefined
    let tried = 0
    for (const source of byOid.get(target.file.oid) ?? []) {
      if (source.used || !modesFit(source.file, target.file)) continue
      if (sameBaseName(source, target)) {
        best = source
        break
      }
      best ??= source
      if (tried++ > mostExactCandidates) break
    }
    if (best !== undefined) take(best, target)
  }
}

/** Permissions may change on the way, a link or a submodule stays what it is. */
function modesFit(a: FileState, b: FileState): boolean {
  return a.mode === b.mode || (isRegular(a) && isRegular(b))
}

function isRegular({ mode }: FileState): boolean {
  return mode.startsWith('100')
}

async function matchBaseNames(
  sources: readonly Source[],
  targets: readonly Target[],
  scorer: Scorer,
): Promise<void> {
  const sourcesByName = Map.groupBy(
    sources.filter(({ used }) => !used),
    baseName,
  )
  const targetsByName = Map.groupBy(
    targets.filter(({ source }) => source === undefined),
    baseName,
  )
  for (const [name, [source, ...otherSources]] of sourcesByName) {
    const [target, ...otherTargets] = targetsByName.get(name) ?? []
    if (source === undefined || target === undefined || otherSources.length + otherTargets.length > 0)
      continue
    const score = await scorer.score(source.file, target.file, leastBaseNameScore)
    if (score >= leastBaseNameScore) take(source, target)
  }
}

interface Candidate {
  readonly source: Source
  readonly target: Target
  readonly score: number
  readonly sameName: boolean
}

async function matchSimilar(
  sources: readonly Source[],
  targets: readonly Target[],
  scorer: Scorer,
): Promise<void> {
  const all: Candidate[] = []
  for (const target of targets) {
    const best: Candidate[] = []
    for (const source of sources) {
      const score = await scorer.score(source.file, target.file, leastScore)
      keepBest(best, { source, target, score, sameName: sameBaseName(source, target) })
    }
    all.push(...best)
  }
  // A stable sort: among equals the order in which they were tried stays.
  for (const { source, target, score } of all.sort(compareCandidates)) {
    if (score < leastScore) break
    if (target.source === undefined && !source.used) take(source, target)
  }
}

/** A newcomer takes the place of the first of the worst, so places, not age, order equals later. */
function keepBest(best: Candidate[], candidate: Candidate): void {
  if (best.length < candidatesPerTarget) {
    best.push(candidate)
    return
  }
  let worst = 0
  for (let at = 1; at < best.length; at++) {
    if (compareCandidates(best[at] as Candidate, best[worst] as Candidate) > 0) worst = at // both within bounds
  }
  if (compareCandidates(best[worst] as Candidate, candidate) > 0) best[worst] = candidate
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return b.score - a.score || Number(b.sameName) - Number(a.sameName)
}

function baseName({ path }: { readonly path: RepoPath }): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function sameBaseName(source: Source, target: Target): boolean {
  return baseName(source) === baseName(target)
}

class Scorer {
  readonly #view: ObjectView
  readonly #known = new Map<string, { size: number; bytes: Uint8Array; pieces: PieceCounts | undefined }>()

  constructor(view: ObjectView) {
    this.#view = view
  }

  async score(old: FileState, fresh: FileState, least: number): Promise<number> {
    if (!isRegular(old) || !isRegular(fresh)) return 0
    const a = await this.#facts(old)
    const b = await this.#facts(fresh)
    if (!canReach(least, a.size, b.size)) return 0
    return scoreSimilarity(
      { size: a.size, pieces: this.#pieces(a) },
      { size: b.size, pieces: this.#pieces(b) },
    )
  }

  async #facts({ oid }: FileState) {
    let facts = this.#known.get(oid)
    if (facts === undefined) {
      const bytes = await this.#view.blob(oid)
      facts = { size: bytes.length, bytes, pieces: undefined }
      this.#known.set(oid, facts)
    }
    return facts
  }

  #pieces(facts: { bytes: Uint8Array; pieces: PieceCounts | undefined }): PieceCounts {
    if (facts.pieces !== undefined) return facts.pieces
    facts.pieces = countPieces(facts.bytes)
    facts.bytes = new Uint8Array() // thousands of candidates must not be held in memory
    return facts.pieces
  }
}
