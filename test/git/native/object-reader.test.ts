import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { ObjectReader } from '../../../src/git/native/object-reader.ts'
import { type GitProgram, spawnCount } from '../../../src/git/native/run-git.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'

describe('ObjectReader', () => {
  let temp: TempRepo
  let git: GitProgram
  let reader: ObjectReader
  const blobs: Record<'empty' | 'small' | 'large' | 'huge', string> = {
    empty: '',
    small: '',
    large: '',
    huge: '',
  }

  beforeAll(() => {
    temp = TempRepo.init()
    temp.commit({ 'a.ts': 'a\n' })
    const sizes = { empty: 0, small: 100, large: 3_000_000, huge: 20_000_000 }
    for (const [name, size] of Object.entries(sizes))
      blobs[name as keyof typeof blobs] = temp.gitWith(
        { input: Buffer.alloc(size, name) },
        'hash-object',
        '-w',
        '--stdin',
      )
    git = { program: Bun.which('git') ?? 'git', cwd: temp.dir, env: process.env }
    reader = new ObjectReader(git)
  })

  afterAll(() => reader.close())

  test('starts one process for any number of questions', async () => {
    const before = spawnCount()
    await reader.open()
    const answers = await Promise.all(Array.from({ length: 50 }, () => reader.ask('HEAD')))
    expect(new Set(answers.map((answer) => answer?.oid as string))).toEqual(new Set([temp.head()]))
    expect(spawnCount() - before).toBe(1)
  })

  test('gives an object up to its limit, only the size of a larger one, and what comes behind it', async () => {
    const { empty, small, large } = blobs
    const answers = await Promise.all([
      reader.ask(large, 2_999_999),
      reader.ask(small, 100),
      reader.ask(small, 99),
      reader.ask(empty, 0),
      reader.ask(large, 3_000_000),
      reader.ask('HEAD'),
    ])
    expect(answers.map((answer) => [answer?.size, answer?.bytes?.length])).toEqual([
      [3_000_000, undefined],
      [100, 100],
      [100, undefined],
      [0, 0],
      [3_000_000, 3_000_000],
      [answers[5]?.size, answers[5]?.size],
    ])
    expect(answers[5]?.type).toBe('commit')
  })

  test('does not wait for the rest of a huge object', async () => {
    await reader.open()
    const before = spawnCount()
    const answers = await Promise.all([
      reader.ask(blobs.huge, 1000),
      reader.ask(blobs.small),
      reader.ask('HEAD'),
    ])
    expect(answers.map((answer) => answer?.bytes?.length)).toEqual([undefined, 100, answers[2]?.size])
    expect(answers[0]?.size).toBe(20_000_000)
    expect(spawnCount() - before).toBe(1)
  })

  test('answers around any number of questions that git dies of', async () => {
    const deadly = ['@{u}', 'main@{push}', '@{u}']
    const asked = deadly.flatMap((name) => ['HEAD', name, name, blobs.small])
    const answers = await reader.askAll(asked)
    expect(answers.map((answer) => answer?.type ?? 'none')).toEqual(
      deadly.flatMap(() => ['commit', 'none', 'none', 'blob']),
    )
  })

  test('puts a question again when the process was killed, but not for ever', async () => {
    // Answers the harmless question and as many more as it is told, then dies by a signal.
    const mortal = async (answers: number) => {
      const script = join(tempFolder(), 'git')
      const answer = 'read -r line\necho "$line missing"\n'
      await Bun.write(script, `#!/bin/sh\n${answer.repeat(1 + answers)}read -r line\nkill -9 $$\n`)
      chmodSync(script, 0o755)
      return new ObjectReader({ ...git, program: script })
    }
    expect(await (await mortal(1)).askAll(['a', 'b', 'c'])).toEqual([undefined, undefined, undefined])
    await expect((await mortal(0)).ask('a')).rejects.toMatchObject({ code: 'git_failed' })
  })

  test('fails with the words of git when it refuses the repository, once for all questions', async () => {
    const nowhere = new ObjectReader({ ...git, cwd: tempFolder() })
    const before = spawnCount()
    const outcomes = await Promise.allSettled([nowhere.open(), nowhere.askAll(['HEAD', 'HEAD'])])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'not_a_repository' } })
    expect(spawnCount() - before).toBe(1)
  })

  test('leaves no question open when it is closed', async () => {
    const closed = new ObjectReader(git)
    const open = closed.askAll(['HEAD', blobs.huge])
    closed.close()
    await expect(open).rejects.toMatchObject({ code: 'cancelled' })
    expect((await closed.ask('HEAD'))?.type).toBe('commit')
    closed.close()
  })
})
