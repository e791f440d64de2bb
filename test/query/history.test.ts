import { describe, expect, test } from 'bun:test'
import { AnnotatedRepo, functionOf, region } from './annotated-repo.ts'

describe('a timeline', () => {
  test('is told oldest first, with the first line of each commit message', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha', 4) }, [region('a.ts', 'alpha', { intent: 'first' })])
    repo.commit({ 'a.ts': functionOf('alpha', 6) }, [region('a.ts', 'alpha', { intent: 'second' })])
    repo.commit({ 'a.ts': functionOf('alpha', 8) }, [region('a.ts', 'alpha', { intent: 'third' })])
    const { timeline, stats } = await repo.history('a.ts', { anchor: 'alpha' })
    expect(timeline.map(({ intent, commit_message, via }) => [intent, commit_message, via])).toEqual([
      ['first', 'change', 'direct'],
      ['second', 'change', 'direct'],
      ['third', 'change', 'direct'],
    ])
    expect(stats).toEqual({ annotations_found: 3, entries_found: 3, entries_returned: 3, related: 0 })
  })

  test('keeps the newest entries and says how many are older', async () => {
    const repo = new AnnotatedRepo()
    for (const [at, intent] of ['first', 'second', 'third'].entries())
      repo.commit({ 'a.ts': functionOf('alpha', 4 + at) }, [region('a.ts', 'alpha', { intent })])
    const answer = await repo.history('a.ts', { limit: 2 })
    expect(answer.timeline.map(({ intent }) => intent)).toEqual(['second', 'third'])
    expect(answer.notes).toEqual(['1 older entries: raise --limit to see them'])
  })

  test('goes by ancestry where the clocks are wrong', async () => {
    const repo = new AnnotatedRepo()
    repo.repo.tick(1_000_000)
    repo.commit({ 'a.ts': functionOf('alpha', 4) }, [region('a.ts', 'alpha', { intent: 'first' })])
    repo.repo.tick(-900_000)
    repo.commit({ 'a.ts': functionOf('alpha', 6) }, [region('a.ts', 'alpha', { intent: 'second' })])
    expect((await repo.history('a.ts')).timeline.map(({ intent }) => intent)).toEqual(['first', 'second'])
  })

  test('holds what is gone and what was superseded', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') + functionOf('doomed') }, [
      region('a.ts', 'alpha', { intent: 'old alpha' }),
      region('a.ts', 'doomed', { intent: 'doomed' }),
    ])
    repo.commit({ 'a.ts': `export function alpha(all: number) {\n  while (all) all--\n}\n` }, [
      region('a.ts', 'alpha', { intent: 'new alpha' }),
    ])
    const { timeline } = await repo.history('a.ts')
    expect(timeline.map(({ intent, status }) => [intent, status])).toEqual([
      ['old alpha', 'changed'],
      ['doomed', 'gone'],
      ['new alpha', 'current'],
    ])
  })

  test('related annotations are inserted by time and marked', async () => {
    const repo = new AnnotatedRepo()
    const other = repo.commit({ 'b.ts': functionOf('beta') }, [
      region('b.ts', 'beta', { intent: 'about beta' }),
    ])
    const related = { related_annotations: [{ commit: other, anchor: 'beta', relationship: 'grew out of' }] }
    repo.commit({ 'a.ts': functionOf('alpha') }, [
      region('a.ts', 'alpha', { intent: 'about alpha', ...related }),
    ])
    const { timeline, stats } = await repo.history('a.ts')
    expect(timeline.map(({ intent, via }) => [intent, via])).toEqual([
      ['about beta', 'related'],
      ['about alpha', 'direct'],
    ])
    expect(timeline[1]?.related_context).toEqual([
      { commit: other, anchor: 'beta', relationship: 'grew out of' },
    ])
    expect(stats.related).toBe(1)
    expect((await repo.history('a.ts', { related: false })).timeline).toHaveLength(1)
  })

  test('of some lines has only what stands there', async () => {
    const repo = new AnnotatedRepo()
    repo.commit({ 'a.ts': functionOf('alpha') + functionOf('beta') }, [
      region('a.ts', 'alpha'),
      region('a.ts', 'beta'),
    ])
    const { timeline } = await repo.history('a.ts', { lines: { start: 1, end: 3 } })
    expect(timeline.map(({ anchor }) => anchor)).toEqual(['alpha'])
  })
})
