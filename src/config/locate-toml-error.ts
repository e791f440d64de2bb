/**
 * Where a TOML text is broken: the parser says what, not where. Statements are tried one by one, each alone, so that a long
 * file with a mistake costs about as much as a good one. What no statement shows by itself (a key defined twice) is
 * found by halving: a start of the file is readable until it holds the mistake.
 */
export interface TomlError {
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A statement longer than this is taken for one that never ends. */
const longestStatement = 200

export function locateTomlError(text: string): TomlError | undefined {
  const message = complaintAbout(text)
  if (message === undefined) return undefined
  const lines = text.split('\n')
  const starts: number[] = []
  for (let at = 0; at < lines.length; ) {
    const count = statementLength(lines, at)
    if (count === undefined) return insideStatement(lines, at)
    starts.push(at)
    at += count
  }
  const isBroken = (statements: number) =>
    complaintAbout(lines.slice(0, starts[statements] ?? lines.length).join('\n')) !== undefined
  let [good, bad] = [0, starts.length]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isBroken(middle)) bad = middle
    else good = middle
  }
  const line = starts[bad - 1] ?? 0
  return { line: line + 1, column: (lines[line] ?? '').search(/\S|$/) + 1, message }
}

/** How many lines the statement at a line has; undefined when it is broken. */
function statementLength(lines: readonly string[], at: number): number | undefined {
  const most = Math.min(longestStatement, lines.length - at)
  for (let count = 1; count <= most; count++) {
    const complaint = complaintAbout(lines.slice(at, at + count).join('\n'))
    if (complaint === undefined) return count
    if (!isUnfinished(complaint)) return undefined
  }
  return undefined
}

/** The first character with which the statement draws the complaint it ends with. */
function insideStatement(lines: readonly string[], at: number): TomlError {
  const most = Math.min(longestStatement, lines.length - at)
  let count = 1
  while (count < most && isUnfinished(complaintAbout(lines.slice(at, at + count).join('\n')) ?? '')) count++
  const statement = lines.slice(at, at + count).join('\n')
  const message = complaintAbout(statement) ?? 'not TOML'
  // What never ends is broken where it begins.
  const begin = { line: at + 1, column: (lines[at] ?? '').search(/\S|$/) + 1, message }
  if (isUnfinished(message) || statement.length > 10_000) return begin
  for (let length = 1; length <= statement.length; length++) {
    if (complaintAbout(statement.slice(0, length)) !== message) continue
    const before = statement.slice(0, length - 1).split('\n')
    return { line: at + before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
  }
  return begin
}

function isUnfinished(complaint: string): boolean {
  return /found end of file|unterminated/i.test(complaint)
}

function complaintAbout(text: string): string | undefined {
  try {
    Bun.TOML.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^TOML Parse error: /, '') : 'not TOML'
  }
}
