/** The base of the change that a CI job is about, from the CI's own variables. */
import { UltragitError } from '../../base/errors.ts'
import type { Repository } from '../../git/repository.ts'
import type { Env } from '../change-range.ts'
import type { CiSystem } from './ci-system.ts'
import { ciSystems } from './ci-systems.ts'
import { readCiEvent } from './read-ci-event.ts'

/** Undefined outside CI, and where the CI says nothing. A base that is named but not here is an error, not a reason to guess. */
export async function findCiBase(
  repository: Repository,
  env: Env,
): Promise<{ readonly rev: string } | undefined> {
  const system = ciSystemOf(env)
  const head = (await repository.head()).oid
  if (system === undefined || head === undefined) return undefined
  const bases = system.bases({ env, head, event: await readCiEvent(env) })
  const base = bases.find((one) => one !== undefined)
  if (base === undefined) return undefined
  for (const rev of base.revs) if ((await repository.resolve(rev)) !== undefined) return { rev: shown(rev) }
  throw new UltragitError(
    'usage',
    `the base '${shown(base.revs[0] ?? '')}' (${base.source}) is not in this clone`,
    {
      hint: `${base.fetch}, or name another with --base`,
    },
  )
}

export function ciSystemOf(env: Env): CiSystem | undefined {
  return ciSystems.find(({ sign }) => (env[sign] ?? '') !== '')
}

function shown(rev: string): string {
  return rev.replace(/^refs\/remotes\//, '')
}
