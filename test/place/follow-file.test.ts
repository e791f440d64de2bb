import { describe, expect, test } from 'bun:test'
import { asRepoPath, type RepoPath } from '../../src/base/ids.ts'
import { namesAfter, namesBefore } from '../../src/place/follow-file.ts'
import type { RenameEdge } from '../../src/store/history-states.ts'

/** `a>b@5`: the file was still called `a` in the commit of age 5. */
function renames(...edges: string[]) {
  const parsed = edges.map((edge): RenameEdge => {
    const [, source = '', target = '', age] = /^(\w+)>(\w+)@(\d+)$/.exec(edge) ?? []
    return { source: asRepoPath(source), target: asRepoPath(target), age: Number(age) }
  })
  return {
    renamesFrom: (path: RepoPath) => parsed.filter(({ source }) => source === path),
    renamesTo: (path: RepoPath) => parsed.filter(({ target }) => target === path),
  }
}

describe('forward', () => {
  const after = (history: ReturnType<typeof renames>, age: number | undefined) =>
    namesAfter(history, asRepoPath('a'), age).map(String)

  test('through a chain of renames', () =>
    expect(after(renames('a>b@5', 'b>c@7'), 3)).toEqual(['a', 'b', 'c']))
  test('only through later ones: a new file under the old name stays', () =>
    expect(after(renames('a>b@5'), 6)).toEqual(['a']))
  test('the commit that still had the old name counts', () =>
    expect(after(renames('a>b@5'), 5)).toEqual(['a', 'b']))
  test('not through a rename that came before the file got there', () =>
    expect(after(renames('a>b@5', 'b>c@2'), 3)).toEqual(['a', 'b']))
  test('through all of them when the commit is not in history', () =>
    expect(after(renames('a>b@5', 'b>c@2'), undefined)).toEqual(['a', 'b']))
  test('round a circle', () => expect(after(renames('a>b@5', 'b>a@7'), 3)).toEqual(['a', 'b']))
})

describe('back', () => {
  const before = (history: ReturnType<typeof renames>) => namesBefore(history, asRepoPath('c')).map(String)
  test('to every name it may have had', () =>
    expect(before(renames('a>b@5', 'b>c@7', 'x>c@9'))).toEqual(['c', 'b', 'x', 'a']))
  test('round a circle', () => expect(before(renames('c>b@5', 'b>c@7'))).toEqual(['c', 'b']))
})
