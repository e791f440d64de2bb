import { expect, test } from 'bun:test'
import type { Oid } from '../../../src/base/ids.ts'
import { ObjectView } from '../../../src/git/objects/object-view.ts'
import { openRepository } from '../../../src/git/open-repository.ts'
import { TempRepo } from '../../support/temp-repo.ts'

test('paths that are asked for side by side share the trees they lead through', async () => {
  const repo = TempRepo.init()
  const paths = ['src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/gone.ts']
  repo.commit(Object.fromEntries(paths.slice(0, 3).map((path) => [path, path])))
  const repository = await openRepository({ cwd: repo.dir, env: process.env, backend: 'native' })
  const read: Oid[] = []
  const view = new ObjectView({
    layout: repository.layout,
    readObjects: (oids) => {
      read.push(...oids)
      return repository.readObjects(oids)
    },
  })
  const root = repo.git('rev-parse', 'HEAD^{tree}') as Oid // git prints a full id
  const entries = await Promise.all(paths.map((path) => view.entryAt(root, path)))
  repository.close()
  const expected = paths.slice(0, 3).map((path) => repo.git('rev-parse', `HEAD:${path}`))
  expect<(string | undefined)[]>(entries.map((entry) => entry?.oid)).toEqual([...expected, undefined])
  expect<string[]>(read.toSorted()).toEqual(
    ['HEAD^{tree}', 'HEAD:src', 'HEAD:src/deep'].map((tree) => repo.git('rev-parse', tree)).toSorted(),
  )
})
