/**
 * Finds the repository a directory belongs to, by its files, the way git does: `GIT_DIR`, else upwards to a `.git` folder or
 * file, or to a bare repository. Starts no process, so it works without git; a test compares it with `git rev-parse`.
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { UltragitError } from '../base/errors.ts'
import { parseConfig } from './embedded/parse-config.ts'
import type { Layout } from './repository.ts'

export interface Discovery {
  readonly layout: Layout
  /** Where git finds this very repository by itself, so that its own safety checks still apply. */
  readonly cwd: string
  /** The user named the git directory by `GIT_DIR`: git must be told too. */
  readonly explicit: boolean
}

type Env = Readonly<Record<string, string | undefined>>

export async function discover(start: string, env: Env): Promise<Discovery> {
  const from = await realDirectory(start)
  if (env.GIT_DIR !== undefined && env.GIT_DIR !== '') return discoverExplicit(from, env)
  const found = await searchUpwards(from, env)
  if (found === undefined)
    throw new UltragitError(
      'not_a_repository',
      `not a git repository (or any of the parent directories): '${start}'`,
      {
        hint: 'git init',
      },
    )
  const { layout, settings } = await describe(found.gitDir, env)
  const workTree = await workTreeOf({ ...found, settings, env, from })
  // Inside the work tree git resolves paths from there; elsewhere it must start from the git directory itself.
  const cwd = workTree !== undefined && workTree === found.holder ? workTree : found.gitDir
  return { layout: { ...layout, workTree }, cwd, explicit: false }
}

async function discoverExplicit(from: string, env: Env): Promise<Discovery> {
  const named = resolve(from, env.GIT_DIR ?? '')
  const gitDir = await followGitFile(named)
  if (gitDir === undefined || !(await isGitDir(gitDir, env)))
    throw new UltragitError('not_a_repository', `not a git repository: '${env.GIT_DIR}' (named by GIT_DIR)`, {
      hint: 'unset GIT_DIR',
    })
  const { layout, settings } = await describe(gitDir, env)
  const bare = settings.get('core.bare') === 'true' && env.GIT_WORK_TREE === undefined
  const workTree = await workTreeOf({ gitDir, holder: bare ? undefined : from, settings, env, from })
  return { layout: { ...layout, workTree }, cwd: workTree ?? gitDir, explicit: true }
}

interface Found {
  readonly gitDir: string
  /** The directory that holds `.git`; undefined in a bare repository or inside a git directory. */
  readonly holder: string | undefined
}

async function searchUpwards(from: string, env: Env): Promise<Found | undefined> {
  const ceilings = await ceilingDirectories(env.GIT_CEILING_DIRECTORIES)
  const device = (await stat(from)).dev
  for (let dir = from; ; dir = dirname(dir)) {
    if (dir !== from && ceilings.has(dir)) return undefined
    if (env.GIT_DISCOVERY_ACROSS_FILESYSTEM !== '1' && (await stat(dir)).dev !== device) return undefined
    const dotGit = join(dir, '.git')
    const gitDir = await followGitFile(dotGit)
    if (gitDir !== undefined && (await isGitDir(gitDir, env))) return { gitDir, holder: dir }
    if (await isGitDir(dir, env)) return { gitDir: dir, holder: undefined }
    if (dirname(dir) === dir) return undefined
  }
}

/** `.git` is the git directory, or a file that names it (worktrees, submodules, `--separate-git-dir`). */
async function followGitFile(dotGit: string): Promise<string | undefined> {
  const kind = await stat(dotGit).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw unreadable(dotGit, error)
    return undefined
  })
  if (kind === undefined) return undefined
  if (kind.isDirectory()) return realpath(dotGit)
  if (!kind.isFile()) return undefined
  const text = await readFile(dotGit, 'utf8').catch((error) => {
    throw unreadable(dotGit, error)
  })
  const target = /^gitdir: ([^\0]+?)\n*$/.exec(text)?.[1]
  if (target === undefined)
    throw new UltragitError('not_a_repository', `invalid gitfile format: '${dotGit}'`, {
      hint: "move that file away; it should read 'gitdir: <path>'",
    })
  return realpath(resolve(dirname(dotGit), target)).catch(() => {
    throw new UltragitError('not_a_repository', `'${dotGit}' points to '${target}', which does not exist`, {
      hint: 'git worktree repair',
    })
  })
}

