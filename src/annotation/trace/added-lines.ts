/**
 * A sketch of the lines a commit added: how many of them are still there, whatever else surrounds them today.
 * (Similarity cannot answer that: three lines in a long function hardly move its fingerprint.)
 *
 * `ul1:<base64>`: the 16 smallest distinct 24-bit hashes of the significant lines, whitespace removed, ascending,
 * three bytes each. Frozen like the fingerprint's recipe: a change needs a new prefix.
 */
import { isSignificant } from '../../base/lines.ts'
import { hashStart, hashStep, mix32 } from '../hash-text.ts'
import { isWhitespace } from './is-whitespace.ts'

const sketchSize = 16

/** Undefined when no line is significant: there is nothing to look for later. */
export function sketchAddedLines(lines: readonly string[]): string | undefined {
  const smallest = [...lineHashes(lines)].sort((a, b) => a - b).slice(0, sketchSize)
  if (smallest.length === 0) return undefined
  const bytes = smallest.flatMap((hash) => [hash >>> 16, (hash >>> 8) & 0xff, hash & 0xff])
  return `ul1:${Buffer.from(bytes).toString('base64')}`
}

/** The share, 0 to 1, of the sketched lines among today's; undefined for a sketch we cannot read. */
export function shareStanding(sketch: string, lines: readonly string[]): number | undefined {
  const encoded = /^ul1:((?:[A-Za-z0-9+/]{4}){1,16})$/.exec(sketch)?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  const today = lineHashes(lines)
  let standing = 0
  for (let at = 0; at < bytes.length; at += 3) if (today.has(bytes.readUIntBE(at, 3))) standing++
  return standing / (bytes.length / 3)
}

function lineHashes(lines: readonly string[]): Set<number> {
  const hashes = new Set<number>()
  for (const line of lines) if (isSignificant(line)) hashes.add(hashLine(line))
  return hashes
}

function hashLine(line: string): number {
  let hash = hashStart
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at)
    if (!isWhitespace(unit)) hash = hashStep(hash, unit)
  }
  return mix32(hash) >>> 8
}
