import { cutAt, sharedEnd } from './shared-bytes.ts'
import { type Lines, TextLines } from './text-lines.ts'

/**
 * How many lines at the end git takes away before a diff without context. It compares blocks of 1024 bytes from
 * the end, so what is taken is less than the whole common end, and the cut decides how far changes can slide.
 */
const block = 1024

export function sharedTail(oldLines: Lines, newLines: Lines): number {
  if (oldLines instanceof TextLines && newLines instanceof TextLines)
    return sharedTextTail(oldLines, newLines)
  const ends = keepEnds(oldLines) || keepEnds(newLines) ? 0 : 1
  const shared = sharedBytes(oldLines, newLines, ends)
  const trimmed = shared - (shared % block)
  if (trimmed === 0) return 0
  let bytes = 0
  let at = oldLines.length
  while (bytes < trimmed) bytes += (oldLines.at(--at) ?? '').length + ends
  // The line in which the cut falls stays.
  return oldLines.length - at - 1
}

function sharedTextTail(old: TextLines, fresh: TextLines): number {
  const shared = sharedEnd(old.bytes, fresh.bytes)
  const trimmed = shared - (shared % block)
  return trimmed === 0 ? 0 : old.length - 1 - cutAt(old.starts, old.bytes.length - trimmed)
}

/** Whether the lines came with their LF; a file of one line without one says no and is too short to matter. */
function keepEnds(lines: Lines): boolean {
  return lines.length > 0 && lines.at(0)?.endsWith('\n') === true
}

function sharedBytes(oldLines: Lines, newLines: Lines, ends: number): number {
  let oldAt = oldLines.length - 1
  let newAt = newLines.length - 1
  let bytes = 0
  while (oldAt >= 0 && newAt >= 0 && oldLines.at(oldAt) === newLines.at(newAt)) {
    bytes += (oldLines.at(oldAt) ?? '').length + ends
    oldAt--
    newAt--
  }
  if (oldAt < 0 || newAt < 0) return bytes
  return bytes + sharedEnding(oldLines.at(oldAt) ?? '', newLines.at(newAt) ?? '', ends)
}

function sharedEnding(a: string, b: string, ends: number): number {
  const limit = Math.min(a.length, b.length)
  let length = 0
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++
  return length + ends
}