/** git's own test: a HEAD that looks like one, an object store, and refs. */
async function isGitDir(dir: string, env: Env): Promise<boolean> {
  const head = await readFile(join(dir, 'HEAD'), 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw unreadable(join(dir, 'HEAD'), error)
    return undefined
  })
  if (head === undefined || !/^(ref:\s*refs\/|[0-9a-f]{40}|[0-9a-f]{64})/.test(head)) return false
  const common = await commonDirOf(dir, env)
  const objects = env.GIT_OBJECT_DIRECTORY ?? join(common, 'objects')
  return (await isDirectory(objects)) && (await isDirectory(join(common, 'refs')))
}

async function commonDirOf(gitDir: string, env: Env): Promise<string> {
  if (env.GIT_COMMON_DIR !== undefined) return resolve(env.GIT_COMMON_DIR)
  const text = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => undefined)
  if (text === undefined) return gitDir
  const common = resolve(gitDir, text.replace(/\n+$/, ''))
  return realpath(common).catch(() => common)
}

type Settings = ReadonlyMap<string, string | undefined>

async function describe(gitDir: string, env: Env): Promise<{ layout: Layout; settings: Settings }> {
  const commonDir = await commonDirOf(gitDir, env)
  const settings = new Map(await readSettings(join(commonDir, 'config')))
  if (settings.get('extensions.worktreeconfig') === 'true') {
    // A main worktree keeps core.worktree and core.bare there once linked ones have their own.
    for (const [key, value] of await readSettings(join(gitDir, 'config.worktree'))) settings.set(key, value)
  }
  const layout: Layout = {
    gitDir,
    commonDir,
    workTree: undefined,
    objectFormat: settings.get('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1',
    refFormat: settings.get('extensions.refstorage') === 'reftable' ? 'reftable' : 'files',
    partialClone:
      settings.has('extensions.partialclone') ||
      [...settings].some(([key, value]) => /^remote\..+\.promisor$/.test(key) && value !== 'false'),
  }
  return { layout, settings }
}

async function readSettings(file: string): Promise<[string, string | undefined][]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw unreadable(file, error)
    return ''
  })
  return parseConfig(text, file).map(({ key, value }) => [key, value])
}

async function workTreeOf(
  place: Found & { settings: Settings; env: Env; from: string },
): Promise<string | undefined> {
  const { gitDir, holder, settings, env, from } = place
  const named = env.GIT_WORK_TREE || settings.get('core.worktree')
  if (named !== undefined && named !== '') {
    const base = env.GIT_WORK_TREE ? from : gitDir
    const path = isAbsolute(named) ? named : resolve(base, named)
    return realpath(path).catch(() => undefined)
  }
  // core.bare is of the main repository: a linked worktree has its own work tree all the same.
  const linked = (await commonDirOf(gitDir, env)) !== gitDir
  return settings.get('core.bare') === 'true' && !linked ? undefined : holder
}

async function ceilingDirectories(list: string | undefined): Promise<Set<string>> {
  const ceilings = new Set<string>()
  for (const dir of (list ?? '').split(delimiter)) {
    if (isAbsolute(dir)) ceilings.add(await realpath(dir).catch(() => dir))
  }
  return ceilings
}

async function realDirectory(path: string): Promise<string> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw unreadable(path, error)
    // What is not UTF-8 in the name of a folder is lost before it reaches us.
    const lost = path.includes('\ufffd')
    throw new UltragitError('not_a_repository', `no such directory: '${path}'`, {
      hint: lost ? 'its name is not UTF-8: rename the folder' : 'check --repo',
    })
  })
  return (await isDirectory(real)) ? real : dirname(real)
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

function unreadable(path: string, cause: unknown): UltragitError {
  return new UltragitError('git_failed', `cannot read '${path}': permission denied`, {
    hint: `ls -ld '${path}'`,
    cause,
  })
}
