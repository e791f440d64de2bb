/** Who is named as the author of an annotation. */
import { readIdentity } from '../git/native/read-identity.ts'
import type { Repository } from '../git/repository.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `ULTRAGIT_AUTHOR`, as an agent sets it, else the identity git would commit with. */
export async function authorName(env: Environment, repository: Repository): Promise<string> {
  const named = env.ULTRAGIT_AUTHOR?.trim()
  if (named !== undefined && named !== '') return named
  const { name, email } = readIdentity('author', env, await repository.config())
  return `${name} <${email}>`
}

/** The time of a write, to the second. */
export function timestampOf(now: Date): string {
  return `${now.toISOString().slice(0, 19)}Z`
}
