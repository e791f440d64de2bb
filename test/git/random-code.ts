/** Code-like files and the edits people make to them: braces and blank lines repeat, blocks move, lines change. */
import type { Random } from '../support/random.ts'

export interface RandomFile {
  /** Stays the same through edits and renames, so that a merge can follow a file. */
  readonly id: number
  readonly mode: '100644' | '100755' | '120000'
  readonly lines: readonly string[]
  readonly eol: '\n' | '\r\n'
  readonly finalNewline: boolean
}

const verbs = ['read', 'write', 'merge', 'split', 'find', 'drop', 'parse', 'lock', 'retry', 'count']
const nouns = ['note', 'region', 'blob', 'ref', 'line', 'tree', 'lease', 'cache', 'walk', 'anchor']

export function randomFile(random: Random, id: number): RandomFile {
  if (random.chance(0.03))
    return { ...plain, id, mode: '120000', lines: [`target-${id}`], finalNewline: false }
  const lines = random.chance(0.03) ? [] : ["import { it } from './it.ts'", '']
  if (lines.length > 0)
    for (let left = random.int(1, 6); left > 0; left--) lines.push(...randomFunction(random))
  return {
    ...plain,
    id,
    mode: random.chance(0.05) ? '100755' : '100644',
    lines,
    eol: random.chance(0.1) ? '\r\n' : '\n',
    finalNewline: !random.chance(0.1),
  }
}

const plain = { mode: '100644', eol: '\n', finalNewline: true } as const

export function fileBytes(file: RandomFile): Uint8Array {
  if (file.lines.length === 0) return new Uint8Array()
  return Buffer.from(file.lines.join(file.eol) + (file.finalNewline ? file.eol : ''))
}

/** One small edit, as a commit would hold it. */
export function editFile(random: Random, file: RandomFile): RandomFile {
  if (file.mode === '120000') return { ...file, lines: [`target-${random.int(0, 99)}`] }
  if (random.chance(0.02)) return { ...file, mode: file.mode === '100644' ? '100755' : '100644' }
  if (random.chance(0.02)) return { ...file, finalNewline: !file.finalNewline }
  if (random.chance(0.01)) return { ...file, eol: file.eol === '\n' ? '\r\n' : '\n' }
  if (random.chance(0.02)) return { ...file, lines: [] }
  return { ...file, lines: random.pick(lineEdits)(random, file.lines) }
}

type LineEdit = (random: Random, lines: readonly string[]) => string[]

/** The frequent ones stand several times. */
const lineEdits: readonly LineEdit[] = [
  changeLines,
  changeLines,
  changeLines,
  insertLines,
  insertLines,
  insertFunction,
  insertFunction,
  deleteLines,
  deleteLines,
  moveBlock,
  moveBlock,
  copyBlock,
  indentBlock,
  swapLines,
]

function changeLines(random: Random, lines: readonly string[]): string[] {
  const [start, end] = randomSpan(random, lines.length, 3)
  return lines.map((line, at) => (at >= start && at < end ? randomStatement(random) : line))
}

function insertLines(random: Random, lines: readonly string[]): string[] {
  const at = random.int(0, lines.length)
  const fresh = Array.from({ length: random.int(1, 4) }, () =>
    random.chance(0.3) ? random.pick(['', '  }', '}']) : randomStatement(random),
  )
  return lines.toSpliced(at, 0, ...fresh)
}

function insertFunction(random: Random, lines: readonly string[]): string[] {
  const ends = lines.flatMap((line, at) => (line === '}' ? [at + 1] : []))
  const at = ends.length === 0 ? lines.length : random.pick(ends)
  return lines.toSpliced(at, 0, '', ...randomFunction(random))
}

function deleteLines(random: Random, lines: readonly string[]): string[] {
  const [start, end] = randomSpan(random, lines.length, 6)
  return lines.toSpliced(start, end - start)
}

function moveBlock(random: Random, lines: readonly string[]): string[] {
  const [start, end] = randomSpan(random, lines.length, 10)
  const rest = lines.toSpliced(start, end - start)
  return rest.toSpliced(random.int(0, rest.length), 0, ...lines.slice(start, end))
}

function copyBlock(random: Random, lines: readonly string[]): string[] {
  const [start, end] = randomSpan(random, lines.length, 8)
  return lines.toSpliced(random.int(0, lines.length), 0, ...lines.slice(start, end))
}

function indentBlock(random: Random, lines: readonly string[]): string[] {
  const [start, end] = randomSpan(random, lines.length, 6)
  return lines.map((line, at) => (at >= start && at < end && line !== '' ? `  ${line}` : line))
}

function swapLines(random: Random, lines: readonly string[]): string[] {
  if (lines.length < 2) return [...lines, randomStatement(random)]
  const at = random.int(0, lines.length - 2)
  return lines.toSpliced(at, 2, ...lines.slice(at, at + 2).reverse())
}

/** A span of 1 to `most` lines, empty only in an empty file. */
function randomSpan(random: Random, length: number, most: number): [number, number] {
  if (length === 0) return [0, 0]
  const start = random.int(0, length - 1)
  return [start, Math.min(length, start + random.int(1, most))]
}

function randomFunction(random: Random): string[] {
  const lines = [`export function ${random.pick(verbs)}${random.pick(nouns)}${random.int(1, 40)}(a, b) {`]
  for (let left = random.int(1, 4); left > 0; left--) {
    lines.push(`  ${randomStatement(random)}`)
    if (random.chance(0.3)) lines.push(`  if (a > ${random.int(0, 9)}) {`, '    return b', '  }')
    if (random.chance(0.2)) lines.push('')
  }
  return [...lines, '  return a', '}', '']
}

function randomStatement(random: Random): string {
  return `const ${random.pick(nouns)} = ${random.pick(verbs)}(${random.pick(nouns)}, ${random.int(0, 30)})`
}
