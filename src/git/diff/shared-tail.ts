/**
 * How many lines at the end git takes away before a diff without context. It compares blocks of 1024 bytes from
 * the end, so what is taken is less than the whole common end, and the cut decides how far changes can slide.
 */
const block = 1024

export function sharedTail(oldLines: readonly string[], newLines: readonly string[]): number {
  const ends = keepEnds(oldLines) || keepEnds(newLines) ? 0 : 1
  const shared = sharedBytes(oldLines, newLines, ends)
  const trimmed = shared - (shared % block)
  if (trimmed === 0) return 0
  let bytes = 0
  let at = oldLines.length
  while (bytes < trimmed) bytes += (oldLines[--at] ?? '').length + ends
  // The line in which the cut falls stays.
  return oldLines.length - at - 1
}

/** Whether the lines came with their LF; a file of one line without one says no and is too short to matter. */
function keepEnds(lines: readonly string[]): boolean {
  return lines[0]?.endsWith('\n') ?? false
}

function sharedBytes(oldLines: readonly string[], newLines: readonly string[], ends: number): number {
  let oldAt = oldLines.length - 1
  let newAt = newLines.length - 1
  let bytes = 0
  while (oldAt >= 0 && newAt >= 0 && oldLines[oldAt] === newLines[newAt]) {
    bytes += (oldLines[oldAt] ?? '').length + ends
    oldAt--
    newAt--
  }
  if (oldAt < 0 || newAt < 0) return bytes
  return bytes + sharedEnding(oldLines[oldAt] ?? '', newLines[newAt] ?? '', ends)
}

function sharedEnding(a: string, b: string, ends: number): number {
  const limit = Math.min(a.length, b.length)
  let length = 0
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++
  return length + ends
}
