/** git's configuration: from its files when their meaning is certain, else from git. Starting git costs more than reading them. */
import { readConfig } from '../embedded/read-config.ts'
import type { ConfigEntry, Layout } from '../repository.ts'
import { parseConfigList } from './parse-config-list.ts'
import { type GitProgram, runGit } from './run-git.ts'

export async function readSettings(layout: Layout, git: GitProgram): Promise<readonly ConfigEntry[]> {
  if (knowsSystemFile(git) && !hasOddCount(git.env)) {
    // What is malformed git itself should name.
    const entries = await readConfig(layout, git.env).catch(() => undefined)
    if (entries?.every(isPlain)) return entries
  }
  const run = await runGit(git, ['config', '--list', '-z', '--show-scope', '--show-origin'])
  return parseConfigList(run.stdout)
}

/** Where the system's file lies was decided when git was built; only a distribution's own git keeps to the usual place. */
function knowsSystemFile({ program, env }: GitProgram): boolean {
  if (env.GIT_CONFIG_SYSTEM !== undefined || /^(?:true|yes|on|1)$/i.test(env.GIT_CONFIG_NOSYSTEM ?? ''))
    return true
  return process.platform === 'linux' && program === '/usr/bin/git'
}

function hasOddCount({ GIT_CONFIG_COUNT: count }: GitProgram['env']): boolean {
  return count !== undefined && !/^\d*$/.test(count)
}

/** Includes that need more than the files: by a remote's address, by another user's home, by where git was installed. */
function isPlain({ key, value }: ConfigEntry): boolean {
  if (key.startsWith('includeif.hasconfig:')) return false
  return !/^include(?:if\..*)?\.path$/.test(key) || !/^(?:~[^/]|%\()/.test(value ?? '')
}
