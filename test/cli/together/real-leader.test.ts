/** One process that works for others: the same answers, nothing lost whatever becomes of it. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Annotation } from '../../../src/annotation/schema.ts'
import type { Oid } from '../../../src/base/ids.ts'
import { encodeFrame } from '../../../src/cli/together/frame.ts'
import { binaryPath, type RunOptions, startUltragit } from '../../support/binary.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { expectSoundNotes, importCommits, notesByGit, ref } from '../../write/annotated-repo.ts'
import { exchange, socketOf, standBetween, startLeader } from './leader.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

const notesCommits = (repo: TempRepo) => Number(repo.git('rev-list', '--count', ref))

function annotationOn(repo: TempRepo, commit: string): Annotation {
  return JSON.parse(notesByGit(repo).get(commit) ?? '{}') as Annotation
}

describe.skipIf(process.platform === 'win32')('a leader', () => {
  test('answers as each would have answered itself', async () => {
    const repo = TempRepo.init()
    repo.commit({ 'src/a.ts': 'export function f() {\n  return 1\n}\n', 'why.json': '{"summary":' })
    mkdirSync(join(repo.dir, 'deep/er'), { recursive: true })
    const cases: [words: string[], options?: Partial<RunOptions>][] = [
      [['--template']],
      [['--template'], { cwd: join(repo.dir, 'deep/er') }],
      [['--dry-run', '-m', 'why'], { env: { ULTRAGIT_AUTHOR: 'Ada' } }],
      [['--dry-run', '--format', 'json'], { input: '{"summary":"näher","regions":[]}' }],
      [['--dry-run'], { input: '{"summary":"s","regions":[{"file":"src/a.ts","anchor":"g","intent":"i"}]}' }],
      [['--dry-run'], { input: new Uint8Array([0xff, 0xfe]) }],
      [['--dry-run']],
      [['--dry-run', '--file', '../why.json'], { cwd: join(repo.dir, 'deep') }],
      [['--dry-run', '--file', 'none.json']],
      [['nobody', '-m', 'x', '--format', 'json']],
      [['--bogus']],
      [['--merge', '--replace', '-m', 'x'], { env: { ULTRAGIT_NOTEREF: 'refs/notes/other' } }],
      [['-m', 'x'], { env: { ULTRAGIT_NOTEREF: 'not a ref' } }],
      [['-m', 'x', '--repo', tempFolder()]],
      [['--help']],
    ]
    const runAll = async () => {
      const answers = []
      for (const [words, options] of cases)
        answers.push(await startUltragit(['annotate', ...words], { cwd: repo.dir, ...options }))
      return answers.map(({ stdout, ...rest }) => ({
        ...rest,
        stdout: stdout.replace(/"timestamp":"[^"]+"/g, '"timestamp":""'),
      }))
    }
    const alone = await runAll()
    const leader = await startLeader(repo)
    const between = standBetween(repo)
    const served = await runAll()
    between.stop()
    expect(await leader.finish()).toBe(0)
    expect(served).toEqual(alone)
    expect(new Set(alone.map(({ status }) => status)).size).toBeGreaterThan(3)
    expect(between.requests.length).toBeGreaterThanOrEqual(cases.length)
  }, 60_000)

  test('keeps who said what, from where, in fewer commits than writers', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 30)
    const room = tempFolder()
    repo.git('worktree', 'add', '-q', '--detach', join(room, 'tree'))
    const leader = await startLeader(repo)
    const runs = await Promise.all(
      commits.slice(0, 29).map((commit, at) =>
        startUltragit(['annotate', commit, '-m', `why ${at}`], {
          cwd: at % 2 === 0 ? repo.dir : join(room, 'tree'),
          env: { ULTRAGIT_AUTHOR: `agent ${at}` },
        }),
      ),
    )
    expect(await leader.finish()).toBe(0)
    for (const [at, commit] of commits.slice(0, 29).entries()) {
      expect(runs[at]).toEqual({
        status: 0,
        stderr: '',
        stdout: `${commit.slice(0, 12)} annotated, 1 region\n`,
      })
      expect(annotationOn(repo, commit)).toMatchObject({ summary: `why ${at}`, author: `agent ${at}` })
    }
    expect(annotationOn(repo, commits[29] as Oid).summary).toBe('of the leader')
    expect(notesCommits(repo)).toBeLessThan(25)
    expectSoundNotes(repo)
  }, 60_000)

  test('sees what changed between two who ask', async () => {
    const repo = TempRepo.init()
    const [one, two] = importCommits(repo, 2)
    const leader = await startLeader(repo)
    const between = standBetween(repo)
    const run = (...words: string[]) => startUltragit(['annotate', ...words], { cwd: repo.dir })
    await run(String(one), '-m', 'first')
    repo.git('notes', `--ref=${ref}`, 'remove', String(one))
    repo.git('config', 'user.name', 'Renamed')
    repo.git('config', 'ultragit.noteref', 'refs/notes/elsewhere')
    const { status } = await run('main', '-m', 'second')
    expect(status).toBe(0)
    expect(repo.git('notes', '--ref=elsewhere', 'show', String(two))).toContain('second')
    repo.git('config', '--unset', 'ultragit.noteref')
    repo.commit({ 'b.txt': 'new\n' })
    expect((await run('HEAD', '-m', 'third')).status).toBe(0)
    between.stop()
    await leader.finish()
    expect(notesByGit(repo).has(String(one))).toBe(false)
    expect(annotationOn(repo, repo.head()).summary).toBe('third')
    expect(between.requests.length).toBe(3)
  }, 60_000)

  test('does not take one that fails for the others', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 10)
    const leader = await startLeader(repo)
    const runs = await Promise.all(
      commits
        .slice(0, 9)
        .flatMap((commit) => [
          ['annotate', commit, '-m', 'why'],
          ['annotate', commit, '-m', `another ${commit}`],
        ])
        .map((args) => startUltragit(args, { cwd: repo.dir })),
    )
    await leader.finish()
    expect(runs.filter(({ status }) => status === 0).length).toBe(9)
    for (const { status, stderr } of runs) if (status !== 0) expect(stderr).toContain('is annotated already')
    for (const commit of commits.slice(0, 9)) expect(annotationOn(repo, commit).regions.length).toBe(1)
  }, 60_000)

  test('killed while others wait loses nothing', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 12)
    const leader = await startLeader(repo)
    process.kill(leader.child.pid, 'SIGSTOP')
    const runs = commits.map((commit, at) =>
      startUltragit(['annotate', commit, '-m', `why ${at}`], { cwd: repo.dir }),
    )
    const early = await Promise.race([...runs, Bun.sleep(400).then(() => 'all wait')])
    expect(early).toBe('all wait')
    leader.child.kill('SIGKILL')
    for (const { status, stderr } of await Promise.all(runs))
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const [at, commit] of commits.entries()) expect(annotationOn(repo, commit).summary).toBe(`why ${at}`)
    expectSoundNotes(repo)
  }, 60_000)

  test('that wrote and could not say so is found to have written', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 3)
    const [one, two] = commits as [Oid, Oid, Oid]
    const leader = await startLeader(repo)
    const between = standBetween(repo, (count) => count === 1 || count === 4)
    const first = await startUltragit(['annotate', one, '-m', 'before'], { cwd: repo.dir })
    const input = JSON.stringify({ summary: 'a\n\nb', regions: [{ file: 'a1.txt', intent: 'why' }] })
    const second = await startUltragit(['annotate', two], { cwd: repo.dir, input })
    between.stop()
    await leader.finish()
    const said = (commit: Oid) => `${commit.slice(0, 12)} was annotated so already, 1 region\n`
    expect(first).toEqual({ status: 0, stderr: '', stdout: said(one) })
    expect(second).toEqual({ status: 0, stderr: '', stdout: said(two) })
    expect(between.requests.length).toBe(5) // each of them once more, and the second for its input
    expect(annotationOn(repo, one)).toMatchObject({ summary: 'before', regions: [{ intent: 'before' }] })
    expect(annotationOn(repo, two)).toMatchObject({ summary: 'a\n\nb', regions: [{ intent: 'why' }] })
    expect(notesCommits(repo)).toBe(3)
  }, 60_000)

  test('hangs up on nonsense, sends strangers away, and serves on', async () => {
    const repo = TempRepo.init()
    repo.commit({ 'a.txt': 'text\n' })
    repo.commit({ 'a.txt': 'other\n' })
    const leader = await startLeader(repo)
    const request = {
      kin: 'another version',
      argv: ['annotate', 'HEAD~1', '-m', 'stranger'],
      cwd: repo.dir,
      env: {},
      now: 0,
      stdinIsTerminal: false,
      stdout: { isTTY: false, columns: 80 },
      stderr: { isTTY: false, columns: 80 },
    }
    const say = (bytes: Uint8Array) => exchange(socketOf(repo), bytes)
    expect(Buffer.from(await say(encodeFrame(request))).toString('utf8', 4)).toBe('"alone"')
    for (const nonsense of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([255, 255, 255, 255, 0]),
      Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from('{{')]),
      encodeFrame({ ...request, argv: 'annotate' }),
      encodeFrame([]),
      Buffer.concat([encodeFrame(request), Buffer.from('more')]),
    ])
      expect((await say(nonsense)).length).toBe(0)
    const run = await startUltragit(['annotate', 'HEAD~1', '-m', 'why'], { cwd: repo.dir })
    expect(run.status).toBe(0)
    expect(await leader.finish()).toBe(0)
    expect(annotationOn(repo, repo.git('rev-parse', 'HEAD~1')).summary).toBe('why')
  }, 60_000)

  test('does not wait for long for one who connects and says nothing', async () => {
    const repo = TempRepo.init()
    repo.commit({ 'a.txt': 'text\n' })
    const leader = await startLeader(repo)
    const silent = [
      exchange(socketOf(repo), new Uint8Array()),
      exchange(socketOf(repo), Buffer.from([0, 0, 1])),
    ]
    await Bun.sleep(50)
    const began = performance.now()
    expect(await leader.finish()).toBe(0)
    expect(performance.now() - began).toBeLessThan(4_000)
    await Promise.all(silent)
  }, 60_000)
})
