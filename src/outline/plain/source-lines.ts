import { splitLines } from '../../base/lines.ts'

/** The lines of a text without what ends them; CRLF or LF gives the same. */
export function sourceLines(text: string): string[] {
  return splitLines(text).map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}
