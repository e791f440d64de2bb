import { hashStart, hashStep, mix32 } from '../hash-text.ts'
import { isWhitespace } from './is-whitespace.ts'

/**
 * The tokens of any source text, as hashes: words (letters, digits, `_`, `$`, anything beyond ASCII) and single
 * other characters. Knows no language: comments and the words inside strings are tokens like all others.
 * Hashes and not strings, because a fingerprint needs no more and a long file has 100,000 of them.
 */
export function tokenise(text: string): Uint32Array {
  const tokens = new Uint32Array(text.length)
  let count = 0
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (isWhitespace(unit)) {
      at++
      continue
    }
    let hash = hashStep(hashStart, unit)
    at++
    if (isWordUnit(unit)) {
      for (; at < text.length; at++) {
        const next = text.charCodeAt(at)
        if (!isWordUnit(next)) break
        hash = hashStep(hash, next)
      }
    }
    tokens[count++] = mix32(hash)
  }
  return tokens.subarray(0, count)
}

/** How many tokens there are. */
export function countTokens(text: string): number {
  let count = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isWord = isWordUnit(unit)
    if (isWord ? !isInWord : !isWhitespace(unit)) count++
    isInWord = isWord
  }
  return count
}

function isWordUnit(unit: number): boolean {
  if (unit >= 0x80) return !isWhitespace(unit)
  return (
    (unit >= 0x61 && unit <= 0x7a) || // a-z
    (unit >= 0x41 && unit <= 0x5a) || // A-Z
    (unit >= 0x30 && unit <= 0x39) || // 0-9
    unit === 0x5f || // _
    unit === 0x24 // $
  )
}
