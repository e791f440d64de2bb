/** A clone that ends inside the change, or before its base: what to fetch is said, what is missing is not guessed. */
import { UltragitError } from '../base/errors.ts'
import type { Env } from './change-range.ts'
import { ciSystemOf } from './ci/find-ci-base.ts'

/** No smaller depth is sure to do: how far the base branch has gone since the change began is on the other side. */
const command = 'git fetch --unshallow origin'

export function tooShallow(env: Env): UltragitError {
  const system = ciSystemOf(env)
  return new UltragitError(
    'git_failed',
    'this clone is too shallow: it ends before the base of the change is reached, and needs the whole history',
    { hint: system === undefined ? command : `${command}, or ${system.wholeHistory} in ${system.name}` },
  )
}
