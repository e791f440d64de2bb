/** What is known about a CI system: how it names the base of a change, and how a job there fetches more. */
import type { Oid } from '../../base/ids.ts'
import type { Env } from '../change-range.ts'

/** A way to name the base. The first that the CI has set decides; all its revisions mean the same commit. */
export interface NamedBase {
  /** The variable it came from. */
  readonly source: string
  readonly revs: readonly string[]
  /** The command that brings it when none of them is here. */
  readonly fetch: string
}

export interface CiJob {
  readonly env: Env
  readonly head: Oid
  /** The payload of the event, where the CI leaves one in a file. */
  readonly event: CiEvent
}

export interface CiEvent {
  readonly before?: string | undefined
  readonly baseSha?: string | undefined
  readonly defaultBranch?: string | undefined
}

export interface CiSystem {
  readonly name: string
  /** Set in every job of this CI. */
  readonly sign: string
  /** The setting that gives a job the whole history. */
  readonly wholeHistory: string
  bases(job: CiJob): readonly (NamedBase | undefined)[]
}

/** A branch of origin. */
export function branchBase(source: string, branch: string | undefined): NamedBase | undefined {
  if (branch === undefined || branch === '') return undefined
  const ref = `refs/remotes/origin/${branch}`
  return { source, revs: [ref], fetch: `git fetch origin +refs/heads/${branch}:${ref}` }
}

/** A commit; CI systems write zeros for none. */
export function commitBase(source: string, oid: string | undefined): NamedBase | undefined {
  if (oid === undefined || !/^[0-9a-f]{40,64}$/.test(oid) || /^0+$/.test(oid)) return undefined
  return { source, revs: [oid], fetch: `git fetch origin ${oid}` }
}
