/** What a client makes of its leader: takes a whole answer as its own, and does the work itself after anything else. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeFrame } from '../../../src/cli/together/frame.ts'
import { binaryPath, startUltragit } from '../../support/binary.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { expectSoundNotes, notesByGit } from '../../write/annotated-repo.ts'
import { fakeLeader, socketOf } from './leader.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

function repoWithCommit(dir?: string): TempRepo {
  const repo = dir === undefined ? TempRepo.init() : new TempRepo(dir)
  if (dir !== undefined) repo.git('init', '-q', '-b', 'main')
  repo.commit({ 'a.txt': 'text\n' })
  return repo
}

const why = ['annotate', 'HEAD', '-m', 'why']

async function expectDoneAlone(repo: TempRepo): Promise<void> {
  const run = await startUltragit(why, { cwd: repo.dir })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(run.stdout).toBe(`${repo.head().slice(0, 12)} annotated, 1 region\n`)
  expect(notesByGit(repo).get(repo.head())).toContain('"why"')
  expectSoundNotes(repo)
}

describe.skipIf(process.platform === 'win32')('a client', () => {
  test('hands over all that matters, and says what it is told, byte by byte', async () => {
    const repo = repoWithCommit()
    mkdirSync(join(repo.dir, 'below'))
    const leader = fakeLeader(repo, () =>
      encodeFrame({
        status: 5,
        said: [
          [2, 'erst \u001b[1m\n'],
          [1, 'näher\n'],
          [2, 'dann'],
        ],
      }),
    )
    const cwd = join(repo.dir, 'below')
    const run = await startUltragit([...why, '--quiet'], { cwd, env: { ULTRAGIT_AUTHOR: 'Ägidius' } })
    leader.stop()
    expect(run).toEqual({ status: 5, stdout: 'näher\n', stderr: 'erst \u001b[1m\ndann' })
    expect(leader.requests).toMatchObject([
      { argv: [...why, '--quiet'], cwd, env: { ULTRAGIT_AUTHOR: 'Ägidius' }, stdout: { isTTY: false } },
    ])
    expect(Math.abs((leader.requests[0]?.now ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(notesByGit(repo).size).toBe(0)
  })

  test('sends its input when it is asked for, and not before', async () => {
    const repo = repoWithCommit()
    const leader = fakeLeader(repo, (_request, count) =>
      encodeFrame(count === 1 ? 'input' : { status: 0, said: [] }),
    )
    await startUltragit(['annotate'], { cwd: repo.dir, input: 'bytes \u00e4' })
    leader.stop()
    const inputs = leader.requests.map(({ input }) => input)
    expect(inputs).toEqual([undefined, Buffer.from('bytes \u00e4').toString('base64')])
  })

  test('that gave its input away and lost its leader still has it', async () => {
    const repo = repoWithCommit()
    const leader = fakeLeader(repo, (_request, count) => (count === 1 ? encodeFrame('input') : undefined))
    const input = JSON.stringify({ summary: 'kept', regions: [] })
    const run = await startUltragit(['annotate'], { cwd: repo.dir, input })
    leader.stop()
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(notesByGit(repo).get(repo.head())).toContain('"kept"')
  })

  test.each([
    ['sends it away', encodeFrame('alone')],
    ['hangs up', undefined],
    ['ends in the middle', encodeFrame({ status: 0, said: [[1, 'annotated']] }).subarray(0, 20)],
    ['speaks of something else', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
    ['answers no JSON', Buffer.concat([Buffer.from([0, 0, 0, 3]), Buffer.from('{"s')])],
    ['answers without a status', encodeFrame({ said: [] })],
    ['answers nonsense', encodeFrame({ status: 0, said: [[3, 'x']] })],
    ['answers nothing', encodeFrame(null)],
    ['threatens with more than fits', Buffer.from([255, 255, 255, 255, 1])],
  ])('whose leader %s works by itself', async (_what, answer) => {
    const repo = repoWithCommit()
    const leader = fakeLeader(repo, () => answer)
    await expectDoneAlone(repo)
    leader.stop()
    expect(leader.requests.length).toBeGreaterThan(0)
  })

  test('does not ask for more than can be handed over', async () => {
    const repo = repoWithCommit()
    const leader = fakeLeader(repo, (_request, count) => (count === 1 ? encodeFrame('input') : undefined))
    const run = await startUltragit(['annotate'], { cwd: repo.dir, input: 'x'.repeat(5 * 1024 * 1024) })
    leader.stop()
    expect(leader.requests.length).toBe(1)
    expect(run.status).toBe(4)
    expect(run.stderr).toContain('the input has more than 2 MiB')
  })

  test('does not ask where others may enter', async () => {
    const repo = repoWithCommit()
    const leader = fakeLeader(repo, () => encodeFrame({ status: 9, said: [] }))
    chmodSync(dirname(socketOf(repo)), 0o755)
    await expectDoneAlone(repo)
    leader.stop()
    expect(leader.requests).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('a lone writer', () => {
  test('leaves no socket behind', async () => {
    const repo = repoWithCommit()
    await expectDoneAlone(repo)
    expect(existsSync(socketOf(repo))).toBe(false)
    expect(existsSync(dirname(socketOf(repo)))).toBe(true)
  })

  test('replaces a socket that was left behind', async () => {
    const repo = repoWithCommit()
    mkdirSync(dirname(dirname(socketOf(repo))), { recursive: true })
    mkdirSync(dirname(socketOf(repo)), { mode: 0o700 })
    const dying = `Bun.listen({unix: ${JSON.stringify(socketOf(repo))}, socket: {data() {}}}); process.kill(process.pid, 9)`
    await Bun.spawn([process.execPath, '-e', dying]).exited
    expect(existsSync(socketOf(repo))).toBe(true)
    await expectDoneAlone(repo)
    expect(existsSync(socketOf(repo))).toBe(false)
  })

  test('writes where there can be no meeting place', async () => {
    const blocked = repoWithCommit()
    mkdirSync(dirname(dirname(socketOf(blocked))), { recursive: true })
    writeFileSync(dirname(socketOf(blocked)), 'in the way')
    await expectDoneAlone(blocked)
    const odd = repoWithCommit()
    mkdirSync(join(dirname(socketOf(odd)), 'turn.sqlite'), { recursive: true, mode: 0o700 })
    await expectDoneAlone(odd)
  })

  test('writes where the name of a socket would be too long', async () => {
    const dir = join(tempFolder(), 'x'.repeat(120))
    mkdirSync(dir)
    const repo = repoWithCommit(dir)
    await expectDoneAlone(repo)
    expect(existsSync(dirname(socketOf(repo)))).toBe(false)
  })

  test('leaves nothing behind when it only looks', async () => {
    const repo = repoWithCommit()
    for (const words of [['--template'], ['--dry-run', '-m', 'why'], ['--help']])
      expect((await startUltragit(['annotate', ...words], { cwd: repo.dir })).status).toBe(0)
    expect(existsSync(join(repo.dir, '.git', 'ultragit'))).toBe(false)
  })
})
