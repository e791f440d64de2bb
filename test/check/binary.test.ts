/** Exit status and streams of the compiled binary, and a range as long as they get. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { binaryPath, ultragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { CheckRepo } from './support/check-repo.ts'
import { client } from './support/sample-code.ts'

const path = 'src/client.ts'

describe('the exit status', () => {
  const repo = CheckRepo.init()
  repo.annotated({ [path]: client }, [
    { file: path, anchor: 'connect', constraints: [{ text: 'must never block', source: 'author' }] },
  ])
  repo.annotated({ [path]: client.replace('true', 'false') }, [{ file: path, anchor: 'connect' }])
  repo.commit({ [path]: client })
  const check = (...args: string[]) => ultragit(['check', ...args], { cwd: repo.dir })

  test.each([
    [0, ['HEAD~1']],
    [0, ['HEAD']],
    [1, ['HEAD', '--fail-on', 'warning']],
    [0, ['HEAD~1', '--fail-on', 'warning']],
    [2, []],
    [2, ['HEAD', '--fail-on', 'never']],
    [2, ['HEAD', '--format', 'yaml']],
    [2, ['nope']],
    [2, ['HEAD', 'HEAD']],
  ])('is %i for %p', (status, args) => expect(check(...args).status).toBe(status))

  test('is 3 outside of a repository', () => {
    expect(ultragit(['check'], { cwd: tempFolder() }).status).toBe(3)
  })

  test('is 1 with the same findings in every format', () => {
    for (const format of ['text', 'json', 'github', 'sarif', 'junit', 'markdown']) {
      const run = check('HEAD', '--fail-on', 'warning', '--format', format)
      expect(run.status).toBe(1)
      expect(run.stdout).toContain('must never block')
      expect(run.stderr).toBe('')
    }
  })

  test('is the same without git', () => {
    const native = check('HEAD', '--format', 'json')
    const embedded = ultragit(['check', 'HEAD', '--format', 'json'], {
      cwd: repo.dir,
      env: { ULTRAGIT_GIT: 'embedded' },
    })
    expect(embedded).toEqual(native)
    const uncached = ultragit(['check', 'HEAD', '--format', 'json'], {
      cwd: repo.dir,
      env: { ULTRAGIT_NO_CACHE: '1' },
    })
    expect(uncached).toEqual(native)
  })

  test('impact answers with 0, and 2 for wrong usage', () => {
    expect(ultragit(['impact', 'HEAD'], { cwd: repo.dir }).status).toBe(0)
    expect(ultragit(['impact', '--staged', '--worktree'], { cwd: repo.dir }).status).toBe(2)
  })
})

test('a range of 5,000 commits is checked in bounded memory', async () => {
  const repo = TempRepo.init()
  const lines = ['blob', 'mark :1', 'data 2', '0']
  const count = 5_000
  for (let at = 1; at <= count + 1; at++) {
    const text = `export function f${at % 40}() {\n  return ${at}\n}\n`
    lines.push(
      'commit refs/heads/main',
      `committer A <a@b.c> ${1_700_000_000 + at} +0000`,
      `data ${`commit ${at}`.length}`,
      `commit ${at}`,
      `M 100644 inline src/f${at % 40}.ts`,
      `data ${text.length}`,
      text,
    )
  }
  repo.gitWith({ input: lines.join('\n') }, 'fast-import', '--quiet')
  const run = Bun.spawn([binaryPath(), 'check', `HEAD~${count}..HEAD`, '--format', 'json'], {
    cwd: repo.dir,
    stderr: 'ignore',
  })
  const stdout = new Response(run.stdout).text()
  const most = await mostMemory(run)
  expect(run.exitCode).toBe(0)
  if (most !== undefined) expect(most).toBeLessThan(300 * 1024)
  const answer = JSON.parse(await stdout)
  expect(answer.stats).toEqual({ commits: count, annotated: 0, errors: 0, warnings: count })
  const last = answer.findings.filter(({ line }: { line?: number }) => line === 2)
  expect(last).toHaveLength(40)
}, 60_000)

/** In kilobytes, looked at until the process ends: what it is charged for afterwards includes memory of the one that started it. */
async function mostMemory({ pid, exited }: Bun.Subprocess): Promise<number | undefined> {
  let most: number | undefined
  while ((await Promise.race([exited, Bun.sleep(10)])) === undefined) {
    try {
      const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      if (found !== undefined) most = Number(found)
    } catch {} // no such file on this system, or it has just ended
  }
  return most
}
