/** Each rule in a repository where it fires, and in one where it must not. */
import { describe, expect, test } from 'bun:test'
import { CheckRepo, places } from './support/check-repo.ts'

const connect = `import { open } from './socket'

export function connect(host: string): number {
  const socket = open(host)
  socket.setKeepAlive(true)
  return socket.descriptor
}

export function close(socket: number): void {
  release(socket)
}
`

describe('constraint', () => {
  const constrained = {
    file: 'src/client.ts',
    anchor: 'connect',
    constraints: [{ text: 'must never block', source: 'author' }],
  }

  test('fires on the changed line of the unit, with the words of the author', async () => {
    const repo = CheckRepo.init()
    const recorded = repo.annotated({ 'src/client.ts': connect }, [constrained])
    const changed = repo.commit({ 'src/client.ts': connect.replace('KeepAlive(true)', 'KeepAlive(false)') })
    const checked = await repo.check(['HEAD~1..HEAD'])
    expect(checked.findings.find(({ rule }) => rule === 'constraint')).toEqual({
      rule: 'constraint',
      severity: 'warning',
      file: 'src/client.ts',
      line: 5,
      anchor: 'connect',
      commit: changed,
      message: "'connect' has a recorded constraint and changed; no annotation of this change speaks of it",
      constraints: [{ text: 'must never block', source: 'author', commit: recorded }],
    })
    expect(checked.status).toBe(0)
  })

  test('is silent when the change speaks of the unit, touches another, or only moves it about', async () => {
    const repo = CheckRepo.init()
    repo.annotated({ 'src/client.ts': connect }, [constrained])
    repo.annotated({ 'src/client.ts': connect.replace('true', 'false') }, [
      { file: 'src/client.ts', anchor: 'connect' },
    ])
    expect(places(await repo.check(['HEAD']), 'constraint')).toEqual([])
    repo.commit({ 'src/client.ts': connect.replace('true', 'false').replace('release', 'free') })
    expect(places(await repo.check(['HEAD']), 'constraint')).toEqual([])
  })
})
