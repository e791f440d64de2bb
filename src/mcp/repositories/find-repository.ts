/**
 * Which repository a call is about. Hosts start servers in `/`, in the home folder, or in the main checkout while the
 * agent works in a worktree: an absolute path says more than the place the server was started in.
 */
import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import { type Discovery, discover } from '../../git/discover.ts'
import { projectDirectories } from '../hosts/project-directories.ts'

export interface Whereabouts {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The only repository to answer about, with its worktrees. */
  readonly repo: string | undefined
}

export interface FoundRepository extends Discovery {
  /** A folder inside it. */
  readonly start: string
}

/** `path` is the argument of the call; undefined: the repository calls will most likely be about. */
export async function findRepository(place: Whereabouts, path: string | undefined): Promise<FoundRepository> {
  const named = path !== undefined && isAbsolute(path) ? path : undefined
  if (place.repo !== undefined) return findFixed(place, resolve(place.cwd, place.repo), named)
  const starts = [
    ...(named === undefined ? [] : [await nearestFolder(named)]),
    place.cwd,
    ...projectDirectories(place.env),
  ]
  for (const start of starts) {
    const found = await tryDiscover(start, place)
    if (found !== undefined) return found
  }
  throw new UltragitError(
    'not_a_repository',
    'no git repository here: ultragit does not know which one to read',
    {
      hint: "send an absolute path, or start the server with 'ultragit mcp start --repo <path>' or ULTRAGIT_REPO set",
    },
  )
}

async function findFixed(
  place: Whereabouts,
  repo: string,
  named: string | undefined,
): Promise<FoundRepository> {
  const fixed = { ...(await discover(repo, place.env)), start: repo }
  if (named === undefined) return fixed
  // A worktree may lie inside the main checkout: the nearest repository decides.
  const nearest = await tryDiscover(await nearestFolder(named), place)
  if (nearest?.layout.commonDir === fixed.layout.commonDir) return nearest
  if (fixed.layout.workTree !== undefined && isInside(fixed.layout.workTree, named)) return fixed
  throw new UltragitError('usage', `'${named}' is outside the repository '${repo}' and its worktrees`, {
    hint: 'this server answers about that repository only: send a path relative to its root',
  })
}

/** No repository there is an answer; a repository that cannot be read is an error. */
async function tryDiscover(start: string, { env }: Whereabouts): Promise<FoundRepository | undefined> {
  try {
    return { ...(await discover(start, env)), start }
  } catch (error) {
    if (error instanceof UltragitError && error.code === 'not_a_repository') return undefined
    throw error
  }
}

async function nearestFolder(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  const parent = dirname(path)
  return isFolder || parent === path ? path : nearestFolder(parent)
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
