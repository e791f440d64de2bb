/** What a server does when nobody asks: later calls find it done, and no call waits for it. */
import { beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { binaryPath } from '../../support/binary.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { ServerProcess } from './server-process.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

const patience = 20_000

test('the index and the graph of the history come by themselves, and not in a repository to be left alone', async () => {
  const made = async (env: Record<string, string>) => {
    const repo = TempRepo.init()
    repo.commit({ 'a.txt': 'a\n' })
    const server = new ServerProcess({ cwd: repo.dir, env })
    await server.initialize()
    const file = (name: string) => existsSync(join(repo.dir, '.git', 'ultragit', name))
    const isDone = () => file('index.sqlite') && file('history/head')
    const giveUpAt = performance.now() + (env.ULTRAGIT_NO_CACHE ? 1_000 : patience)
    while (!isDone() && performance.now() < giveUpAt) await Bun.sleep(20)
    await server.call('ultragit_read', { path: 'a.txt' })
    await server.close()
    return [file('index.sqlite'), file('history/head'), file('history/info/commit-graph')]
  }
  expect(await made({})).toEqual([true, true, true])
  expect(await made({ ULTRAGIT_NO_CACHE: '1' })).toEqual([false, false, false])
}, 60_000)
