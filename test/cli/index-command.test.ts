/** The index with what lies beside it: built, shown and removed as a whole. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { binaryPath, startUltragit } from '../support/binary.ts'
import { TempRepo } from '../support/temp-repo.ts'

describe('index', () => {
  beforeAll(() => {
    binaryPath()
  }, 60_000)
  const repo = TempRepo.init()
  for (let at = 0; at < 5; at++) repo.commit({ 'a.txt': `line ${at}\n` })
  const graph = join(repo.dir, '.git', 'ultragit', 'history', 'info', 'commit-graph')
  const index = join(repo.dir, '.git', 'ultragit', 'index.sqlite')
  const run = (words: string[], env: Record<string, string> = {}) =>
    startUltragit(['index', ...words], { cwd: repo.dir, env })
  const status = async () => JSON.parse((await run(['status', '--format', 'json'])).stdout)

  test('build writes both, status shows both, clear removes both', async () => {
    expect((await run(['build'])).status).toBe(0)
    expect([existsSync(index), existsSync(graph)]).toEqual([true, true])
    expect(await status()).toMatchObject({ exists: true, history_graph: expect.any(Number) })
    expect((await run(['status'])).stdout).toContain('history   walked with a graph')
    expect((await run(['clear', '--blame'])).status).toBe(0)
    expect([existsSync(index), existsSync(graph)]).toEqual([true, true])
    expect((await run(['clear'])).status).toBe(0)
    expect([existsSync(index), existsSync(graph)]).toEqual([false, false])
  })

  test('a question writes no graph: it would take longer than the answer', async () => {
    await startUltragit(['read', 'a.txt'], { cwd: repo.dir })
    expect([existsSync(index), existsSync(graph)]).toEqual([true, false])
    expect(await status()).toMatchObject({ history_graph: null })
  })

  test('nothing is written where the disk is to be left alone', async () => {
    await run(['clear'])
    expect((await run(['build'], { ULTRAGIT_NO_CACHE: '1' })).status).toBe(0)
    expect([existsSync(index), existsSync(graph)]).toEqual([false, false])
  })
})
