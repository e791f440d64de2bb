/** The commit a user names. */
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'

export async function commitNamed(repository: Repository, revision: string): Promise<Oid> {
  const oid = await repository.resolve(revision)
  if (oid !== undefined) return oid
  const isUnborn = revision === 'HEAD' && (await repository.head()).oid === undefined
  throw new UltragitError(
    'not_found',
    isUnborn ? 'there is no commit yet' : `'${revision}' names no commit`,
    { hint: isUnborn ? 'git commit' : 'git log --oneline' },
  )
}
