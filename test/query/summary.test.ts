import { describe, expect, test } from 'bun:test'
import { AnnotatedRepo, functionOf, region } from './annotated-repo.ts'

describe('a file', () => {
  test('shows the newest region of each unit, in the order of the file', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') + functionOf('beta') + functionOf('gamma') }, [
      region('a.ts', 'beta', { intent: 'old' }),
      region('a.ts', 'alpha', {
        constraints: [{ text: 'hold this' }],
        risk_notes: 'risky',
        reasoning: 'long story',
      }),
    ])
    repo.commit({ 'a.ts': functionOf('alpha') + functionOf('beta', 6) + functionOf('gamma') }, [
      region('a.ts', 'beta', { intent: 'new' }),
    ])
    const { files, stats } = await repo.summary('a.ts')
    expect(files[0]?.units?.map(({ unit, intent }) => [unit, intent])).toEqual([
      ['alpha', 'why alpha'],
      ['beta', 'new'],
    ])
    expect(files[0]?.units?.[0]).toMatchObject({
      constraints: [{ text: 'hold this' }],
      risk_notes: 'risky',
      current_lines: { start: 1, end: 7 },
      status: 'current',
      survival: 1,
    })
    expect(files[0]?.units?.[0]).not.toHaveProperty('reasoning')
    expect(stats).toEqual({ files: 1, units: 3, annotated: 2, unannotated: 1 })
  })

  test('keeps what belongs to no unit in a bucket of its own', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': `import x from 'x'\nimport y from 'y'\n\n${functionOf('alpha')}` }, [
      region('a.ts', undefined, { lines: { start: 1, end: 2 }, intent: 'the imports' }),
    ])
    const { files } = await repo.summary('a.ts')
    expect(files[0]?.other?.map(({ intent, current_lines }) => [intent, current_lines])).toEqual([
      ['the imports', { start: 1, end: 2 }],
    ])
    expect(files[0]?.units).toBeUndefined()
  })

  test('can be asked about one unit', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') + functionOf('beta') }, [
      region('a.ts', 'alpha'),
      region('a.ts', 'beta'),
    ])
    const { files, stats } = await repo.summary('a.ts', { anchor: 'beta' })
    expect(files[0]?.units?.map(({ unit }) => unit)).toEqual(['beta'])
    expect(stats.units).toBe(1)
  })
})

describe('a folder', () => {
  test('sums up its tracked files in path order and counts them all', async () => {
    const repo = new AnnotatedRepo()
    repo.commit(
      {
        'src/b.ts': functionOf('beta'),
        'src/a.ts': functionOf('alpha'),
        'src/deep/c.ts': functionOf('gamma'),
        'src/plain.ts': functionOf('silent'),
        'src/data.bin': 'nothing to outline',
        'top.ts': functionOf('top'),
      },
      [
        region('src/b.ts', 'beta'),
        region('src/a.ts', 'alpha'),
        region('src/deep/c.ts', 'gamma'),
        region('top.ts', 'top'),
      ],
    )
    const { files, stats } = await repo.summary('src')
    expect(files.map(({ path }) => path)).toEqual(['src/a.ts', 'src/b.ts', 'src/deep/c.ts'])
    expect(stats).toEqual({ files: 4, units: 4, annotated: 3, unannotated: 1 })
    expect((await repo.summary('')).files).toHaveLength(4)
  })

  test('includes a file without a grammar when something is recorded about it', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'notes.unknown': 'one\ntwo\nthree\n' }, [
      region('notes.unknown', undefined, { lines: { start: 2, end: 2 } }),
    ])
    expect((await repo.summary('')).files[0]?.other).toHaveLength(1)
  })

  test('of a repository without a commit is empty', async () => {
    expect((await new AnnotatedRepo().summary('')).stats).toEqual({
      files: 0,
      units: 0,
      annotated: 0,
      unannotated: 0,
    })
  })
})
