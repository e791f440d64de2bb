import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { carryLines } from '../../../src/git/diff/carry-lines.ts'
import { cutLines, type DiffLinesOptions, diffLines } from '../../../src/git/diff/diff-lines.ts'
import { Random } from '../../support/random.ts'
import { tempFolder } from '../../support/temp-repo.ts'
import { randomCode, randomEdits } from './random-code.ts'

/** One git process compares all pairs: hunks by pair, in the notation of `diffLines`. */
function gitHunks(pairs: readonly (readonly [string, string])[], ...flags: string[]): string[] {
  const folder = tempFolder()
  mkdirSync(join(folder, 'a'))
  mkdirSync(join(folder, 'b'))
  pairs.forEach(([old, fresh], at) => {
    writeFileSync(join(folder, 'a', `f${at}`), old, 'latin1')
    writeFileSync(join(folder, 'b', `f${at}`), fresh, 'latin1')
  })
  const command = [
    'git',
    'diff',
    '--no-index',
    '-U0',
    '--diff-algorithm=myers',
    '--indent-heuristic',
    '--text',
  ]
  const run = Bun.spawnSync([...command, ...flags, '--no-renames', 'a', 'b'], { cwd: folder })
  const hunks = pairs.map((): string[] => [])
  let current = 0
  for (const line of run.stdout.toString('latin1').split('\n')) {
    const file = /^diff --git a\/a\/f(\d+) /.exec(line)
    if (file !== null) current = Number(file[1])
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (hunk === null) continue
    const [oldCount, newCount] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)]
    // git names the line before an empty side, we name the line after it.
    const oldStart = Number(hunk[1]) + (oldCount === 0 ? 1 : 0)
    const newStart = Number(hunk[3]) + (newCount === 0 ? 1 : 0)
    hunks[current]?.push(`${oldStart},${oldCount} ${newStart},${newCount}`)
  }
  return hunks.map((list) => list.join('; '))
}

function ourHunks(old: string, fresh: string, options?: DiffLinesOptions): string {
  const hunks = diffLines(cutLines(old), cutLines(fresh), options)
  return hunks.map((hunk) => `${hunk.oldStart},${hunk.oldCount} ${hunk.newStart},${hunk.newCount}`).join('; ')
}

function expectAgreement(
  pairs: readonly (readonly [string, string])[],
  options: DiffLinesOptions = {},
  ...flags: string[]
): void {
  const expected = gitHunks(pairs, ...flags)
  const differing = pairs.flatMap(([old, fresh], at) =>
    ourHunks(old, fresh, options) === expected[at] ? [] : [at],
  )
  expect(differing).toEqual([])
  expect(expected.filter((hunks) => hunks !== '').length).toBeGreaterThan(pairs.length / 2)
}

function randomPair(seed: number): [string, string] {
  const random = new Random(seed)
  const old = randomCode(random, random.int(1, random.chance(0.2) ? 80 : 12))
  const fresh = randomEdits(random, old, random.int(1, random.chance(0.2) ? 40 : 6))
  const text = (lines: readonly string[]) => lines.join('\n') + (random.chance(0.9) ? '\n' : '')
  return [text(old), text(fresh)]
}

describe('diffLines against git', () => {
  test('agrees hunk for hunk on code-like edits', () => {
    expectAgreement(Array.from({ length: 1500 }, (_, seed) => randomPair(seed)))
  })

  test('agrees on text of very few different lines', () => {
    const pairs = Array.from({ length: 800 }, (_, seed): [string, string] => {
      const random = new Random(seed + 10_000)
      const letters = ['a\n', '  b\n', '}\n', '\n', '\tc\n'].slice(0, random.int(2, 5))
      const side = () => Array.from({ length: random.int(0, 60) }, () => random.pick(letters)).join('')
      return [side(), side()]
    })
    expectAgreement(pairs)
  })

  test('agrees on large files, where git stops searching for the shortest diff', () => {
    const pairs = Array.from({ length: 12 }, (_, seed): [string, string] => {
      const random = new Random(seed + 20_000)
      const vocabulary = random.int(50, 4000)
      const old = Array.from({ length: random.int(2000, 6000) }, () => `  line ${random.int(0, vocabulary)}`)
      const fresh = random.chance(0.5) ? randomEdits(random, old, 300) : random.shuffle(old)
      if (random.chance(0.5)) fresh.splice(500, 0, ...old.slice(1000, 1600))
      return [`${old.join('\n')}\n`, `${fresh.join('\n')}\n`]
    })
    expectAgreement(pairs)
  }, 20_000)

  test('agrees when all whitespace is ignored, and when only CR at the end is', () => {
    const pairs = Array.from({ length: 150 }, (_, seed): [string, string] => {
      const [old, fresh] = randomPair(seed + 30_000)
      const random = new Random(seed)
      return [old, fresh.replaceAll('\n', () => (random.chance(0.4) ? '\r\n' : '\n'))]
    })
    expectAgreement(pairs, { ignoreWhitespace: 'cr-at-eol' }, '--ignore-cr-at-eol')
    expectAgreement(pairs, { ignoreWhitespace: 'all' }, '--ignore-all-space')
  })
})

describe('diffLines', () => {
  test('needs no terminators when the final newline does not matter', () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = new Random(seed)
      const old = randomCode(random, 20)
      const fresh = randomEdits(random, old, 5)
      const kept = diffLines(cutLines(`${old.join('\n')}\n`), cutLines(`${fresh.join('\n')}\n`))
      expect(diffLines(old, fresh)).toEqual(kept)
    }
  })

  test('tells a missing final newline', () => {
    expect(ourHunks('a\nb\n', 'a\nb')).toBe('2,1 2,1')
    expect(ourHunks('', '')).toBe('')
    expect(ourHunks('', 'a\n')).toBe('1,0 1,1')
  })

  test('ends soon on 200,000 lines, all different or shuffled', () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at}`)
    const others = lines.map((line) => `other ${line}`)
    const started = performance.now()
    expect(diffLines(lines, others)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(3000)
    expect(diffLines(lines, new Random(1).shuffle(lines)).length).toBeGreaterThan(1)
    expect(performance.now() - started).toBeLessThan(15_000)
  }, 20_000)
})

describe('carryLines', () => {
  test('maps every line that stayed to an equal line', () => {
    for (let seed = 0; seed < 100; seed++) {
      const [old, fresh] = randomPair(seed).map(cutLines) as [string[], string[]] // a pair stays a pair
      const carried = carryLines(diffLines(old, fresh), old.length)
      old.forEach((line, at) => {
        const to = carried[at + 1] ?? 0
        if (to !== 0) expect(fresh[to - 1]).toBe(line)
      })
    }
  })

  test('says 0 for what is gone', () => {
    expect([...carryLines(diffLines(['a', 'b', 'c'], ['x', 'a', 'c']), 3)]).toEqual([0, 2, 0, 3])
  })
})
