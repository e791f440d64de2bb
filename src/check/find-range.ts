/**
 * What CI means by "this change": from the merge base with the base branch to HEAD. The base is named by the user, else by
 * the CI's own variables, else it is `origin/HEAD`. Whatever cannot be found is said, never guessed.
 */
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import { readShallow } from '../git/history/read-shallow.ts'
import type { Repository } from '../git/repository.ts'
import type { ChangeRange, Env } from './change-range.ts'
import { findCiBase } from './ci/find-ci-base.ts'
import { tooShallow } from './too-shallow.ts'

export interface RangeRequest {
  /** `A..B`, `A...B`, or one commit by itself. */
  readonly range?: string | undefined
  readonly base?: string | undefined
  readonly env: Env
}

export async function findRange(repository: Repository, request: RangeRequest): Promise<ChangeRange> {
  const { range, base, env } = request
  if (range !== undefined && base !== undefined)
    throw new UltragitError('usage', "a range and '--base' cannot be given together", {
      hint: 'give one of them',
    })
  if (range !== undefined) return namedRange(repository, range, env)
  const head = await resolveOr(repository, 'HEAD', 'there is no commit yet')
  const found = base === undefined ? await defaultBase(repository, env) : { rev: base }
  const tip = await resolveOr(repository, found.rev, `the base '${found.rev}' names no commit here`)
  return between(repository, { tip, head, name: `${found.rev}...HEAD`, env })
}

async function namedRange(repository: Repository, range: string, env: Env): Promise<ChangeRange> {
  const [, from, to] = /^(.*?)\.{2,3}(.*)$/s.exec(range) ?? []
  if (from === undefined || to === undefined) return oneCommit(repository, range, env)
  const tip = await resolveOr(repository, from || 'HEAD', `'${from || 'HEAD'}' names no commit here`)
  const head = await resolveOr(repository, to || 'HEAD', `'${to || 'HEAD'}' names no commit here`)
  return between(repository, { tip, head, name: range, env })
}

async function oneCommit(repository: Repository, rev: string, env: Env): Promise<ChangeRange> {
  const head = await resolveOr(repository, rev, `'${rev}' names no commit here`)
  const commit = (await repository.readCommits([head])).get(head)
  const parents = commit?.parents ?? []
  // In a shallow clone a commit may name parents that are not here.
  for (const parent of parents)
    if ((await repository.resolve(`${head}^${parents.indexOf(parent) + 1}`)) === undefined)
      throw tooShallow(env)
  return { head, base: parents[0], not: parents, name: rev }
}

async function between(
  repository: Repository,
  { tip, head, name, env }: { tip: Oid; head: Oid; name: string; env: Env },
): Promise<ChangeRange> {
  const base = await repository.mergeBase(tip, head)
  if (base !== undefined) return { head, base, not: [tip], name }
  if ((await readShallow(repository.layout)).size > 0) throw tooShallow(env)
  throw new UltragitError('usage', `no merge base: '${name}' names two histories with nothing in common`, {
    hint: 'name a base that HEAD grew out of with --base',
  })
}

async function defaultBase(repository: Repository, env: Env): Promise<{ readonly rev: string }> {
  const named = await findCiBase(repository, env)
  if (named !== undefined) return named
  const rev = 'refs/remotes/origin/HEAD'
  if ((await repository.resolve(rev)) !== undefined) return { rev: 'origin/HEAD' }
  throw new UltragitError('usage', 'no base to compare with: this is no CI job and origin/HEAD is not set', {
    hint: 'name the branch this change is for: --base origin/main',
  })
}

async function resolveOr(repository: Repository, rev: string, problem: string): Promise<Oid> {
  const oid = await repository.resolve(rev)
  if (oid !== undefined) return oid
  throw new UltragitError('usage', problem, {
    hint: rev === 'HEAD' ? 'commit something first' : `git fetch origin, or name another with --base`,
  })
}
