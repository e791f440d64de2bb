/**
 * Annotation text is data. What a terminal would obey, what reorders or hides text, and what is no character at all
 * is shown instead of passed on: as `\u` escapes in JSON, as `\u{1b}` elsewhere.
 */

/** First and last code point of what is shown instead of passed on. */
const hidden: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08], // controls, but not tab and newline
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f],
  [0x61c, 0x61c], // bidirectional marks, overrides and isolates; joiners, separators, invisible operators
  [0x70f, 0x70f],
  [0x115f, 0x1160], // fillers
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff], // lone surrogates
  [0xfe00, 0xfe0d], // selectors, but not those of emoji
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffc],
  [0xfffe, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tags and more selectors
]
const suspect = new RegExp(
  `[${hidden.map(([first, last]) => `${mark(first)}-${mark(last)}`).join('')}]`,
  'gu',
)

/** Compact JSON without any of them. JSON's own syntax holds none, so they can only be inside strings. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(suspect, (char, at: number, whole: string) =>
    joins(char, at, whole) ? char : escapeUnits(char),
  )
}

/** Text of several lines. Line ends of Windows become plain ones. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(suspect, (char, at: number, whole: string) =>
      joins(char, at, whole) ? char : mark(char.codePointAt(0) ?? 0),
    )
}

/** Text that must stay on its line: a path, a name, a heading. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, (char) => mark(char.charCodeAt(0)))
}

function mark(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`
}

function escapeUnits(char: string): string {
  return Array.from({ length: char.length }, (_, at) => {
    return `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}

/** Joiners belong to emoji and to some scripts: one after a character beyond ASCII is part of a word. */
function joins(char: string, at: number, whole: string): boolean {
  if (char !== '\u200c' && char !== '\u200d') return false
  const before = at === 0 ? 0 : whole.charCodeAt(at - 1)
  return before > 0x7f && before !== 0x200c && before !== 0x200d
}
