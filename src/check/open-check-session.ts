/**
 * A repository opened for a check: with the policy as the merge base has it. The file of the change under test has no say,
 * or whoever breaks a rule could switch it off in the same breath.
 */
import { messageOf, UltragitError } from '../base/errors.ts'
import { loadConfig, tomlFile } from '../config/load-config.ts'
import { openSession, readTomlAt, type Session, type SessionOptions } from '../session.ts'
import type { ChangeRange } from './change-range.ts'
import { findRange, type RangeRequest } from './find-range.ts'

export interface CheckSession {
  readonly session: Session
  readonly range: ChangeRange
  /** About the policy that the change brings along. */
  readonly warnings: readonly string[]
}

/** The caller closes the session. */
export async function openCheckSession(
  options: SessionOptions,
  request: Omit<RangeRequest, 'env'>,
): Promise<CheckSession> {
  let range: ChangeRange | undefined
  let policy: string | undefined
  const session = await openSession({
    ...options,
    readToml: async (repository) => {
      range ??= await findRange(repository, { ...request, env: options.env })
      policy = range.base === undefined ? undefined : await readTomlAt(repository, range.base)
      return policy
    },
  }).catch((error: unknown) => {
    throw range?.base === undefined ? error : withOrigin(error, range.base)
  })
  if (range === undefined) throw new TypeError('the settings were read without their file') // openSession asks for it
  return { session, range, warnings: await policyWarnings(session, range, policy) }
}

function withOrigin(error: unknown, base: string): unknown {
  if (!(error instanceof UltragitError) || !error.message.startsWith(tomlFile)) return error
  return new UltragitError(error.code, `${error.message} (policy of the merge base ${base.slice(0, 12)})`, {
    hint: `mend ${tomlFile} on the base branch`,
    cause: error,
  })
}

/** It holds from the next change on: then it is too late to find it broken. */
async function policyWarnings(
  { repository }: Session,
  { head }: ChangeRange,
  policy: string | undefined,
): Promise<string[]> {
  const brought = await readTomlAt(repository, head)
  if (brought === policy) return []
  try {
    loadConfig({ flags: {}, env: {}, git: [], toml: brought })
    return [`the change edits ${tomlFile}: the policy of the merge base holds until it is merged`]
  } catch (error) {
    return [`the change breaks ${tomlFile}: ${messageOf(error)}`]
  }
}
