/** Which names can be refs. A name comes from a user or a file and becomes a path, so this is also a fence. */

/** Characters git forbids in a ref name: controls, space and what has a meaning in revisions or globs. */
const forbidden = /[\0-\x20\x7f~^:?*[\\]/
const pseudoRef = /^[A-Z][A-Z_]*$/

/** True for `HEAD`, `ORIG_HEAD` and well-formed names below `refs/`. */
export function isRefName(name: string): boolean {
  if (pseudoRef.test(name)) return true
  return name.startsWith('refs/') && isWellFormed(name)
}

/** The rules of `git check-ref-format`, for a whole name or the end of one. */
export function isWellFormed(name: string): boolean {
  if (name === '' || name === '@' || forbidden.test(name)) return false
  if (name.includes('..') || name.includes('@{') || name.endsWith('.')) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

/** Refs each worktree has for itself; all others lie in the common directory. */
export function isPerWorktree(name: string): boolean {
  return !name.startsWith('refs/') || /^refs\/(?:bisect|worktree|rewritten)\//.test(name)
}
