/** What a server does when nobody asks: later calls find it done, and no call waits for it. */
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { KeptSessions } from '../../../src/mcp/repositories/kept-sessions.ts'
import { WarmUp } from '../../../src/mcp/warm-up.ts'
import { TempRepo } from '../../support/temp-repo.ts'

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

async function warmed(own: Record<string, string>, rest: number) {
  const repo = TempRepo.init()
  repo.commit({ 'a.txt': 'a\n' })
  const env = { ...process.env, ...own }
  const sessions = new KeptSessions({ env, flags: {} })
  const warmUp = new WarmUp({ cwd: repo.dir, env, repo: undefined }, sessions, rest)
  closing.push(() => sessions.close())
  const file = (name: string) => existsSync(join(repo.dir, '.git', 'ultragit', name))
  const made = () => [file('index.sqlite'), file('history/info/commit-graph')]
  return { warmUp, made }
}

describe('a server that was started', () => {
  test('makes the index, and then the graph of the history', async () => {
    const { warmUp, made } = await warmed({}, 0)
    await warmUp.begin()
    expect(made()).toEqual([true, true])
  })

  test('does not begin with what takes long before the first calls are answered', async () => {
    const { warmUp, made } = await warmed({}, 60_000)
    const begun = warmUp.begin()
    while (!made()[0]) await Bun.sleep(5)
    expect(made()).toEqual([true, false])
    warmUp.stop()
    await expect(begun).rejects.toThrow()
    expect(made()).toEqual([true, false])
  })

  test('leaves the disk alone where it is told to', async () => {
    const { warmUp, made } = await warmed({ ULTRAGIT_NO_CACHE: '1' }, 0)
    await warmUp.begin()
    expect(made()).toEqual([false, false])
  })
})
