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
  /** What is needed next, begun while git starts. It must leave everything as it is: git may refuse the repository. */
  readonly meanwhile?: (repository: Repository) => Promise<unknown>
}

export async function openRepository(options: OpenOptions): Promise<Repository> {
  const { cwd, env, backend } = options
  const discovery = await discover(cwd, env)
  const { layout } = discovery
  if (backend !== 'embedded') {
    const untrusted = [layout.workTree, layout.gitDir, layout.commonDir].filter((dir) => dir !== undefined)
    const program = findGit(env.PATH, untrusted)
    if (program !== undefined) return openNative(discovery, program, options)
    if (backend === 'native')
      throw new UltragitError('git_failed', 'git was not found on PATH', {
        hint: 'install git, or: git config ultragit.git embedded',
      })
  }
  const { openEmbedded } = await import('./embedded/open-embedded.ts')
  const repository = await openEmbedded(layout, env)
  options.meanwhile?.(repository).catch(() => {}) // whoever gave it the work knows
  return repository
}

async function openNative(
  discovery: Discovery,
  program: string,
  { env, meanwhile }: OpenOptions,
): Promise<Repository> {
  const git: GitProgram = { program, cwd: discovery.cwd, env: environmentFor(discovery, env) }
  const { NativeRepository } = await import('./native/native-repository.ts')
  return NativeRepository.open(discovery.layout, git, meanwhile)
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
