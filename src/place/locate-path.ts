/** From a path as somebody typed it to a path of the repository. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { UltragitError } from '../base/errors.ts'
import { normalisePath, type RepoPath } from '../base/ids.ts'
import type { Layout } from '../git/repository.ts'

/** `from` is what a relative path starts at; undefined: the root of the repository. The root itself is ''. */
export async function locatePath(
  layout: Layout,
  typed: string,
  from: string | undefined,
): Promise<RepoPath | ''> {
  if (typed.includes('\0')) throw new UltragitError('usage', 'a path cannot hold a NUL byte')
  const { workTree } = layout
  if (workTree === undefined || (!isAbsolute(typed) && from === undefined)) {
    if (isAbsolute(typed)) throw outside(typed)
    return inRepository(typed)
  }
  const full = resolve(from ?? workTree, typed)
  const inside = relative(workTree, full)
  if (!leaves(inside)) return inRepository(inside)
  // The same place under another name: a symlinked folder such as /tmp on macOS.
  const real = relative(workTree, await realParent(full))
  if (leaves(real)) throw outside(typed)
  return inRepository(real)

  function inRepository(path: string): RepoPath | '' {
    const slashed = sep === '/' ? path : path.split(sep).join('/')
    if (slashed.split('/').every((part) => part === '' || part === '.')) return ''
    const normal = normalisePath(slashed)
    if (normal === undefined) throw outside(typed)
    return normal
  }
}

function leaves(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)
}

async function realParent(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined)
  if (real !== undefined) return real
  const parent = dirname(path)
  return parent === path ? path : join(await realParent(parent), basename(path))
}

function outside(typed: string): UltragitError {
  return new UltragitError('usage', `'${typed}' is outside the repository`, {
    hint: 'give a path inside it, or choose the repository with --repo',
  })
}
