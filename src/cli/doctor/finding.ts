/** What a check found, and how a failure becomes such a thing. */
import { UltragitError } from '../../base/errors.ts'
import type { Session } from '../../session.ts'
import type { Surroundings } from '../command.ts'

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly text: string
  /** The command, or the step, that mends it. */
  readonly fix?: string
}

/** A finding before it has its name. */
export type Found = Omit<Finding, 'check'>

/** A row of a table of checks: `subject` is what it looks at. */
export interface Check<Subject> {
  readonly check: string
  run(subject: Subject): Promise<Found>
}

/** What the checks of a repository look at. */
export interface Patient {
  readonly session: Session
  readonly surroundings: Surroundings
}

/** Runs all of them: one that fails does not hide the others. */
export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check, run } of checks) {
    const found = await run(subject).catch(failureFound)
    findings.push({ check, ...found })
  }
  return findings
}

/** What is known to go wrong is a finding; anything else is a bug and goes on its way. */
export function failureFound(error: unknown): Found {
  if (!(error instanceof UltragitError)) throw error
  return { status: 'fail', text: error.message, ...(error.hint === undefined ? {} : { fix: error.hint }) }
}
