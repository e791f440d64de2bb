/** `scope.include` and `scope.exclude`: the files answers are given about. */
import type { Config } from '../config/load-config.ts'

export function isInScope(config: Config, path: string): boolean {
  const included = globs(config, 'include')
  if (included.length > 0 && !included.some((glob) => matches(glob, path))) return false
  return !globs(config, 'exclude').some((glob) => matches(glob, path))
}

function globs(config: Config, name: 'include' | 'exclude'): readonly string[] {
  const value = config.values.get(name)?.value
  return Array.isArray(value) ? value : []
}

/** As in `.gitignore`: a glob without a slash matches at any depth, a folder stands for what is in it. */
function matches(glob: string, path: string): boolean {
  const bare = glob.replace(/^\//, '').replace(/\/$/, '')
  const anywhere = !glob.replace(/\/$/, '').includes('/')
  const patterns = anywhere ? [bare, `**/${bare}`, `**/${bare}/**`] : [bare, `${bare}/**`]
  return patterns.some((pattern) => new Bun.Glob(pattern).match(path))
}
