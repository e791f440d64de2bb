/** Whoever works starts over with an engine that compiles late: unseen by git, and once. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { leanEnvironment, withoutLean } from '../../../src/cli/together/lean-environment.ts'
import { binaryPath, startUltragit } from '../../support/binary.ts'
import { TempRepo } from '../../support/temp-repo.ts'

describe('leanEnvironment', () => {
  test('adds to what is there, and can be taken away again', () => {
    const env = { HOME: '/home/a', EMPTY: '' }
    const lean = leanEnvironment({ ...env, NONE: undefined })
    expect(lean).toMatchObject({ ...env, BUN_JSC_useFTLJIT: '0' })
    expect(withoutLean(lean ?? {})).toEqual(env)
  })

  test('is taken once, and leaves the choice of the user alone', () => {
    expect(leanEnvironment(leanEnvironment({}) ?? {})).toBeUndefined()
    const chosen = { BUN_JSC_useFTLJIT: '1' }
    expect(leanEnvironment(chosen)).toBeUndefined()
    expect(withoutLean(chosen)).toEqual(chosen)
  })
})

describe.skipIf(process.platform === 'win32')('the binary', () => {
  beforeAll(() => {
    binaryPath()
  }, 60_000)

  test('understands the settings, and keeps its arguments and its input', async () => {
    const repo = TempRepo.init()
    repo.commit({ 'a b.txt': 'text\n' })
    const input = JSON.stringify({ summary: 'näher', regions: [{ file: 'a b.txt', intent: 'why' }] })
    const run = await startUltragit(['annotate', 'HEAD', '--quiet'], {
      cwd: repo.dir,
      input,
      env: { BUN_JSC_dumpOptions: '1' },
    })
    expect(run.status).toBe(0)
    expect(repo.git('notes', '--ref=ultragit', 'show', 'HEAD')).toContain('näher')
    const said = run.stdout + run.stderr
    for (const setting of Object.keys(leanEnvironment({}) ?? {}))
      expect(said).toContain(setting.replace('BUN_JSC_', ''))
  })
})
