/** One repository, opened, with the settings that hold there. */
import { lstat, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UltragitError } from './base/errors.ts'
import { asRepoPath, type Oid } from './base/ids.ts'
import { type Config, type ConfigSources, loadConfig, tomlFile } from './config/load-config.ts'
import { type BackendChoice, openRepository } from './git/open-repository.ts'
import type { Repository } from './git/repository.ts'
import { Index } from './store/index.ts'
import { openStore } from './store/open-store.ts'

export interface Session {
  readonly repository: Repository
  readonly config: Config
  /** Name of the worktree folder, or of the bare repository. */
  readonly root: string
  /** The index of the notes ref in force, opened when first asked for. */
  index(): Index
  /** The same repository and index, with the settings as they are now; for others who opened it the same way, theirs. */
  reload(options?: SessionOptions): Promise<Session>
  close(): void
}

export interface SessionOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly flags: ConfigSources['flags']
  /** Told, in a line, what the user should know although the answer does not change. */
  readonly report?: ((line: string) => void) | undefined
  /** Where the text of `.ultragit-config.toml` comes from; absent: the working tree, else HEAD. */
  readonly readToml?: ((repository: Repository) => Promise<string | undefined>) | undefined
}

const tomlLimit = 256 * 1024

export async function openSession(options: SessionOptions): Promise<Session> {
  const { cwd, env } = options
  const asked = env.ULTRAGIT_GIT
  let reading: Promise<Config> | undefined
  const meanwhile = (opened: Repository) => {
    reading = readConfig(opened, options)
    return reading
  }
  let repository = await openRepository({ cwd, env, backend: isBackend(asked) ? asked : 'auto', meanwhile })
  try {
    const config = await (reading ?? meanwhile(repository))
    const wanted = config.values.get('git')?.value
    if (wanted !== repository.backend && isBackend(wanted) && wanted !== 'auto') {
      repository.close()
      repository = await openRepository({ cwd, env, backend: wanted })
    }
    return makeSession(repository, config, options, new Map())
  } catch (error) {
    repository.close()
    throw error
  }
}

async function readConfig(repository: Repository, options: SessionOptions): Promise<Config> {
  const { flags, env, readToml = readTomlText } = options
  const [git, toml] = await Promise.all([repository.config(), readToml(repository)])
  return loadConfig({ flags, env, git, toml })
}

function makeSession(
  repository: Repository,
  config: Config,
  options: SessionOptions,
  indexes: Map<string, Index>,
): Session {
  const session: Session = {
    repository,
    config,
    root: basename(repository.layout.workTree ?? bareName(repository.layout.gitDir)),
    index: () => {
      const ref = notesRef(session)
      const known = indexes.get(ref)
      if (known !== undefined) return known
      const store = openStore(repository.layout, {
        inMemory: isSet(options.env.ULTRAGIT_NO_CACHE),
        report: options.report ?? (() => {}),
      })
      const index = new Index(store, repository, ref)
      indexes.set(ref, index)
      return index
    },
    reload: async (next = options) =>
      makeSession(repository, await readConfig(repository, next), next, indexes),
    close: () => {
      for (const index of indexes.values()) index.close()
      repository.close()
    },
  }
  return session
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0'
}

/** A setting that is a number; the table of settings has checked it. */
export function numberSetting(
  session: Session,
  name: 'recencyHalfLife' | 'maxRegions' | 'historyLimit',
): number {
  return Number(session.config.values.get(name)?.value)
}

/** The notes ref in force. */
export function notesRef(session: Session): string {
  return String(session.config.values.get('noteref')?.value)
}

function isBackend(value: unknown): value is BackendChoice {
  return value === 'auto' || value === 'native' || value === 'embedded'
}

function bareName(gitDir: string): string {
  return basename(gitDir) === '.git' ? dirname(gitDir) : gitDir
}

/** The working tree's file, else HEAD's. A symlink is not followed: it could show any file of the machine. */
async function readTomlText(repository: Repository): Promise<string | undefined> {
  const { workTree } = repository.layout
  if (workTree !== undefined) {
    const file = join(workTree, tomlFile)
    const facts = await lstat(file).catch(() => undefined)
    if (facts === undefined) return undefined
    if (!facts.isFile() || facts.size > tomlLimit)
      throw new UltragitError('config_invalid', `'${tomlFile}' must be a plain file of at most 256 KiB`, {
        hint: `git log -- ${tomlFile}`,
      })
    return readFile(file, 'utf8')
  }
  const { oid } = await repository.head()
  return oid === undefined ? undefined : readTomlAt(repository, oid)
}

/** The file as a commit has it. */
export async function readTomlAt(repository: Repository, commit: Oid): Promise<string | undefined> {
  const entry = await repository.entryAt(commit, asRepoPath(tomlFile))
  if (entry === undefined || !entry.mode.startsWith('100')) return undefined
  const bytes = await repository.readBlob(entry.oid, tomlLimit)
  return bytes === undefined || bytes === 'too_large' ? undefined : Buffer.from(bytes).toString()
}
