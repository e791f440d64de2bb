/** Many writers at once, each a process of its own: every write is there afterwards, on one path, and git agrees. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Annotation } from '../../src/annotation/schema.ts'
import type { Oid } from '../../src/base/ids.ts'
import { binaryPath, type RunResult, startUltragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { expectSoundNotes, importCommits, importNotes, notesByGit, ref } from './annotated-repo.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

function annotate(dir: string, commit: string, file: string, intent: string): Promise<RunResult> {
  const input = JSON.stringify({ summary: `about ${file}`, regions: [{ file, intent }] })
  return startUltragit(['annotate', commit, '--quiet'], { cwd: dir, input })
}

async function expectAllDone(runs: readonly Promise<RunResult>[]): Promise<void> {
  const failed = (await Promise.all(runs)).filter(({ status }) => status !== 0)
  expect(failed.map(({ stderr }) => stderr)).toEqual([])
}

/** git's own commands work on the ref afterwards. */
function expectGitCanGoOn(repo: TempRepo, [one, two]: readonly Oid[]): void {
  const count = () => repo.git('notes', `--ref=${ref}`, 'list').split('\n').length
  const before = count()
  repo.git('notes', `--ref=${ref}`, 'append', '-m', 'more', String(one))
  expect(repo.git('notes', `--ref=${ref}`, 'show', String(one))).toEndWith('more')
  repo.git('update-ref', 'refs/notes/other', `${ref}~1`)
  repo.git('notes', '--ref=other', 'append', '-m', 'elsewhere', String(two))
  repo.git('notes', `--ref=${ref}`, 'merge', '-q', '-s', 'cat_sort_uniq', 'other')
  expect(repo.git('notes', `--ref=${ref}`, 'show', String(two))).toContain('elsewhere')
  expect(count()).toBe(before)
  repo.git('notes', `--ref=${ref}`, 'remove', String(one))
  expect(count()).toBe(before - 1)
  expectSoundNotes(repo)
}

/** A remote that holds our notes, and beside them a teammate's on these commits. */
async function shareWithTeammate(
  repo: TempRepo,
  fileOf: (commit: Oid) => string,
  commits: readonly Oid[],
): Promise<TempRepo> {
  const [remote, clone] = [new TempRepo(tempFolder()), new TempRepo(tempFolder())]
  repo.git('clone', '-q', '--bare', '.', remote.dir)
  repo.git('remote', 'add', 'origin', remote.dir)
  await expectAllDone([startUltragit(['sync'], { cwd: repo.dir })])
  remote.git('clone', '-q', '.', clone.dir)
  for (const commit of commits) await expectAllDone([annotate(clone.dir, commit, fileOf(commit), 'theirs')])
  await expectAllDone([startUltragit(['sync'], { cwd: clone.dir })])
  return remote
}

