/** Text that looks like code to a diff: functions, nested blocks, repeated lines, blank lines, tabs. */
import type { Random } from '../../support/random.ts'

const words = ['item', 'list', 'count', 'total', 'name', 'value', 'index', 'result', 'node', 'key']

export function randomCode(random: Random, functions: number): string[] {
  const lines: string[] = []
  for (let at = 0; at < functions; at++) {
    if (random.chance(0.3)) lines.push('/**', ` * ${random.pick(words)} of ${random.pick(words)}`, ' */')
    lines.push(`function ${random.pick(words)}${random.int(0, 9)}(${random.pick(words)}) {`)
    lines.push(...randomBlock(random, 1, random.int(1, 8)))
    lines.push('}')
    for (let blanks = random.int(0, 2); blanks > 0; blanks--) lines.push(random.chance(0.1) ? '  ' : '')
  }
  return lines
}

function randomBlock(random: Random, depth: number, length: number): string[] {
  const indent = random.chance(0.1) ? '\t'.repeat(depth) : '  '.repeat(depth)
  const lines: string[] = []
  for (let at = 0; at < length; at++) {
    const kind = random.next()
    if (kind < 0.12 && depth < 4) {
      lines.push(`${indent}if (${random.pick(words)}) {`)
      lines.push(...randomBlock(random, depth + 1, random.int(1, 3)))
      lines.push(random.chance(0.3) ? `${indent}} else {` : `${indent}}`)
    } else if (kind < 0.2) lines.push('')
    else if (kind < 0.35) lines.push(`${indent}return ${random.pick(words)}`)
    else if (kind < 0.45) lines.push(`${indent}break`)
    else lines.push(`${indent}${random.pick(words)} = ${random.pick(words)}(${random.int(0, 20)})`)
  }
  return lines
}

/** The same text after some edits of the kinds people make: insert, delete, change, move, copy, reindent. */
export function randomEdits(random: Random, lines: readonly string[], edits: number): string[] {
  const edited = [...lines]
  for (let at = 0; at < edits; at++) {
    const start = random.int(0, edited.length)
    const length = random.int(1, random.chance(0.2) ? 25 : 4)
    const kind = random.next()
    if (kind < 0.3)
      edited.splice(start, 0, ...randomCode(random, random.int(0, 1)), ...randomBlock(random, 1, length))
    else if (kind < 0.55) edited.splice(start, length)
    else if (kind < 0.7) edited.splice(start, length, ...randomBlock(random, random.int(0, 2), length))
    else if (kind < 0.8) edited.splice(random.int(0, edited.length), 0, ...edited.splice(start, length))
    else if (kind < 0.9) edited.splice(start, 0, ...edited.slice(start, start + length))
    else
      for (let line = start; line < Math.min(edited.length, start + length); line++)
        edited[line] = `  ${edited[line]}`
  }
  return edited
}
