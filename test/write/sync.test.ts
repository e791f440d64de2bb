import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { effectiveRegion } from '../../src/annotation/effective-region.ts'
import type { Annotation } from '../../src/annotation/schema.ts'
import { binaryPath, startUltragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { expectSoundNotes, importCommits, notesByGit, ref } from './annotated-repo.ts'
import { mustRun, runCli } from './run-cli.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

/** A bare remote, clones of it, and the commits they share. */
function team(count: number) {
  const seed = TempRepo.init()
  const commits = importCommits(seed, 25)
  const room = tempFolder()
  const remote = new TempRepo(join(room, 'remote.git'))
  seed.git('clone', '-q', '--bare', '.', remote.dir)
  const clones = Array.from({ length: count }, (_, at) => {
    const dir = join(room, `clone${at}`)
    seed.git('clone', '-q', remote.dir, dir)
    return new TempRepo(dir)
  })
  return { remote, clones, commits }
}

function annotate(repo: TempRepo, commit: string, line: string, intent: string): Promise<string> {
  const file = repo.git('show', '--format=', '--name-only', commit)
  const input = { summary: `summary of ${intent}`, regions: [{ file, lines: line, intent }] }
  return mustRun(repo, ['annotate', commit, '--merge'], { input })
}

describe('sync', () => {
  test('four clones annotate and sync at once, and end with the same notes, all of them', async () => {
    const { remote, clones, commits } = team(4)
    for (let round = 0; round < 2; round++) {
      for (const [at, clone] of clones.entries())
        for (const pick of [0, 1, 2])
          await annotate(
            clone,
            commits[(at * 3 + pick + round * 12) % 24] ?? '',
            '1',
            `${at}.${pick}.${round}`,
          )
      for (const [at, clone] of clones.entries())
        await annotate(clone, commits[24] ?? '', '1', `same ${at}.${round}`)
      const runs = await Promise.all(clones.map((clone) => startUltragit(['sync'], { cwd: clone.dir })))
      expect(runs.filter(({ status }) => status !== 0).map(({ stderr }) => stderr)).toEqual([])
    }
    for (const clone of clones) await mustRun(clone, ['sync'])
    const trees = [remote, ...clones].map((repo) => repo.git('rev-parse', `${ref}^{tree}`))
    expect(new Set(trees).size).toBe(1)
    const all = [...notesByGit(remote).values()].join('\n')
    const written = [0, 1, 2, 3].flatMap((at) => [
      ...[0, 1].flatMap((round) => [0, 1, 2].map((pick) => `${at}.${pick}.${round}`)),
      `same ${at}.1`, // the second round's word on it replaced the first's, where it was written
    ])
    expect(written.filter((intent) => !all.includes(`"${intent}"`))).toEqual([])
    expect(notesByGit(remote).size).toBe(25)
    expectSoundNotes(remote)
    for (const clone of clones) expectSoundNotes(clone)
  }, 90_000)

  test('the same region changed on both sides keeps both texts, whoever syncs first', async () => {
    const { clones, commits } = team(2)
    const [one, two] = clones as [TempRepo, TempRepo]
    const commit = commits[0] ?? ''
    await annotate(one, commit, '1', 'first')
    await mustRun(one, ['sync'])
    await mustRun(two, ['sync'])
    await mustRun(one, ['correct', commit, '--field', 'intent', '--amend', 'by one'])
    await annotate(two, commit, '1', 'by two')
    expect(await mustRun(one, ['sync', '--status'])).toBe('origin: 1 ahead, 0 behind, 0 diverged\n')
    await mustRun(one, ['sync'])
    expect(await mustRun(two, ['sync', '--status'])).toBe('origin: 0 ahead, 0 behind, 1 diverged\n')
    await mustRun(two, ['sync'])
    await mustRun(one, ['sync'])
    expect(one.git('rev-parse', ref)).toBe(two.git('rev-parse', ref))
    const [region] = (JSON.parse(notesByGit(one).get(commit) ?? '') as Annotation).regions
    expect(JSON.stringify(region)).toContain('by one')
    expect(JSON.stringify(region)).toContain('by two')
    expect(region && effectiveRegion(region).region.intent).toBe('by one')
  })

  test('no common history: both histories are united', async () => {
    const { clones, commits } = team(2)
    const [one, two] = clones as [TempRepo, TempRepo]
    await annotate(one, commits[0] ?? '', '1', 'one')
    await annotate(two, commits[1] ?? '', '1', 'two')
    await annotate(two, commits[0] ?? '', '1', 'two')
    await mustRun(one, ['sync'])
    await mustRun(two, ['sync'])
    await mustRun(one, ['sync'])
    expect(notesByGit(one)).toEqual(notesByGit(two))
    expect(one.git('rev-list', '--max-parents=0', '--count', ref)).toBe('2')
    expect(notesByGit(one).get(commits[0] ?? '')).toContain('"one"')
  })

  test('a removal travels, but not over a change', async () => {
    const { clones, commits } = team(2)
    const [one, two] = clones as [TempRepo, TempRepo]
    for (const commit of commits.slice(0, 3)) await annotate(one, commit, '1', 'kept')
    await mustRun(one, ['sync'])
    await mustRun(two, ['sync'])
    await mustRun(one, ['remove', commits[0] ?? ''])
    await mustRun(one, ['remove', commits[1] ?? ''])
    await mustRun(two, ['correct', commits[1] ?? '', '--field', 'intent', '--amend', 'changed'])
    await mustRun(two, ['sync'])
    const asked = await runCli(one, ['sync'])
    await mustRun(one, ['sync', '--allow-deletions'])
    await mustRun(two, ['sync'])
    expect([...notesByGit(two).keys()].sort()).toEqual([commits[1] ?? '', commits[2] ?? ''].sort())
    expect(notesByGit(two)).toEqual(notesByGit(one))
    expect(asked.status).toBe(0) // one note of three is one decision, not an accident
  })

  test('asks before it takes more than a tenth of the notes away', async () => {
    const { clones, commits } = team(1)
    const [one] = clones as [TempRepo]
    for (const commit of commits.slice(0, 10)) await annotate(one, commit, '1', 'kept')
    await mustRun(one, ['sync'])
    await mustRun(one, ['remove', commits[0] ?? ''])
    await mustRun(one, ['remove', commits[1] ?? ''])
    const refused = await runCli(one, ['sync'])
    expect(refused.stderr).toContain("2 of 10 notes away from 'origin'")
    expect(refused.status).toBe(2)
    expect(await mustRun(one, ['sync', '--allow-deletions'])).toBe('origin: 0 received, 2 sent\n')
  })

  test('a remote without notes, one that rejects, one that is gone, and none', async () => {
    const { remote, clones, commits } = team(1)
    const [one] = clones as [TempRepo]
    expect(await mustRun(one, ['sync'])).toBe('origin: 0 received, 0 sent\n')
    await annotate(one, commits[0] ?? '', '1', 'x')
    const before = one.git('rev-parse', ref)
    const hook = join(remote.dir, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho "no notes here" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const rejected = await runCli(one, ['sync'])
    expect({ status: rejected.status, told: /pre-receive hook declined/.test(rejected.stderr) }).toEqual({
      status: 4,
      told: true,
    })
    renameSync(remote.dir, `${remote.dir}-away`)
    expect((await runCli(one, ['sync'])).status).toBe(4)
    expect(one.git('rev-parse', ref)).toBe(before)
    one.git('remote', 'remove', 'origin')
    expect((await runCli(one, ['sync'])).stderr).toContain('there is no remote')
    expect((await runCli(one, ['sync', '--remote', '--upload-pack=x'])).status).toBe(2)
  })

  test('runs no hook of the clone', async () => {
    const { clones, commits } = team(1)
    const [one] = clones as [TempRepo]
    for (const name of ['pre-push', 'reference-transaction', 'post-merge']) {
      writeFileSync(
        join(one.dir, '.git/hooks', name),
        '#!/bin/sh\ntouch "$GIT_DIR/hook-ran" ../hook-ran\nexit 1\n',
      )
      chmodSync(join(one.dir, '.git/hooks', name), 0o755)
    }
    await annotate(one, commits[0] ?? '', '1', 'x')
    expect(await mustRun(one, ['sync'])).toBe('origin: 0 received, 1 sent\n')
  })
})
