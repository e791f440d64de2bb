/** Small texts with their units, for tests of the pure parts: `fn name {` to `}` is a unit, indented ones are inside. */
import { asRepoPath } from '../../src/base/ids.ts'
import type { Unit } from '../../src/outline/unit.ts'
import type { TodayFile } from '../../src/place/placement.ts'
import { textOf } from '../../src/place/texts.ts'

export interface OutlinedText {
  readonly lines: readonly string[]
  readonly units: readonly Unit[]
}

export function outlined(...lines: string[]): OutlinedText {
  const units: Unit[] = []
  const open: { name: string; start: number; signature: string }[] = []
  for (const [at, line] of lines.entries()) {
    const name = /^\s*fn ([\w:]+)/.exec(line)?.[1]
    if (name !== undefined) open.push({ name, start: at + 1, signature: line.trim() })
    const unit = /^\s*}/.test(line) ? open.pop() : undefined
    if (unit === undefined) continue
    const holders = open.map((one) => `${one.name}::`).join('')
    units.push({
      kind: 'function',
      name: holders + unit.name,
      signature: unit.signature,
      lines: { start: unit.start, end: at + 1 },
    })
  }
  return { lines, units: units.sort((a, b) => a.lines.start - b.lines.start || b.lines.end - a.lines.end) }
}

/** A function of `count` lines with words of its own, long enough to be told by its content. */
export function fn(name: string, word: string, count = 8): string[] {
  const body = Array.from(
    { length: count },
    (_, at) => `  ${word}${at} = ${word}Of(${word}${at}, ${word}Left + ${word});`,
  )
  return [`fn ${name} {`, ...body, '}']
}

export function todayFile(path: string, text: OutlinedText): TodayFile {
  const repoPath = asRepoPath(path)
  const content = textOf(`key of ${text.lines.join('\n')}`, Buffer.from(`${text.lines.join('\n')}\n`))
  return { path: repoPath, headPath: repoPath, text: content, units: text.units, language: 'test' }
}
