/** Traces of regions that were written without one: computed while the commit can still be read. */
import { regionCommit } from '../annotation/region-identity.ts'
import type { Annotation, Region } from '../annotation/schema.ts'
import { isOid, normalisePath } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'
import { resolveAnchor } from '../outline/resolve-anchor.ts'
import { documentTrace } from './annotate/complete-annotation.ts'
import { traceOf } from './annotate/complete-region.ts'
import { CommitFacts } from './commit-facts.ts'

/** The same annotation, with a trace wherever its commit can be read. */
export async function addMissingTraces(repository: Repository, annotation: Annotation): Promise<Annotation> {
  const isComplete =
    annotation.trace !== undefined && annotation.regions.every(({ trace }) => trace !== undefined)
  if (isComplete) return annotation
  const loaded = new Map<string, CommitFacts | undefined>()
  const factsOf = async (commit: string) => {
    if (!loaded.has(commit)) loaded.set(commit, await loadFacts(repository, commit))
    return loaded.get(commit)
  }
  const regions: Region[] = []
  for (const region of annotation.regions) {
    const facts = region.trace === undefined ? await factsOf(regionCommit(annotation, region)) : undefined
    const trace = facts === undefined ? undefined : await traceRegion(facts, region)
    regions.push(trace === undefined ? region : { ...region, trace })
  }
  const facts = annotation.trace === undefined ? await factsOf(annotation.commit) : undefined
  return { ...annotation, regions, ...(facts === undefined ? {} : { trace: await documentTrace(facts) }) }
}

async function loadFacts(repository: Repository, commit: string): Promise<CommitFacts | undefined> {
  if (!isOid(commit) || !(await repository.readCommits([commit])).has(commit)) return undefined
  return CommitFacts.load(repository, commit)
}

async function traceRegion(facts: CommitFacts, region: Region): Promise<Region['trace']> {
  const path = normalisePath(region.file)
  const file = path === undefined ? undefined : await facts.file(path)
  if (file === undefined) return undefined
  const { ast_anchor: anchor, lines } = region
  const resolved = anchor === undefined ? undefined : resolveAnchor(file.units ?? [], anchor.name, [])
  const units = resolved?.kind === 'units' ? resolved.units : []
  const at = lines?.start ?? 0
  const unit = units.find((each) => each.lines.start <= at && at <= each.lines.end) ?? units[0]
  const known = lines !== undefined && lines.end <= file.lines.length ? lines : unit?.lines
  return traceOf(file, unit, known)
}
