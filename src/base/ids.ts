/** Look-alike strings, told apart by the type checker. */

declare const oidBrand: unique symbol
/** A full object id: 40 (sha1) or 64 (sha256) lower-case hexadecimal digits. */
export type Oid = string & { readonly [oidBrand]: true }

declare const repoPathBrand: unique symbol
/**
 * A path relative to the repository root, `/` as separator, never starting with `/` or `./`.
 * Bytes that are not UTF-8 are held as lone surrogates U+DC80 to U+DCFF (see `path-bytes.ts`),
 * so every path git can hold survives a round trip through a string.
 */
export type RepoPath = string & { readonly [repoPathBrand]: true }

const fullOid = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

export function isOid(text: string): text is Oid {
  return fullOid.test(text)
}

export function asOid(text: string): Oid {
  if (!isOid(text)) throw new TypeError(`not an object id: '${text}'`)
  return text
}

/** Brands a path that git itself gave, or that `normalisePath` has accepted. */
export function asRepoPath(path: string): RepoPath {
  return path as RepoPath // the only place where a string becomes a RepoPath
}

/**
 * Cleans a path found in an annotation or typed relative to the root: `./a//b/` is `a/b`.
 * Undefined when it is absolute, empty or leaves the root by `..`.
 */
export function normalisePath(path: string): RepoPath | undefined {
  if (path.startsWith('/') || path.includes('\0')) return undefined
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.length === 0 ? undefined : asRepoPath(parts.join('/'))
}
