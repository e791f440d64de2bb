/**
 * How natural a place is to cut a file in two, judged by indents and blank lines. A change that can slide is
 * put where its two ends cut best: between functions rather than in the middle of one. The weights are git's;
 * they were fitted to human judgement there, and agreement with git is the point here.
 */
export interface SplitScore {
  readonly indent: number
  readonly penalty: number
}

export interface IndentSource {
  readonly length: number
  /** The indent of a line, `blank` when it has none. */
  indentAt(line: number): number
}

const blank = -1
const deepestIndent = 200
const mostBlanks = 20

const weight = {
  startOfFile: 1,
  endOfFile: 21,
  eachBlank: -30,
  eachBlankAfter: 6,
  indented: -4,
  indentedAfterBlank: 10,
  outdented: 24,
  outdentedAfterBlank: 17,
  dedented: 23,
  dedentedAfterBlank: 17,
  indent: 60,
} as const

export function measureIndent(line: string): number {
  let indent = 0
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 0x20) indent++
    else if (code === 0x09) indent += 8 - (indent % 8)
    else if (code !== 0x0a && code !== 0x0d) return indent
    if (indent >= deepestIndent) return deepestIndent
  }
  return blank
}

/** The score of cutting before line `at`; lower is better. */
export function scoreSplit(file: IndentSource, at: number): SplitScore {
  const atEnd = at >= file.length
  const own = atEnd ? blank : file.indentAt(at)
  const before = lookAround(file, at - 1, -1)
  const after = lookAround(file, at + 1, 1)
  const blanksAfter = own === blank ? 1 + after.blanks : 0
  const blanks = before.blanks + blanksAfter
  const indent = own === blank ? after.indent : own
  let penalty = weight.eachBlank * blanks + weight.eachBlankAfter * blanksAfter
  if (before.indent === blank && before.blanks === 0) penalty += weight.startOfFile
  if (atEnd) penalty += weight.endOfFile
  if (indent !== blank && before.indent !== blank) {
    penalty += relativePenalty(indent, before.indent, after.indent, blanks > 0)
  }
  return { indent, penalty }
}

/** Negative when `a` is better than `b`. */
export function compareScores(a: SplitScore, b: SplitScore): number {
  return weight.indent * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty)
}

export function addScores(a: SplitScore, b: SplitScore): SplitScore {
  return { indent: a.indent + b.indent, penalty: a.penalty + b.penalty }
}

/** The next line with text in a direction, and the blank lines on the way. */
function lookAround(file: IndentSource, from: number, step: 1 | -1): { indent: number; blanks: number } {
  let blanks = 0
  for (let at = from; at >= 0 && at < file.length; at += step) {
    const indent = file.indentAt(at)
    if (indent !== blank) return { indent, blanks }
    if (++blanks === mostBlanks) return { indent: 0, blanks }
  }
  return { indent: blank, blanks }
}

/** Less indent than before is the end of a block, or, when more follows, the start of one (`else`). */
function relativePenalty(indent: number, before: number, after: number, nearBlank: boolean): number {
  if (indent === before) return 0
  if (indent > before) return nearBlank ? weight.indentedAfterBlank : weight.indented
  if (after !== blank && after > indent) return nearBlank ? weight.outdentedAfterBlank : weight.outdented
  return nearBlank ? weight.dedentedAfterBlank : weight.dedented
}
