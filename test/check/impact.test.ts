/** `impact`: what a change touches, for a range, for what is staged and for the working tree. */
import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type ImpactAnswer, ImpactAnswerSchema } from '../../src/check/impact/impact-answer.ts'
import { call } from '../cli/call.ts'
import { CheckRepo, processEnv } from './support/check-repo.ts'
import { client } from './support/sample-code.ts'

const path = 'src/client.ts'
const edited = client.replace('true', 'false')

/** `connect` with constraints, a risk, a direct dependent, an indirect one and a test that mentions it. */
function recorded(): CheckRepo {
  const repo = CheckRepo.init()
  repo.annotated({ [path]: client, 'test/client.test.ts': "test('connects', () => connect('x'))\n" }, [
    {
      file: path,
      anchor: 'connect',
      constraints: [
        { text: 'must never block', source: 'author' },
        { text: 'returns a descriptor', source: 'inferred' },
      ],
      risk_notes: 'leaks on timeout',
    },
  ])
  repo.annotated({ 'src/user.ts': 'export function user() {\n  return connect(1)\n}\n' }, [
    {
      file: 'src/user.ts',
      anchor: 'user',
      semantic_dependencies: [{ file: path, anchor: 'connect', nature: 'answers within a second' }],
    },
  ])
  repo.annotated({ 'src/page.ts': 'export function page() {\n  return user()\n}\n' }, [
    { file: 'src/page.ts', anchor: 'page', semantic_dependencies: [{ file: 'src/user.ts', anchor: 'user' }] },
  ])
  return repo
}

async function impact(repo: CheckRepo, ...args: string[]): Promise<ImpactAnswer> {
  const run = await call(['impact', '--format', 'json', ...args], { cwd: repo.dir, env: processEnv() })
  expect(run.stderr).toBe('')
  expect(run.status).toBe(0)
  return v.parse(v.strictObject(ImpactAnswerSchema.entries), JSON.parse(run.stdout))
}

const summed = 3 + 1 + 2 + 1 + 2

describe('impact', () => {
  test('tells constraints, dependents two steps far, tests and risk of what the working tree changes', async () => {
    const repo = recorded()
    repo.write(path, edited)
    const { units, stats, query } = await impact(repo)
    expect(query).toMatchObject({ source: 'worktree', base: repo.head(), head: repo.head() })
    expect(units).toMatchObject([
      {
        file: path,
        anchor: 'connect',
        kind: 'function',
        change: 'changed',
        line: 5,
        lines: { start: 3, end: 7 },
        risk: summed,
        constraints: [{ text: 'must never block' }, { text: 'returns a descriptor', source: 'inferred' }],
        risk_notes: [{ text: 'leaks on timeout' }],
        dependents: [
          { file: 'src/user.ts', anchor: 'user', depth: 1, nature: 'answers within a second' },
          { file: 'src/page.ts', anchor: 'page', depth: 2, via: 'src/user.ts#user' },
        ],
        tests: [{ file: 'test/client.test.ts', changed: false }],
      },
    ])
    expect(stats).toEqual({ files: 1, units: 1, risk: summed })
  })

  test('halves the risk when a test that mentions the unit changed too', async () => {
    const repo = recorded()
    repo.write(path, edited)
    repo.write('test/client.test.ts', "test('connects', () => connect('y'))\n")
    const [connect] = (await impact(repo)).units
    expect(connect).toMatchObject({ risk: summed / 2, tests: [{ changed: true }] })
  })

  test('a test that no longer mentions it, or mentions another word, counts for nothing', async () => {
    const repo = recorded()
    repo.write(path, edited)
    repo.write('test/client.test.ts', "test('reconnects', () => reconnect('x'))\n")
    expect((await impact(repo, path)).units).toMatchObject([{ risk: summed, tests: [] }])
  })

  test('sees what is staged, not what was edited since', async () => {
    const repo = recorded()
    repo.write(path, client.replace('release', 'free'))
    repo.git('add', '-A')
    repo.write(path, edited)
    expect((await impact(repo, '--staged')).units.map(({ anchor, line }) => [anchor, line])).toEqual([
      ['close', 10],
    ])
    expect((await impact(repo, '--worktree')).units.map(({ anchor }) => anchor)).toEqual(['connect'])
    repo.git('reset', '-q', '--hard')
    expect(await impact(repo, '--staged')).toMatchObject({ units: [], notes: ['nothing has changed there'] })
  })

  test('follows a staged rename and sees a file that is gone', async () => {
    const repo = recorded()
    repo.git('mv', path, 'lib.ts')
    repo.write('lib.ts', edited)
    expect((await impact(repo)).units).toMatchObject([
      { file: 'lib.ts', file_before: path, anchor: 'connect', risk: summed },
    ])
    repo.git('reset', '-q', '--hard')
    rmSync(join(repo.dir, path))
    const gone = (await impact(repo)).units.find(({ anchor }) => anchor === 'connect')
    expect(gone).toMatchObject({ file: path, change: 'deleted', risk: summed })
    expect(gone?.line).toBeUndefined()
  })

  test('line ends of Windows are no change', async () => {
    const repo = recorded()
    repo.write(path, client.replaceAll('\n', '\r\n'))
    expect((await impact(repo)).units).toEqual([])
  })

  test('answers about a range, a single commit, and paths in it', async () => {
    const repo = recorded()
    repo.commit({ [path]: edited, 'src/user.ts': 'export function user() {\n  return connect(2)\n}\n' })
    const units = async (...args: string[]) =>
      (await impact(repo, ...args)).units.map(({ anchor, risk }) => [anchor, risk])
    expect(await units('HEAD~1..HEAD')).toEqual([
      ['connect', summed],
      ['user', 2],
    ])
    expect(await units('HEAD', 'src/user.ts')).toEqual([['user', 2]])
    expect(await units('HEAD', 'src')).toHaveLength(2)
  })

  test('counts what the commits of a range say themselves', async () => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.txt': 'a\n' })
    repo.annotated({ [path]: client }, [
      { file: path, anchor: 'connect', constraints: [{ text: 'must never block', source: 'author' }] },
    ])
    repo.commit({ [path]: edited })
    const [connect] = (await impact(repo, 'HEAD~2..HEAD')).units
    expect(connect).toMatchObject({ anchor: 'connect', change: 'added', risk: 3 })
  })

  test('works before the first commit and says so without notes', async () => {
    const repo = CheckRepo.init()
    repo.write(path, client)
    repo.git('add', '-A')
    const { units, notes } = await impact(repo, '--staged')
    expect(units.map(({ anchor }) => anchor)).toEqual([
      'connect',
      'close',
      'Pool',
      'Pool::take',
      'Pool::give',
    ])
    expect(notes?.[0]).toContain('no annotations yet')
  })
})

