/** What a rule has to say, and what a rule is. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { CheckContext } from './check-context.ts'

export type RuleName =
  | 'missing'
  | 'invalid'
  | 'anchor'
  | 'dangling'
  | 'constraint'
  | 'dependent'
  | 'orphaned'
  | 'coverage'

export type Severity = 'warning' | 'error'

/** A constraint in its author's words. */
export interface RecordedConstraint {
  readonly text: string
  readonly source?: 'author' | 'inferred' | undefined
  /** The commit whose annotation has it. */
  readonly commit: Oid
}

/** Code that declares an assumption about other code. */
export interface RecordedDependent {
  readonly file: string
  readonly anchor?: string | undefined
  /** What it assumes. */
  readonly nature?: string | undefined
  readonly commit: Oid
}

export interface Finding {
  /** In the new code; undefined where the change left nothing to point at. */
  readonly file?: RepoPath | undefined
  readonly line?: number | undefined
  /** The unit it is about. */
  readonly anchor?: string | undefined
  /** The commit of the range that it is about, or that changed the file last. */
  readonly commit: Oid
  /** One line. */
  readonly message: string
  readonly constraints?: readonly RecordedConstraint[] | undefined
  readonly dependents?: readonly RecordedDependent[] | undefined
}

export interface Rule {
  readonly name: RuleName
  /** What it finds, for reports that explain themselves. */
  readonly meaning: string
  find(context: CheckContext): Promise<readonly Finding[]>
}
