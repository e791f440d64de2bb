import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../support/random.ts'

/** A unit of the corpus: functions written for these tests, as they might stand in anybody's repository. */
export interface Unit {
  readonly name: string
  readonly text: string
}

export const languages = ['rust', 'typescript', 'python'] as const

export function readCorpus(language: (typeof languages)[number]): Unit[] {
  const file = readFileSync(join(import.meta.dir, '..', 'corpus', `${language}.txt`), 'utf8')
  return file
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { name: part.slice(0, end), text: part.slice(end + 1) }
    })
}

/** The unit's own name without what holds it. */
export function lastSegment(name: string): string {
  return name.split(/::|\./).at(-1) ?? name
}

/** Edits exactly this share of the lines (rounded down, at least one), each the way people edit lines. */
export function editLines(random: Random, text: string, share: number, donors: readonly string[]): string {
  const lines = text.trimEnd().split('\n')
  const count = Math.max(1, Math.floor(lines.length * share))
  const chosen = random.shuffle(lines.map((_, index) => index)).slice(0, count)
  for (const index of chosen) lines[index] = editLine(random, lines[index] ?? '', donors)
  return lines.join('\n')
}

function editLine(random: Random, line: string, donors: readonly string[]): string {
  switch (random.int(0, 4)) {
    case 0: // deleted
      return ''
    case 1: // rewritten: a line from somewhere else
      return random.pick(donors)
    case 2: // something new before it
      return `${random.pick(donors)}\n${line}`
    case 3: // a word renamed
      return replaceWord(
        random,
        line,
        () => `${random.pick(['next', 'inner', 'cached'])}${random.int(1, 99)}`,
      )
    default: // several words changed
      return replaceWord(
        random,
        replaceWord(random, line, (word) => `${word}_${random.int(1, 9)}`),
        () => 'value',
      )
  }
}

function replaceWord(random: Random, line: string, change: (word: string) => string): string {
  const words = line.match(/\w+/g)
  if (words === null) return random.chance(0.5) ? '' : `${line} // checked`
  const word = random.pick(words)
  return line.replace(word, change(word))
}

/** Other indentation, blank lines, breaks between any two characters that are no part of the same word. */
export function reformat(random: Random, text: string): string {
  return text.replace(/\s+|(?<=\W)(?=\w)|(?<=\w)(?=\W)/g, (blank) => {
    if (blank === '') return random.chance(0.1) ? ' ' : ''
    return random.pick([' ', '\n', '\n\n    ', '\t', '  '])
  })
}
