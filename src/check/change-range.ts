/** The commits a check is about, and the state of the code they are compared with. */
import type { Oid } from '../base/ids.ts'

export interface ChangeRange {
  readonly head: Oid
  /** The merge base; undefined: a root commit by itself, compared with nothing. */
  readonly base: Oid | undefined
  /** What these reach is not part of the change. */
  readonly not: readonly Oid[]
  /** As a person would write it: `origin/main...HEAD`. */
  readonly name: string
}

/** Environment of the process, as its owner passed it in. */
export type Env = Readonly<Record<string, string | undefined>>
