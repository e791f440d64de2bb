/** git's configuration from all its places, later ones winning: system, user, repository, worktree, environment. */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import type { ConfigEntry, Layout } from '../repository.ts'
import { type ConditionContext, conditionHolds } from './include-condition.ts'
import type { Env } from './object-store.ts'
import { normaliseKey, parseConfig } from './parse-config.ts'

type Scope = ConfigEntry['scope']

const deepestInclude = 10

export async function readConfig(layout: Layout, env: Env): Promise<ConfigEntry[]> {
  const reader = readerFor(layout, env)
  for (const { file, scope } of userFiles(env)) await reader.add(file, scope)
  await reader.add(displayPath(layout, layout.commonDir, 'config'), 'local')
  if (isTrue(lastValue(reader.entries, 'extensions.worktreeconfig'))) {
    await reader.add(displayPath(layout, layout.gitDir, 'config.worktree'), 'worktree')
  }
  return [...reader.entries, ...commandEntries(env)]
}

/** Only what the user and the system say: a repository must not vouch for itself. */
export async function readProtectedConfig(layout: Layout, env: Env): Promise<ConfigEntry[]> {
  const reader = readerFor(layout, env)
  for (const { file, scope } of userFiles(env)) await reader.add(file, scope)
  return [...reader.entries, ...commandEntries(env)]
}

function readerFor(layout: Layout, env: Env): ConfigFiles {
  return new ConfigFiles({ layout, home: homeOf(env) })
}

function homeOf(env: Env): string | undefined {
  return env.HOME ?? env.USERPROFILE
}

function userFiles(env: Env): { file: string; scope: Scope }[] {
  const files: { file: string; scope: Scope }[] = []
  if (!isTrue(env.GIT_CONFIG_NOSYSTEM))
    files.push({ file: env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig', scope: 'system' })
  for (const file of globalFiles(env)) files.push({ file, scope: 'global' })
  return files
}

function globalFiles(env: Env): string[] {
  if (env.GIT_CONFIG_GLOBAL !== undefined) return env.GIT_CONFIG_GLOBAL === '' ? [] : [env.GIT_CONFIG_GLOBAL]
  const home = homeOf(env)
  const xdg = env.XDG_CONFIG_HOME || (home === undefined ? undefined : join(home, '.config'))
  const files = xdg === undefined ? [] : [join(xdg, 'git', 'config')]
  return home === undefined ? files : [...files, join(home, '.gitconfig')]
}

/** git names the files of a plain clone relative to the work tree, all others absolutely. */
function displayPath(layout: Layout, folder: string, name: string): string {
  const plain = layout.workTree !== undefined && folder === join(layout.workTree, '.git')
  return plain ? `.git/${name}` : join(folder, name)
}

class ConfigFiles {
  readonly entries: ConfigEntry[] = []
  readonly #context: ConditionContext

  constructor(context: ConditionContext) {
    this.#context = context
  }

  /** Adds a file and what it includes. A file that does not exist is as good as an empty one. */
  async add(file: string, scope: Scope, depth = 0): Promise<void> {
    if (depth > deepestInclude) {
      throw new UltragitError(
        'config_invalid',
        `more than ${deepestInclude} includes within each other at '${file}'`,
      )
    }
    const text = await readFile(this.#absolute(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') return ''
      throw new UltragitError('git_failed', `cannot read '${file}': permission denied`, { cause: error })
    })
    for (const { key, value } of parseConfig(text, file)) {
      this.entries.push({ key, value, scope, origin: `file:${file}` })
      if (value === undefined || !/^include(?:if\..*)?\.path$/.test(key)) continue
      const condition = key === 'include.path' ? undefined : key.slice('includeif.'.length, -'.path'.length)
      if (condition !== undefined && !(await conditionHolds(condition, this.#absolute(file), this.#context)))
        continue
      await this.add(this.#included(value, file), scope, depth + 1)
    }
  }

  #absolute(file: string): string {
    return isAbsolute(file)
      ? file
      : resolve(this.#context.layout.workTree ?? this.#context.layout.gitDir, file)
  }

  /** A relative path counts from the file that includes. */
  #included(path: string, from: string): string {
    if (path.startsWith('~/') && this.#context.home !== undefined)
      return join(this.#context.home, path.slice(2))
    return isAbsolute(path) ? path : from.slice(0, from.lastIndexOf('/') + 1) + path
  }
}

/** `GIT_CONFIG_COUNT` with its keys and values, then `GIT_CONFIG_PARAMETERS`, which is how `git -c` reaches its children. */
function commandEntries(env: Env): ConfigEntry[] {
  const pairs: [key: string, value: string | undefined][] = []
  const count = Number(env.GIT_CONFIG_COUNT ?? 0)
  for (let at = 0; at < count && at < 10_000; at++) {
    pairs.push([env[`GIT_CONFIG_KEY_${at}`] ?? '', env[`GIT_CONFIG_VALUE_${at}`] ?? ''])
  }
  pairs.push(...parseParameters(env.GIT_CONFIG_PARAMETERS ?? ''))
  return pairs.map(([name, value]) => {
    const key = normaliseKey(name)
    if (key === undefined)
      throw new UltragitError('config_invalid', `bogus config parameter '${name}' in the environment`)
    return { key, value, scope: 'command', origin: 'command line:' }
  })
}

/** `'key'='value'`, or the older `'key=value'`, each quoted for a shell. */
function parseParameters(text: string): [string, string | undefined][] {
  const quoted = String.raw`'((?:[^']|'\\['!]')*)'`
  const unquote = (part: string) => part.replaceAll(/'\\(['!])'/g, '$1')
  const pairs: [string, string | undefined][] = []
  for (const [, first = '', equals, second] of text.matchAll(
    new RegExp(`${quoted}(=)?(?:${quoted})?`, 'g'),
  )) {
    const key = unquote(first)
    const split = key.indexOf('=')
    if (equals !== undefined) pairs.push([key, second === undefined ? undefined : unquote(second)])
    else pairs.push(split < 0 ? [key, undefined] : [key.slice(0, split), key.slice(split + 1)])
  }
  return pairs
}

function lastValue(entries: readonly ConfigEntry[], key: string): string | undefined {
  return entries.findLast((entry) => entry.key === key)?.value
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value)
}
