import { expect, test } from 'bun:test'
import { CheckRepo } from '../support/check-repo.ts'
import { client } from '../support/sample-code.ts'

const path = 'src/client.ts'
const edited = client.replace('true', 'false').replace('release', 'free').replace("'localhost'", "'::1'")

function changed(anchors: readonly string[]): CheckRepo {
  const repo = CheckRepo.init()
  repo.commit({ [path]: client })
  repo.annotated(
    { [path]: edited },
    anchors.map((anchor) => ({ file: path, anchor })),
  )
  repo.git('config', 'ultragit.check.coverage', 'error')
  return repo
}

test('coverage fires below the share asked for, at the first unit that nobody speaks of', async () => {
  const repo = changed(['close'])
  const checked = await repo.check(['HEAD'])
  expect(checked.findings).toMatchObject([
    {
      rule: 'coverage',
      severity: 'error',
      file: path,
      line: 5,
      anchor: 'connect',
      message: "1 of 3 changed units are annotated, less than 50 %: not 'connect', 'Pool::take'",
    },
  ])
  expect(checked.status).toBe(1)
})

test('coverage is silent at the share, when switched off, and when no unit changed', async () => {
  expect((await changed(['close', 'connect']).check(['HEAD'])).findings).toEqual([])
  const repo = changed(['close'])
  repo.git('config', 'ultragit.check.minCoverage', '0.33')
  expect((await repo.check(['HEAD'])).findings).toEqual([])
  repo.git('config', 'ultragit.check.minCoverage', '1')
  repo.git('config', 'ultragit.check.coverage', 'off')
  expect((await repo.check(['HEAD'])).findings).toEqual([])
  repo.git('config', 'ultragit.check.coverage', 'error')
  repo.annotated({ 'a.txt': 'a\n' }, [{ file: 'a.txt' }])
  expect((await repo.check(['HEAD'])).findings).toEqual([])
})
