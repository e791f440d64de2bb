import { describe, expect, test } from 'bun:test'
import { asOid, asRepoPath } from '../../../src/base/ids.ts'
import { guessOrigins } from '../../../src/git/blame/guess-origins.ts'
import { cutLines, diffLines } from '../../../src/git/diff/diff-lines.ts'
import { Random } from '../../support/random.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { linesOf } from '../contract/blame.ts'
import { ownersByGit } from '../contract/oracle.ts'
import { open } from '../layouts/same-as-git.ts'

const words = [
  'const',
  'value',
  'if',
  '(a',
  'b)',
  '{',
  '}',
  'return',
  'ünï',
  'Total',
  'x +=',
  '1',
  'await',
  'load()',
]

/** What formatters and renamings do to a file. */
const rewrites: readonly ((line: string, random: Random) => string[])[] = [
  (line) => [`  ${line}`],
  (line) => [line.replaceAll('value', 'amount')],
  (line) => [line.toUpperCase()],
  (line) => line.split(/(?<=\S{4} )/),
  (line, random) => [line, randomLine(random)],
  () => [],
  (line) => [line.split(' ').reverse().join(' ')],
  (line) => [line],
]

describe('guessOrigins', () => {
  test('looks through a reformatting as git blame --ignore-rev does', async () => {
    let lines = 0
    for (let seed = 0; seed < 25; seed++) {
      const random = new Random(seed)
      const temp = TempRepo.init()
      let text: string[] = []
      for (let commit = 0; commit < 3; commit++) {
        text = text.flatMap((line) => (random.chance(0.2) ? [randomLine(random)] : [line]))
        text.splice(random.int(0, text.length), 0, ...Array.from({ length: 12 }, () => randomLine(random)))
        temp.commit({ 'a.ts': `${text.join('\n')}\n` })
      }
      const share = random.pick([0.3, 1])
      text = text.flatMap((line) => (random.chance(share) ? random.pick(rewrites)(line, random) : [line]))
      const ignored = asOid(temp.commit({ 'a.ts': `${text.join('\n')}\n` }))
      const repo = await open('embedded', { cwd: temp.dir })
      const hunks = await repo.blame({ commit: ignored, path: asRepoPath('a.ts'), ignoreRevs: [ignored] })
      const gits = ownersByGit(temp.dir, ignored, 'a.ts', `--ignore-rev=${ignored}`)
      expect([seed, ...linesOf(hunks)]).toEqual([seed, ...gits])
      lines += gits.length
      repo.close()
    }
    expect(lines).toBeGreaterThan(500)
  })

  test('takes no line twice for the same words, and keeps the order', () => {
    const origins = guess('alpha\nzzz\n', 'alpha!\nalpha?\nzzz!\n')
    expect([...origins.slice(1)]).toEqual([1, 0, 2])
  })

  test('gives up on a large file written anew as a whole', () => {
    const old = Array.from({ length: 100_000 }, (_, at) => `old line ${at}\n`).join('')
    const started = performance.now()
    const origins = guess(old, old.replaceAll('old', 'new'))
    expect(origins.every((origin) => origin === 0)).toBe(true)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

function guess(old: string, fresh: string): Int32Array {
  const [before, after] = [cutLines(old), cutLines(fresh)]
  return guessOrigins(before, after, diffLines(before, after))
}

function randomLine(random: Random): string {
  return Array.from({ length: random.int(0, 7) }, () => random.pick(words)).join(' ')
}
