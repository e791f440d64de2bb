/** Short commands start over with an engine that does not compile for later: unseen, and once. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { leanEnvironment } from '../../src/cli/lean-environment.ts'
import { binaryPath, startUltragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'

describe('leanEnvironment', () => {
  test('adds to what is there', () => {
    expect(leanEnvironment(['annotate', 'HEAD'], { HOME: '/home/a', EMPTY: '', NONE: undefined })).toEqual({
      HOME: '/home/a',
      EMPTY: '',
      BUN_JSC_useOMGJIT: '0',
      BUN_JSC_useDFGJIT: '0',
    })
  })

  test('is for commands that end soon', () => {
    for (const argv of [[], ['mcp'], ['read', 'annotate'], ['--version']])
      expect(leanEnvironment(argv, {})).toBeUndefined()
  })

  test('is taken once, and leaves the choice of the user alone', () => {
    const env = leanEnvironment(['annotate'], {})
    expect(leanEnvironment(['annotate'], env ?? {})).toBeUndefined()
    expect(leanEnvironment(['annotate'], { BUN_JSC_useDFGJIT: '1' })).toBeUndefined()
  })
})

describe.skipIf(process.platform === 'win32')('the binary', () => {
  beforeAll(() => {
    binaryPath()
  }, 60_000)

  test('annotates in it, with its arguments and its input', async () => {
    const repo = TempRepo.init()
    repo.commit({ 'a b.txt': 'text\n' })
    const { folder, seen } = spyingGit()
    const path = [folder, process.env.PATH].join(delimiter)
    const input = JSON.stringify({ summary: 'näher', regions: [{ file: 'a b.txt', intent: 'why' }] })
    const run = await startUltragit(['annotate', 'HEAD', '--quiet'], {
      cwd: repo.dir,
      input,
      env: { PATH: path },
    })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(repo.git('notes', '--ref=ultragit', 'show', 'HEAD')).toContain('näher')
    expect(readFileSync(seen, 'utf8')).toContain('BUN_JSC_useOMGJIT=0')
  })
})

/** A git that writes down the environment it was given. */
function spyingGit(): { folder: string; seen: string } {
  const folder = tempFolder()
  const seen = join(folder, 'seen')
  const git = join(folder, 'git')
  writeFileSync(git, `#!/bin/sh\nenv > '${seen}'\nexec '${Bun.which('git')}' "$@"\n`)
  chmodSync(git, 0o755)
  return { folder, seen }
}
