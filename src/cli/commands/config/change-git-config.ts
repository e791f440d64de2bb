/** Changes git's configuration of the repository at hand. */
import { UltragitError } from '../../../base/errors.ts'
import type { RepositoryWriter } from '../../../git/repository-writer.ts'
import type { Argument, CommandArguments, CommandData } from '../../command.ts'
import { openCommandSession } from '../../open-command-session.ts'

export async function changeGitConfig(
  data: CommandData,
  change: (writer: RepositoryWriter) => Promise<void>,
): Promise<undefined> {
  const session = await openCommandSession(data)
  try {
    const { writer } = session.repository
    if (writer === undefined)
      throw new UltragitError('git_failed', 'changing settings needs an installed git', {
        hint: 'install git',
      })
    await change(writer)
    if (data.format === 'json') data.output.answer('{}')
  } finally {
    session.close()
  }
}

export const globalArgument: Argument = {
  type: 'boolean',
  description: "the user's configuration instead of the repository's",
}

export function scopeOf(args: CommandArguments): 'local' | 'global' {
  return args.global === true ? 'global' : 'local'
}
