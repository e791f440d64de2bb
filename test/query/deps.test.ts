import { describe, expect, test } from 'bun:test'
import { AnnotatedRepo, functionOf, region } from './annotated-repo.ts'

const on = (file: string, anchor?: string, nature = 'relies on it') => ({
  semantic_dependencies: [{ file, ...(anchor === undefined ? {} : { anchor }), nature }],
})

describe('dependents', () => {
  test('are the regions whose dependencies name the file and the anchor', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') + functionOf('beta') })
    repo.commit({ 'b.ts': functionOf('user') }, [region('b.ts', 'user', on('a.ts', 'alpha'))])
    repo.commit({ 'c.ts': functionOf('other') }, [region('c.ts', 'other', on('a.ts', 'beta'))])
    const { dependents, stats } = await repo.deps('a.ts', { anchor: 'alpha' })
    expect(
      dependents?.map(({ file, anchor, nature, status, depth }) => ({ file, anchor, nature, status, depth })),
    ).toEqual([{ file: 'b.ts', anchor: 'user', nature: 'relies on it', status: 'current', depth: 1 }])
    expect(stats).toEqual({ annotations_known: 2, dependencies_found: 1 })
    expect((await repo.deps('a.ts')).dependents?.map(({ file }) => file)).toEqual(['b.ts', 'c.ts'])
  })

  test('a dependency without an anchor is about the whole file', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') })
    repo.commit({ 'b.ts': functionOf('user') }, [region('b.ts', 'user', on('a.ts'))])
    expect((await repo.deps('a.ts', { anchor: 'alpha' })).dependents).toHaveLength(1)
  })

  test('an anchor is met by a qualified suffix, never by a near miss', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({
      'a.ts': `export class Codec {\n  encode(x: string) {\n    return x\n  }\n\n  decode(x: string) {\n    return x\n  }\n}\n`,
    })
    repo.commit({ 'b.ts': functionOf('user') }, [region('b.ts', 'user', on('a.ts', 'encode'))])
    expect((await repo.deps('a.ts', { anchor: 'Codec::encode' })).dependents).toHaveLength(1)
    expect((await repo.deps('a.ts', { anchor: 'Codec.encode' })).dependents).toHaveLength(1)
    expect((await repo.deps('a.ts', { anchor: 'decode' })).dependents).toHaveLength(0)
  })

  test('an anchor that only a dependency names counts as found', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') })
    repo.commit({ 'b.ts': functionOf('user') }, [region('b.ts', 'user', on('a.ts', 'MAX_SESSIONS'))])
    const answer = await repo.deps('a.ts', { anchor: 'MAX_SESSIONS' })
    expect(answer.dependents).toHaveLength(1)
    expect(answer.notes).toBeUndefined()
    const missed = await repo.deps('a.ts', { anchor: 'MAX_SESSION' })
    expect(missed.notes?.[0]).toBe(
      "Anchor 'MAX_SESSION' not found in a.ts. Returning file-level annotations.",
    )
  })

  test('follow the file they name through renames', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') })
    repo.commit({ 'b.ts': functionOf('user') }, [region('b.ts', 'user', on('a.ts', 'alpha'))])
    repo.repo.git('mv', 'a.ts', 'renamed.ts')
    repo.commit({})
    expect((await repo.deps('renamed.ts', { anchor: 'alpha' })).dependents?.map(({ file }) => file)).toEqual([
      'b.ts',
    ])
  })

  test('the same one from several commits is there once, as the newest says', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') })
    repo.commit({ 'b.ts': functionOf('user') }, [region('b.ts', 'user', on('a.ts', 'alpha', 'old'))])
    const newest = repo.commit({ 'b.ts': functionOf('user', 6) }, [
      region('b.ts', 'user', on('a.ts', 'alpha', 'new')),
    ])
    const { dependents } = await repo.deps('a.ts', { anchor: 'alpha' })
    expect(dependents?.map(({ nature, commit }) => [nature, commit])).toEqual([['new', newest]])
  })

  test('one that is gone is told as such, after the others', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') })
    repo.commit({ 'b.ts': functionOf('user'), 'c.ts': functionOf('kept') }, [
      region('b.ts', 'user', on('a.ts', 'alpha')),
      region('c.ts', 'kept', on('a.ts', 'alpha')),
    ])
    repo.commit({ 'b.ts': null })
    const { dependents } = await repo.deps('a.ts', { anchor: 'alpha' })
    expect(dependents?.map(({ file, status }) => [file, status])).toEqual([
      ['c.ts', 'current'],
      ['b.ts', 'gone'],
    ])
  })

  test('in test files can be left out', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') })
    repo.commit({ 'test/a.test.ts': functionOf('user') }, [
      region('test/a.test.ts', 'user', on('a.ts', 'alpha')),
    ])
    expect((await repo.deps('a.ts')).dependents).toHaveLength(1)
    expect((await repo.deps('a.ts', { excludeTests: true })).dependents).toHaveLength(0)
  })

  test('beyond the limit are counted in a note', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') })
    const names = ['one', 'two', 'three']
    repo.commit(
      Object.fromEntries(names.map((name) => [`${name}.ts`, functionOf(name)])),
      names.map((name) => region(`${name}.ts`, name, on('a.ts', 'alpha'))),
    )
    const answer = await repo.deps('a.ts', { maxResults: 2 })
    expect(answer.dependents).toHaveLength(2)
    expect(answer.notes).toEqual(['1 more: raise --max-results to see them'])
    expect(answer.stats.dependencies_found).toBe(3)
  })
})

describe('depth', () => {
  test('is walked breadth first, each edge once, and cycles are listed', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha'), 'b.ts': functionOf('beta'), 'c.ts': functionOf('gamma') }, [
      region('b.ts', 'beta', on('a.ts', 'alpha')),
      region('c.ts', 'gamma', on('b.ts', 'beta')),
      region('a.ts', 'alpha', on('c.ts', 'gamma')),
    ])
    const near = await repo.deps('a.ts', { anchor: 'alpha', depth: 1 })
    expect(near.dependents?.map(({ file, depth }) => [file, depth])).toEqual([['b.ts', 1]])
    expect(near.cycles).toBeUndefined()
    const far = await repo.deps('a.ts', { anchor: 'alpha', depth: 5 })
    expect(far.dependents?.map(({ file, depth, via }) => [file, depth, via])).toEqual([
      ['b.ts', 1, undefined],
      ['c.ts', 2, 'b.ts:beta'],
    ])
    expect(far.cycles).toEqual([['a.ts:alpha', 'b.ts:beta', 'c.ts:gamma', 'a.ts:alpha']])
  })

  test('the other direction tells what the code relies on', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha'), 'b.ts': functionOf('beta'), 'c.ts': functionOf('gamma') }, [
      region('b.ts', 'beta', on('a.ts', 'alpha')),
      region('c.ts', 'gamma', on('b.ts', 'beta')),
    ])
    const { dependencies, dependents } = await repo.deps('c.ts', {
      anchor: 'gamma',
      direction: 'both',
      depth: 2,
    })
    expect(dependencies?.map(({ file, anchor, depth }) => [file, anchor, depth])).toEqual([
      ['b.ts', 'beta', 1],
      ['a.ts', 'alpha', 2],
    ])
    expect(dependents).toEqual([])
  })
})
