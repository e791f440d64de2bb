/** Work that nobody waits for any more: it stops, its git ends, and nothing is answered. */
import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo } from './annotated-repo.ts'
import { ServerProcess } from './server-process.ts'

const repo = annotatedRepo()

/** A git that, while the file `slow` stands beside it, never comes back from walking history; it leaves its pid. */
function slowGit(
  commands = ['rev-list', 'log', 'blame'],
  asleep = 'exec sleep 60',
): { readonly env: Record<string, string>; readonly switch: string; readonly pid: string } {
  const folder = tempFolder()
  const [toggle, pid] = [join(folder, 'slow'), join(folder, 'pid')]
  const real = Bun.which('git')
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh
case " $* " in
  ${commands.map((command) => `*" ${command} "*`).join('|')})
    if [ -e '${toggle}' ]; then echo $$ > '${pid}.new'; mv '${pid}.new' '${pid}'; ${asleep}; fi ;;
esac
exec '${real}' "$@"
`,
  )
  chmodSync(join(folder, 'git'), 0o755)
  return { env: { PATH: `${folder}:${process.env.PATH}`, ULTRAGIT_NO_CACHE: '1' }, switch: toggle, pid }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !isTrue(); await Bun.sleep(5))
    if (Date.now() > end) throw new Error('it did not happen')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A server in the middle of a call that git keeps waiting. */
async function stuckServer(git = slowGit()) {
  writeFileSync(git.switch, '')
  // In a folder that is no repository nothing is warmed: git waits for the call alone.
  const server = new ServerProcess({ cwd: tempFolder(), env: git.env })
  await server.initialize()
  const id = server.ask('tools/call', {
    name: 'ultragit_read',
    arguments: { path: join(repo.dir, 'src/client.ts') },
  })
  await until(() => existsSync(git.pid))
  return { git, server, id, child: Number(readFileSync(git.pid, 'utf8')) }
}

describe('a call', () => {
  test('is cancelled: no answer, git ends, others are served', async () => {
    const { git, server, id, child } = await stuckServer()
    expect(isAlive(child)).toBe(true)
    expect((await server.request('ping')).result).toEqual({})
    server.notify('notifications/cancelled', { requestId: id, reason: 'changed my mind' })
    await until(() => !isAlive(child))
    await Bun.file(git.switch).delete()
    const again = await server.call('ultragit_read', { path: join(repo.dir, 'src/client.ts') })
    expect(again.result?.isError).toBeUndefined()
    expect(server.messages.some((message) => message.id === id)).toBe(false)
    const closing = performance.now()
    expect(await server.close()).toEqual({ status: 0, stderr: '', rest: '' })
    // Nothing is in flight, so nothing is waited for.
    expect(performance.now() - closing).toBeLessThan(1_500)
  }, 20_000)

  test('that does not end holds the server for two seconds at most, and its git ends too', async () => {
    const { server, child } = await stuckServer()
    const closing = performance.now()
    expect(await server.close()).toMatchObject({ status: 0, rest: '' })
    const took = performance.now() - closing
    expect(took).toBeGreaterThan(1_500)
    expect(took).toBeLessThan(4_000)
    await until(() => !isAlive(child))
  }, 20_000)

  test('whose git does not even end when told to does not hold the server', async () => {
    const deaf = slowGit(['cat-file', 'rev-list', 'log'], "trap '' TERM INT HUP; while :; do sleep 0.2; done")
    const { server, child } = await stuckServer(deaf)
    const closing = performance.now()
    expect((await server.close()).status).toBe(0)
    expect(performance.now() - closing).toBeLessThan(5_000)
    process.kill(child, 'SIGKILL')
  }, 20_000)

  test('that waits for its turn can be cancelled as well', async () => {
    const { git, server, id } = await stuckServer()
    const ask = () =>
      server.ask('tools/call', {
        name: 'ultragit_read',
        arguments: { path: join(repo.dir, 'src/client.ts') },
      })
    const waiting = Array.from({ length: 30 }, ask)
    await server.request('ping')
    for (const one of [id, ...waiting]) server.notify('notifications/cancelled', { requestId: one })
    await Bun.file(git.switch).delete()
    expect((await server.answer(ask())).result?.isError).toBeUndefined()
    for (const one of [id, ...waiting]) expect(server.messages.some((said) => said.id === one)).toBe(false)
    expect((await server.close()).status).toBe(0)
  }, 20_000)
})

describe('a client', () => {
  test('that reads nothing more does not keep the server alive', async () => {
    const child = Bun.spawn(
      [
        'sh',
        '-c',
        'exec 3>&1; { printf \'%s\\n\' "$1" "$2"; sleep 0.3; } | { "$0" mcp start; echo "status $?" >&3; } | sleep 0.2',
        (await import('../../support/binary.ts')).binaryPath(),
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        '{"jsonrpc":"2.0","id":2,"method":"ping"}',
      ],
      { cwd: repo.dir, stdout: 'pipe', stderr: 'pipe' },
    )
    expect(await new Response(child.stdout).text()).toBe('status 0\n')
  })
})
