import { describe, expect, test } from 'bun:test'
import { asOid, type Oid } from '../../../src/base/ids.ts'
import { detectRenames } from '../../../src/git/diff/detect-renames.ts'
import { diffTrees } from '../../../src/git/diff/diff-trees.ts'
import { ObjectView } from '../../../src/git/objects/object-view.ts'
import { openRepository } from '../../../src/git/open-repository.ts'
import { Random } from '../../support/random.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { randomCode, randomEdits } from './random-code.ts'

type Files = Map<string, string>

/** Trees in one fast-import: pairs of commits, each second one after many moves and edits. */
function importPairs(pairs: readonly (readonly [Files, Files])[]): { repo: TempRepo; trees: Oid[] } {
  const repo = TempRepo.init()
  const stream = pairs.flat().flatMap((files, at) => {
    const head = `commit refs/heads/c${at}\ncommitter C <c@example.com> 1700000000 +0000\ndata 0\ndeleteall\n`
    const body = [...files].map(
      ([path, text]) => `M 100644 inline "${path}"\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    )
    return [head, ...body, '\n']
  })
  repo.gitWith({ input: stream.join('') }, 'fast-import', '--quiet')
  const trees = repo.git('for-each-ref', '--format=%(tree) %(refname)', 'refs/heads').split('\n')
  const order = new Map(trees.map((line) => [Number(line.split('/c')[1]), asOid(line.slice(0, 40))]))
  return { repo, trees: pairs.flat().map((_, at) => order.get(at) ?? asOid('')) }
}

/** Similar files, equal base names in several folders, copies: what makes the choice of a source hard. */
function hardPair(seed: number): [Files, Files] {
  const random = new Random(seed)
  const models = Array.from({ length: random.int(1, 4) }, () => randomCode(random, random.int(1, 6)))
  const names = ['index.ts', 'index.ts', 'main.ts', 'a.ts', 'b.ts', 'c.ts']
  const place = () =>
    `${random.pick(['', 'src/', 'lib/', 'src/deep/'])}${random.chance(0.5) ? random.pick(names) : `f${random.int(0, 99)}.ts`}`
  const text = (lines: readonly string[]) => lines.join('\n') + (random.chance(0.8) ? '\n' : '')
  const before: Files = new Map()
  for (let left = random.int(2, 14); left > 0; left--) {
    before.set(
      place(),
      random.chance(0.1) ? '' : text(randomEdits(random, random.pick(models), random.int(0, 3))),
    )
  }
  const after: Files = new Map()
  for (const content of before.values()) {
    const kept = random.next()
    if (kept < 0.1) continue
    const lines = content.split('\n')
    after.set(place(), kept < 0.4 ? content : randomEdits(random, lines, random.int(1, 5)).join('\n'))
  }
  return [before, after]
}

describe('detectRenames', () => {
  test('chooses the sources git chooses', async () => {
    const { repo, trees } = importPairs(Array.from({ length: 400 }, (_, seed) => hardPair(seed)))
    const input = Array.from(
      { length: trees.length / 2 },
      (_, at) => `${trees[2 * at]} ${trees[2 * at + 1]}\n`,
    ).join('')
    const printed = repo.gitWith(
      { input },
      'diff-tree',
      '--stdin',
      '-r',
      '-M',
      '--raw',
      '--no-abbrev',
      '-l1000',
    )
    const expected: string[][] = []
    for (const line of printed.split('\n')) {
      if (!line.startsWith(':')) expected.push([])
      else if (/^:.* R\d+\t/.test(line)) expected.at(-1)?.push(line.split('\t').slice(1).join(' → '))
    }
    const view = new ObjectView(
      await openRepository({ cwd: repo.dir, env: process.env, backend: 'embedded' }),
    )
    const ours: string[][] = []
    for (let at = 0; at < trees.length; at += 2) {
      const renames = await detectRenames(view, await diffTrees(view, trees[at], trees[at + 1]))
      ours.push([...renames].map(([to, from]) => `${from} → ${to}`))
    }
    expect(ours).toEqual(expected)
    expect(expected.flat().length).toBeGreaterThan(500)
  }, 20_000)
})
