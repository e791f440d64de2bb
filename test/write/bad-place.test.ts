/** Places where a note cannot be written: a clear error, and the notes exactly as before. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { binaryPath } from '../support/binary.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { expectSoundNotes, importCommits, notesByGit, ref } from './annotated-repo.ts'
import { mustRun, runCli } from './run-cli.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

async function start() {
  const repo = TempRepo.init()
  const commits = importCommits(repo, 3)
  await mustRun(repo, ['annotate', String(commits[0]), '-m', 'before'])
  return { repo, before: repo.git('rev-parse', ref), commits }
}

describe('a place that cannot be written', () => {
  test('a file system that is full, at whatever file it runs out', async () => {
    const { repo, before, commits } = await start()
    // In blocks of 512 bytes: from no byte at all to enough for some of the files.
    for (const blocks of [0, 1, 2, 8, 20]) {
      const run = Bun.spawnSync(
        [
          '/bin/sh',
          '-c',
          `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" annotate "$1" -m why`,
          binaryPath(),
          String(commits[1]),
        ],
        { cwd: repo.dir, env: process.env },
      )
      const isWritten = run.exitCode === 0
      if (!isWritten) {
        expect({ blocks, status: run.exitCode }).toEqual({ blocks, status: 4 })
        expect(run.stderr.toString()).toContain('error: ')
        expect(repo.git('rev-parse', ref)).toBe(before)
      } else break
    }
    expectSoundNotes(repo)
    await mustRun(repo, ['annotate', String(commits[2]), '-m', 'room again'])
    expect(notesByGit(repo).get(String(commits[2]))).toContain('room again')
  })

  test.skipIf(process.getuid?.() === 0)('a repository that is read-only', async () => {
    const { repo, before } = await start()
    const folders = foldersIn(join(repo.dir, '.git'))
    for (const folder of folders) chmodSync(folder, 0o555)
    try {
      const { status, stderr } = await runCli(repo, ['annotate', '-m', 'why'])
      expect(status).toBe(4)
      expect(stderr).toContain('writable')
    } finally {
      for (const folder of folders.toReversed()) chmodSync(folder, 0o755)
    }
    expect(repo.git('rev-parse', ref)).toBe(before)
  })
})

function foldersIn(folder: string): string[] {
  const inner = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
  return [...inner.flatMap(foldersIn), folder]
}
