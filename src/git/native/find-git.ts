/**
 * The installed git as an absolute path. A program inside the repository is never taken, nor one that only a
 * relative PATH entry names: both would let a repository choose what runs.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'

export function findGit(
  path: string | undefined,
  untrusted: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const names = platform === 'win32' ? ['git.exe'] : ['git']
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue
    for (const name of names) {
      const candidate = join(folder, name)
      if (isProgram(candidate) && !untrusted.some((root) => liesIn(candidate, root))) return candidate
    }
  }
  return undefined
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function liesIn(file: string, root: string): boolean {
  const real = realpathSync(file)
  return [file, real].some((place) => place.startsWith(root.endsWith(sep) ? root : root + sep))
}
