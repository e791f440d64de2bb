/** Annotations of commits that a forge squashed, rebased or picked, given to their successors. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Annotation } from '../../src/annotation/schema.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { expectSoundNotes, notesByGit, ref } from './annotated-repo.ts'
import { mustRun } from './run-cli.ts'

const unit = (name: string, words: string) =>
  `export function ${name}(input: string): string {\n${words
    .split(' ')
    .map((word, at) => `  const ${word}${at} = input.indexOf('${word}') + ${at}\n`)
    .join('')}  return input.trim()\n}\n\n`
const first = unit('first', 'alpha beta gamma delta epsilon zeta')
const second = unit('second', 'north south east west up down')
const third = unit('third', 'red green blue yellow black white')

interface Outcome {
  adopted: { source: string; target: string; by: string }[]
  unmerged: string[]
  orphaned: string[]
}

/** main, and a branch with two annotated commits. */
async function start() {
  const repo = TempRepo.init()
  repo.commit({ 'a.ts': first, 'z.txt': 'z\n' })
  repo.git('checkout', '-q', '-b', 'topic')
  const one = repo.commit({ 'a.ts': first + second }, 'add second')
  await mustRun(repo, ['annotate', '-m', 'reason of second'])
  const two = repo.commit({ 'a.ts': first + second + third }, 'add third')
  await mustRun(repo, ['annotate', '-m', 'reason of third'])
  repo.git('checkout', '-q', 'main')
  repo.commit({ 'b.txt': 'meanwhile\n' }, 'meanwhile')
  return { repo, one, two }
}

async function repair(repo: TempRepo, ...args: string[]): Promise<Outcome> {
  return JSON.parse(await mustRun(repo, ['repair', '--format', 'json', ...args])) as Outcome
}

function intentsOn(repo: TempRepo, commit: string): string[] {
  const note = notesByGit(repo).get(commit)
  return note === undefined ? [] : (JSON.parse(note) as Annotation).regions.map(({ intent }) => intent).sort()
}

/** A clone that has the notes but not the commits they were written on. */
function cloneWithout(repo: TempRepo): TempRepo {
  repo.git('branch', '-q', '-D', 'topic')
  const dir = join(tempFolder(), 'clone')
  repo.git('clone', '-q', '--no-local', '--single-branch', '.', dir)
  const clone = new TempRepo(dir)
  clone.git('fetch', '-q', 'origin', `${ref}:${ref}`)
  return clone
}

const both = ['reason of second', 'reason of third']

describe('repair', () => {
  for (const place of ['here', 'in a clone without the old commits'] as const) {
    const at = (repo: TempRepo) => (place === 'here' ? repo : cloneWithout(repo))

    test(`finds picked commits by their patch-id, ${place}`, async () => {
      const { repo, one, two } = await start()
      repo.git('cherry-pick', one, two)
      const where = at(repo)
      const { adopted, orphaned } = await repair(where)
      expect(adopted.map(({ source, by }) => [source, by]).sort()).toEqual(
        [one, two].map((source) => [source, 'patch-id']).sort(),
      )
      expect(orphaned).toEqual([])
      expect(intentsOn(where, where.git('rev-parse', 'HEAD'))).toEqual(['reason of third'])
      expect(intentsOn(where, where.git('rev-parse', 'HEAD~1'))).toEqual(['reason of second'])
      expectSoundNotes(where)
      expect((await repair(where)).adopted).toEqual([])
    })

    test(`finds a squash merge, ${place}`, async () => {
      const { repo, one, two } = await start()
      repo.git('merge', '-q', '--squash', 'topic')
      repo.git('commit', '-q', '-m', 'squashed')
      const squashed = repo.head()
      repo.commit({ 'a.ts': first + second + third + unit('later', 'one two three') })
      const where = at(repo)
      const { adopted } = await repair(where)
      expect(adopted.map(({ source, target }) => [source, target]).sort()).toEqual(
        [one, two].map((source) => [source, squashed]).sort(),
      )
      expect(intentsOn(where, squashed)).toEqual(both)
      const note = JSON.parse(notesByGit(where).get(squashed) ?? '') as Annotation
      expect(note.provenance).toMatchObject({ operation: 'squash', derived_from: [one, two].sort() })
      expect((await repair(where)).adopted).toEqual([])
    })
  }

  test('finds each region by its lines where the squash changed more', async () => {
    const { repo, one, two } = await start()
    repo.git('merge', '-q', '--squash', 'topic')
    repo.write('a.ts', `// touched up by the forge\n${first}${second.replace('north', 'nord')}${third}`)
    repo.git('commit', '-q', '-a', '-m', 'squashed and touched up')
    const squashed = repo.head()
    repo.git('branch', '-q', '-D', 'topic')
    const { adopted } = await repair(repo)
    expect(adopted.map(({ source, by }) => [source, by]).sort()).toEqual(
      [one, two].map((source) => [source, 'content']).sort(),
    )
    expect(intentsOn(repo, squashed)).toEqual(both)
  })

  test('leaves an unmerged branch alone, and says what stays orphaned', async () => {
    const { repo, one, two } = await start()
    const before = repo.git('rev-parse', ref)
    expect(await repair(repo)).toMatchObject({ adopted: [], unmerged: [one, two].sort(), orphaned: [] })
    repo.git('branch', '-q', '-D', 'topic')
    expect(await repair(repo)).toMatchObject({ adopted: [], unmerged: [], orphaned: [one, two].sort() })
    expect(repo.git('rev-parse', ref)).toBe(before)
  })

  test('--dry-run writes nothing', async () => {
    const { repo, one } = await start()
    repo.git('cherry-pick', one)
    const before = repo.git('rev-parse', ref)
    expect((await repair(repo, '--dry-run')).adopted.length).toBe(1)
    expect(repo.git('rev-parse', ref)).toBe(before)
  })
})
