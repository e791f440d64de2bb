/**
 * Paths as bytes and as strings. git's paths are bytes; most are UTF-8. A byte that is not becomes the
 * lone surrogate U+DC00 + byte, which no valid UTF-8 can produce, so decoding is lossless and reversible.
 */
import { asRepoPath, type RepoPath } from './ids.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()
const beyondAscii = /[^\0-\x7f]/
const escaped = /[\udc80-\udcff]/

export function decodePath(bytes: Uint8Array): RepoPath {
  try {
    return asRepoPath(strict.decode(bytes))
  } catch {
    return asRepoPath(decodeByParts(bytes))
  }
}

/** The same from a string that has one character for each byte. */
export function decodePathText(latin1: string): RepoPath {
  return beyondAscii.test(latin1) ? decodePath(Buffer.from(latin1, 'latin1')) : asRepoPath(latin1)
}

export function encodePath(path: string): Uint8Array {
  if (!hasRawBytes(path)) return encoder.encode(path)
  const parts: Uint8Array[] = []
  let plainStart = 0
  for (let at = 0; at < path.length; at++) {
    const unit = path.charCodeAt(at)
    if (!isEscapedByte(path, at)) continue
    parts.push(encoder.encode(path.slice(plainStart, at)), Uint8Array.of(unit - 0xdc00))
    plainStart = at + 1
  }
  parts.push(encoder.encode(path.slice(plainStart)))
  return Buffer.concat(parts)
}

/** True when the path holds bytes that are not UTF-8, so it cannot be an argument of a process. */
export function hasRawBytes(path: string): boolean {
  if (!escaped.test(path)) return false
  for (let at = 0; at < path.length; at++) if (isEscapedByte(path, at)) return true
  return false
}

/** A lone low surrogate in the escape range; one that completes a pair is an ordinary character. */
function isEscapedByte(path: string, at: number): boolean {
  const unit = path.charCodeAt(at)
  if (unit < 0xdc80 || unit > 0xdcff) return false
  const before = at > 0 ? path.charCodeAt(at - 1) : 0
  return before < 0xd800 || before > 0xdbff
}

function decodeByParts(bytes: Uint8Array): string {
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length === 0) text += String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
    else text += strict.decode(bytes.subarray(at, at + length))
    at += length || 1
  }
  return text
}

/** Length of the valid UTF-8 sequence that starts here, 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  if (length === 0 || at + length > bytes.length) return 0
  try {
    strict.decode(bytes.subarray(at, at + length))
    return length
  } catch {
    return 0
  }
}
