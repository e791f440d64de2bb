/**
 * Anchors as people and languages write them: `A::b`, `A.b` and `A#b` are one name. An anchor may hold
 * any character, so everything here compares text and nothing builds a pattern from it.
 */

const separator = /::|[.#]/g
const separatorRun = /(?:::|[.#])+/y

/**
 * The parts between the separators, none empty. Separators in front say nothing (`::std`, `#private`);
 * at the end one separates and the rest is a name of its own: the last part of `Range::..` is `..`.
 */
export function anchorParts(name: string): string[] {
  const parts: string[] = []
  let from = endOfRun(name, 0)
  if (from === name.length) return name === '' ? [] : [name]
  separator.lastIndex = from
  for (let found = separator.exec(name); found !== null; found = separator.exec(name)) {
    parts.push(name.slice(from, found.index))
    from = endOfRun(name, found.index)
    if (from === name.length) {
      const rest = name.slice(found.index + found[0].length)
      return rest === '' ? parts : [...parts, rest]
    }
    separator.lastIndex = from
  }
  return [...parts, name.slice(from)]
}

function endOfRun(name: string, at: number): number {
  separatorRun.lastIndex = at
  return at + (separatorRun.exec(name)?.[0].length ?? 0)
}

/** The name without what holds it. */
export function lastPart(name: string): string {
  return anchorParts(name).at(-1) ?? name
}

/** Equal, whatever separates their parts. */
export function sameAnchor(a: string, b: string): boolean {
  return a === b || (!endDifferently(a, b) && sameParts(anchorParts(a), anchorParts(b)))
}

/** Whether `name` ends with all parts of `suffix`; equal names count. */
export function isQualifiedSuffix(suffix: string, name: string): boolean {
  return (
    suffix === name ||
    (!endDifferently(name, suffix) && endsWithParts(anchorParts(name), anchorParts(suffix)))
  )
}

const separators = new Set([...':.#'].map((character) => character.charCodeAt(0)))

/** Most names are told apart by their last character; a separator there may be none of the name. */
function endDifferently(a: string, b: string): boolean {
  const [left, right] = [a.charCodeAt(a.length - 1), b.charCodeAt(b.length - 1)]
  return left !== right && !separators.has(left) && !separators.has(right)
}

export function sameParts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at])
}

/** No parts are the end of nothing. */
export function endsWithParts(parts: readonly string[], suffix: readonly string[]): boolean {
  const skip = parts.length - suffix.length
  return suffix.length > 0 && skip >= 0 && suffix.every((part, at) => part === parts[skip + at])
}
