/**
 * From a revision as people type it to a commit: names in git's order, ids and their beginnings, then `~n`, `^n` and
 * `^{…}`. What asks the reflog, an upstream or a message (`@{…}`, `^{/…}`) is not answered here.
 */
import type { Oid } from '../../base/ids.ts'
import type { CommitGraph } from '../objects/commit-graph.ts'
import { readRef } from '../refs/read-refs.ts'
import { isWellFormed } from '../refs/ref-name.ts'
import type { Layout } from '../repository.ts'
import { isSha1, type ObjectStore } from './object-store.ts'

export interface RevisionContext {
  readonly layout: Layout
  readonly store: ObjectStore
  readonly graph: CommitGraph
}

const step = /^(?:~(\d*)|\^(\d+|\{(?:commit|)\})?)/
const fewestDigits = 4
const longestTagChain = 10

/** Where a short name is sought, first match first. */
const places = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'] as const

export async function resolveRevision(context: RevisionContext, revision: string): Promise<Oid | undefined> {
  const stepsAt = revision.search(/[~^]/)
  const name = stepsAt < 0 ? revision : revision.slice(0, stepsAt)
  let commit = await resolveName(context, name === '@' ? 'HEAD' : name)
  for (let rest = stepsAt < 0 ? '' : revision.slice(stepsAt); rest !== ''; ) {
    const found = step.exec(rest)
    if (found === null || commit === undefined) return undefined
    commit = await takeStep(context.graph, commit, found)
    rest = rest.slice(found[0].length)
  }
  return commit
}

async function takeStep(graph: CommitGraph, commit: Oid, found: RegExpExecArray): Promise<Oid | undefined> {
  const [text, generations, parent] = found
  if (!text.startsWith('~')) {
    if (parent === '0' || parent?.startsWith('{')) return commit
    return (await graph.commit(commit)).parents[Number(parent ?? 1) - 1]
  }
  let at: Oid | undefined = commit
  for (let left = generations === '' ? 1 : Number(generations); left > 0 && at !== undefined; left--) {
    at = (await graph.commit(at)).parents[0]
  }
  return at
}

async function resolveName(context: RevisionContext, name: string): Promise<Oid | undefined> {
  const lower = name.toLowerCase()
  if (isSha1(lower)) return peelToCommit(context.store, lower)
  const named = await readNamedRef(context.layout, name)
  if (named !== undefined) return peelToCommit(context.store, named)
  // `v1.2-3-gabcdef` is what git describe prints.
  const digits = /^(?:.+-g)?([0-9a-f]{4,39})$/i.exec(lower)?.[1]
  return digits === undefined ? undefined : resolveAbbreviation(context.store, digits)
}

async function readNamedRef(layout: Layout, name: string): Promise<Oid | undefined> {
  if (!isWellFormed(name)) return undefined
  for (const place of places) {
    const oid = await readRef(layout, place + name)
    if (oid !== undefined) return oid
  }
  return readRef(layout, `refs/remotes/${name}/HEAD`)
}

/** Ids of trees and blobs do not make an abbreviation ambiguous where a commit is asked for. */
async function resolveAbbreviation(store: ObjectStore, digits: string): Promise<Oid | undefined> {
  if (digits.length < fewestDigits) return undefined
  const commits: Oid[] = []
  for (const oid of await store.findByPrefix(digits)) {
    const commit = await peelToCommit(store, oid)
    if (commit !== undefined) commits.push(commit)
  }
  return commits.length === 1 ? commits[0] : undefined
}

/** The commit itself, or what an annotated tag finally names; undefined when that is no commit. */
async function peelToCommit(store: ObjectStore, start: Oid): Promise<Oid | undefined> {
  let oid = start
  for (let left = longestTagChain; left > 0; left--) {
    const object = await store.read(oid)
    if (object?.type === 'commit') return oid
    if (object?.type !== 'tag') return undefined
    const target = /^object ([0-9a-f]{40})\n/.exec(Buffer.from(object.bytes).toString('latin1'))?.[1]
    if (target === undefined || !isSha1(target)) return undefined
    oid = target
  }
  return undefined
}