describe('parallel writers', () => {
  test('100 to different commits, from three worktrees, among 300 notes', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 100)
    importNotes(repo, 300)
    const room = tempFolder()
    const dirs = [repo.dir, join(room, 'one'), join(room, 'two')]
    for (const dir of dirs.slice(1)) repo.git('worktree', 'add', '-q', '--detach', dir)
    await expectAllDone(
      commits.map((commit, at) => annotate(dirs[at % 3] ?? '', commit, `a${at % 50}.txt`, `why ${at}`)),
    )
    const notes = notesByGit(repo)
    expect(notes.size).toBe(400)
    for (const [at, commit] of commits.entries()) expect(notes.get(commit)).toContain(`"why ${at}"`)
    // One process works for those who wait, and writes what they have into one commit.
    expect(Number(repo.git('rev-list', '--count', ref))).toBeLessThan(90)
    expectSoundNotes(repo)
    expectGitCanGoOn(repo, commits)
  }, 60_000)

  test('50 to the same commit, each with a region of its own', async () => {
    const repo = TempRepo.init()
    const commit = importCommits(repo, 50).at(-1) as Oid
    await expectAllDone(
      Array.from({ length: 50 }, (_, at) => annotate(repo.dir, commit, `a${at}.txt`, `why ${at}`)),
    )
    const { regions, summary } = JSON.parse(notesByGit(repo).get(commit) ?? '') as Annotation
    expect(regions.map(({ intent }) => intent).sort()).toEqual(
      Array.from({ length: 50 }, (_, at) => `why ${at}`).sort(),
    )
    expect(summary.split('\n\n').length).toBe(50)
    expectSoundNotes(repo)
  }, 60_000)

  test('annotate, flag, correct, remove and sync at once', async () => {
    const repo = TempRepo.init()
    const all = importCommits(repo, 50)
    const [commits, theirs] = [all.slice(0, 48), all.slice(48)]
    const groups = [0, 1, 2, 3].map((part) => commits.filter((_, at) => at % 4 === part))
    const [added = [], flagged = [], corrected = [], removed = []] = groups
    const fileOf = (commit: Oid) => `a${all.indexOf(commit)}.txt`
    const prepared = [...flagged, ...corrected, ...removed]
    await expectAllDone(prepared.map((commit) => annotate(repo.dir, commit, fileOf(commit), 'prepared')))
    const run = (...args: string[]) => startUltragit([...args, '--quiet'], { cwd: repo.dir })
    const remote = await shareWithTeammate(repo, fileOf, theirs)
    await expectAllDone([
      ...Array.from({ length: 6 }, () => run('sync', '--allow-deletions')),
      ...added.map((commit) => annotate(repo.dir, commit, fileOf(commit), 'fresh')),
      ...flagged.map((commit) => run('flag', fileOf(commit), '--reason', 'doubt')),
      ...corrected.map((commit) => run('correct', commit, '--field', 'intent', '--amend', 'better')),
      ...removed.map((commit) => run('remove', commit)),
    ])
    const notes = notesByGit(repo)
    const holding = (text: string) =>
      [...notes].filter(([, note]) => note.includes(text)).map(([target]) => target)
    expect(holding('"fresh"').sort()).toEqual([...added].sort())
    expect(holding('"doubt"').sort()).toEqual([...flagged].sort())
    expect(holding('"better"').sort()).toEqual([...corrected].sort())
    expect(holding('"theirs"').sort()).toEqual([...theirs].sort())
    expect(notes.size).toBe(38)
    expectSoundNotes(repo)
    await expectAllDone([run('sync', '--allow-deletions')])
    expect(remote.git('rev-parse', ref)).toBe(repo.git('rev-parse', ref))
  }, 60_000)

  test('30 among 70,000 notes', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 30)
    importNotes(repo, 70_000)
    await expectAllDone(commits.map((commit, at) => annotate(repo.dir, commit, `a${at}.txt`, `why ${at}`)))
    const listed = repo.git('notes', `--ref=${ref}`, 'list').split('\n')
    expect(listed.length).toBe(70_030)
    for (const commit of commits) expect(listed.some((line) => line.endsWith(commit))).toBe(true)
    expectSoundNotes(repo)
  }, 60_000)
})

describe('plain git notes beside ours', () => {
  test('what it erases comes back with the next command; what it wrote stays', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 60)
    const [ours, theirs] = [commits.slice(0, 30), commits.slice(30)]
    const racing = async () => {
      // One after the other: among themselves they would lose notes, and nobody could say whose fault it was.
      for (const commit of theirs)
        await Bun.spawn(['git', 'notes', `--ref=${ref}`, 'add', '-m', `theirs ${commit}`, commit], {
          cwd: repo.dir,
          env: process.env,
          stderr: 'ignore',
        }).exited
    }
    const [, ...runs] = await Promise.all([
      racing(),
      ...ours.map((commit, at) => annotate(repo.dir, commit, `a${at}.txt`, `ours ${at}`)),
    ])
    expect(runs.filter(({ status }) => status !== 0).map(({ stderr }) => stderr)).toEqual([])
    const erased = ours.filter((commit) => !notesByGit(repo).has(commit)).length
    const read = await startUltragit(['read', 'a0.txt'], { cwd: repo.dir })
    expect({ status: read.status, told: read.stderr.includes('restored') }).toEqual({
      status: 0,
      told: erased > 0,
    })
    const notes = notesByGit(repo)
    for (const [at, commit] of ours.entries()) expect(notes.get(commit)).toContain(`"ours ${at}"`)
    expectSoundNotes(repo)
  }, 60_000)
})
