/** Opens a repository with the backend the user wants, or with the installed git when there is one. */
import { UltragitError } from '../base/errors.ts'
import { type Discovery, discover } from './discover.ts'
import { findGit } from './native/find-git.ts'
import type { GitProgram } from './native/run-git.ts'
import type { Repository } from './repository.ts'

export type BackendChoice = 'auto' | 'native' | 'embedded'

export interface OpenOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly backend: BackendChoice
}

export async function openRepository({ cwd, env, backend }: OpenOptions): Promise<Repository> {
  const discovery = await discover(cwd, env)
  const { layout } = discovery
  if (backend !== 'embedded') {
    const untrusted = [layout.workTree, layout.gitDir, layout.commonDir].filter((dir) => dir !== undefined)
    const program = findGit(env.PATH, untrusted)
    if (program !== undefined) return openNative(discovery, program, env)
    if (backend === 'native')
      throw new UltragitError('git_failed', 'git was not found on PATH', {
        hint: 'install git, or: git config ultragit.git embedded',
      })
  }
  const { openEmbedded } = await import('./embedded/open-embedded.ts')
  return openEmbedded(layout, env)
}

async function openNative(
  discovery: Discovery,
  program: string,
  env: OpenOptions['env'],
): Promise<Repository> {
  const git: GitProgram = { program, cwd: discovery.cwd, env: environmentFor(discovery, env) }
  const { NativeRepository } = await import('./native/native-repository.ts')
  return NativeRepository.open(discovery.layout, git)
}

function environmentFor({ layout, explicit }: Discovery, env: OpenOptions['env']): OpenOptions['env'] {
  const { GIT_DIR: _gitDir, GIT_WORK_TREE: _workTree, GIT_PREFIX: _prefix, ...rest } = env
  if (!explicit) return env.GIT_WORK_TREE === undefined ? rest : { ...rest, GIT_WORK_TREE: layout.workTree }
  return {
    ...rest,
    GIT_DIR: layout.gitDir,
    ...(layout.workTree === undefined ? {} : { GIT_WORK_TREE: layout.workTree }),
  }
}
