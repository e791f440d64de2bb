/** Whoever works for long starts over with an engine that compiles less: unseen by git, and once. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { forManyWriters, forOneAnswer, leanEnvironment, withoutLean } from '../../src/cli/lean-environment.ts'
import { binaryPath, startUltragit } from '../support/binary.ts'
import { TempRepo } from '../support/temp-repo.ts'

describe.each([
  ['one answer', forOneAnswer],
  ['many writers', forManyWriters],
])('the lean environment for %s', (_, settings) => {
  test('adds to what is there, and can be taken away again', () => {
    const env = { HOME: '/home/a', EMPTY: '' }
    const lean = leanEnvironment({ ...env, NONE: undefined }, settings)
    expect(lean).toMatchObject({ ...env, ...settings })
    expect(withoutLean(lean ?? {})).toEqual(env)
  })

  test('is taken once, and leaves the choice of the user alone', () => {
    expect(leanEnvironment(leanEnvironment({}, settings) ?? {}, settings)).toBeUndefined()
    const chosen = { BUN_JSC_useFTLJIT: '1' }
    expect(leanEnvironment(chosen, settings)).toBeUndefined()
    expect(withoutLean(chosen)).toEqual(chosen)
  })
})

describe.skipIf(process.platform === 'win32')('the binary', () => {
  beforeAll(() => {
    binaryPath()
  }, 60_000)

  const shown = { BUN_JSC_dumpOptions: '1' }
  const repo = TempRepo.init()
  const long = Array.from({ length: 4_000 }, (_, at) => `line ${at}\n`).join('')
  repo.commit({ 'a b.txt': 'text\n', 'long.txt': long })

  test('understands the settings, and keeps its arguments and its input', async () => {
    const input = JSON.stringify({ summary: 'näher', regions: [{ file: 'a b.txt', intent: 'why' }] })
    const run = await startUltragit(['annotate', 'HEAD', '--quiet'], { cwd: repo.dir, input, env: shown })
    expect(run.status).toBe(0)
    expect(repo.git('notes', '--ref=ultragit', 'show', 'HEAD')).toContain('näher')
    expect(madeIn(run)).toEqual(Object.keys(forManyWriters))
  })

  test.each([
    [['read', 'long.txt'], 'made'],
    [['read', 'long.txt:40-60', '--format', 'json'], 'made'],
    [['history', 'long.txt#nothing'], 'made'],
    [['read', 'a b.txt'], 'none'],
    [['read', 'nothing.txt'], 'none'],
    [['config', 'list', 'long.txt'], 'none'],
  ] as const)('asked %j, settings are %s', async (words, made) => {
    const run = await startUltragit([...words], { cwd: repo.dir, env: shown })
    expect(madeIn(run)).toEqual(made === 'made' ? Object.keys(forOneAnswer) : [])
  })

  /** The engine says which of its options have been changed. */
  function madeIn({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string[] {
    const said = stdout + stderr
    return Object.keys(forManyWriters).filter((name) => said.includes(name.replace('BUN_JSC_', '')))
  }
})
