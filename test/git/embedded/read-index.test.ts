import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRepoPath } from '../../../src/base/ids.ts'
import { encodePath } from '../../../src/base/path-bytes.ts'
import { parseIndex } from '../../../src/git/embedded/read-index.ts'
import { Random } from '../../support/random.ts'
import { TempRepo } from '../../support/temp-repo.ts'

function randomIndex(version: number): TempRepo {
  const random = new Random(version)
  const repo = TempRepo.init()
  const blob = repo.gitWith({ input: 'x' }, 'hash-object', '-w', '--stdin')
  const parts = ['a', 'long-name-that-goes-on', 'ü', 'b b', '\xff', 'deep/er', 'x'.repeat(300)]
  const records = Array.from({ length: 300 }, (_, at) => {
    const path = Buffer.from(
      `${random.pick(parts)}/${random.pick(parts)}-${at}`,
      at % 5 === 0 ? 'latin1' : 'utf8',
    )
    const mode = random.pick(['100644', '100755', '120000'])
    const stages = random.chance(0.1) ? [1, 2, 3] : [0]
    return stages.map((stage) =>
      Buffer.concat([Buffer.from(`${mode} ${blob} ${stage}\t`), path, Buffer.from([0])]),
    )
  })
  repo.gitWith({ input: Buffer.concat(records.flat()) }, 'update-index', '-z', '--index-info')
  if (version === 3) {
    repo.write('later', 'announced\n')
    repo.git('add', '-N', 'later')
  }
  repo.git('update-index', '--index-version', String(version))
  return repo
}

const indexOf = (repo: TempRepo) => readFileSync(join(repo.dir, '.git/index'))

describe('parseIndex', () => {
  test.each([2, 3, 4])('reads version %i as git ls-files does', (version) => {
    const repo = randomIndex(version)
    const bytes = indexOf(repo)
    expect(bytes.readUInt32BE(4)).toBe(version)
    const ours = parseIndex(bytes).map(
      ({ mode, oid, stage, path }) =>
        `${mode} ${oid} ${stage}\t${Buffer.from(encodePath(path)).toString('latin1')}`,
    )
    const run = Bun.spawnSync(['git', 'ls-files', '--stage', '-z'], { cwd: repo.dir })
    expect(ours).toEqual(run.stdout.toString('latin1').split('\0').slice(0, -1))
  })

  test.each([2, 4])('finds one path in version %i as it finds all', (version) => {
    const bytes = indexOf(randomIndex(version))
    const all = parseIndex(bytes)
    for (const { path } of all)
      expect(parseIndex(bytes, path)).toEqual(all.filter((entry) => entry.path === path))
    expect(parseIndex(bytes, asRepoPath('nope'))).toEqual([])
  })

  test('knows what was only announced', () => {
    const announced = parseIndex(indexOf(randomIndex(3))).filter(({ intentToAdd }) => intentToAdd)
    expect(announced.map(({ path }) => String(path))).toEqual(['later'])
  })

  test('refuses a split and a sparse index and says so', () => {
    const split = TempRepo.init()
    split.commit({ a: '1\n' })
    split.git('update-index', '--split-index')
    expect(() => parseIndex(indexOf(split))).toThrow("extension 'link'")
    const sparse = TempRepo.init()
    sparse.commit({ 'in/a': '1\n', 'out/b': '2\n' })
    sparse.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'in')
    expect(() => parseIndex(indexOf(sparse))).toThrow("extension 'sdir'")
  })

  test('ends on any damage with one error', () => {
    for (const version of [2, 4]) {
      const whole = indexOf(randomIndex(version))
      const random = new Random(version)
      for (let round = 0; round < 200; round++) {
        const bytes = Buffer.from(whole.subarray(0, random.int(0, whole.length)))
        if (bytes.length > 0) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255)
        try {
          parseIndex(bytes)
        } catch (error) {
          expect(error).toMatchObject({ name: 'UltragitError' })
        }
      }
    }
  })
})
