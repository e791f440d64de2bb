import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import type { Repository } from '../git/repository.ts'

/** The notes commit the ref stands on; undefined when there is no such ref. */
export async function readTip(repository: Repository, ref: string): Promise<Oid | undefined> {
  const tip = await repository.resolve(ref)
  if (tip !== undefined) return tip
  if (!(await repository.listRefs(ref)).some(({ name }) => name === ref)) return undefined
  throw new UltragitError('data_invalid', `the notes ref '${ref}' names no commit that can be read`, {
    hint: 'git fsck --full',
  })
}