describe('impact in other formats', () => {
  const shown = async (format: string) => {
    const repo = recorded()
    repo.write(path, edited)
    const run = await call(['impact', '--format', format], { cwd: repo.dir, env: processEnv() })
    return { repo, text: run.stdout }
  }

  test('text', async () => {
    const { repo, text } = await shown('text')
    const first = repo.git('rev-parse', 'HEAD~2').slice(0, 12)
    expect(text).toBe(`risk    9  src/client.ts:5 connect (changed)
           constraint (author, ${first}): must never block
           constraint (inferred, ${first}): returns a descriptor
           risk (${first}): leaks on timeout
           relied on by src/user.ts#user: answers within a second
           relied on by src/page.ts#page through src/user.ts#user
           tests: test/client.test.ts
1 unit in 1 file touched, risk 9 (the working tree)
`)
  })

  test('mermaid', async () => {
    const { text } = await shown('mermaid')
    expect(text).toBe(`graph LR
  n0["src/client.ts#35;connect"]
  n1["src/user.ts#35;user"]
  n2["src/page.ts#35;page"]
  n3["test/client.test.ts"]
  n1 -->|"answers within a second"| n0
  n2 --> n1
  n3 -.-> n0
  classDef touched stroke-width:3px
  class n0 touched
`)
  })

  test('markdown', async () => {
    const { text } = await shown('markdown')
    expect(text).toContain('- **risk 9** `src/client.ts:5 connect` changed\n')
    expect(text).toContain('must never block`\n')
  })
})

describe('impact refuses', () => {
  test.each([
    [['--staged', '--worktree'], 'cannot be given together'],
    [['hed~1'], 'neither a commit nor a file'],
    [['nope..HEAD'], "'nope' names no commit here"],
    [['../outside'], 'outside the repository'],
  ])('%p', async (args, message) => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.txt': 'a\n' })
    const run = await call(['impact', ...args], { cwd: repo.dir, env: processEnv() })
    expect(run.status).toBe(2)
    expect(run.stderr).toContain(message)
  })
})
