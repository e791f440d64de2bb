import { describe, expect, test } from 'bun:test'
import { CheckRepo, places } from '../support/check-repo.ts'
import { client, retry } from '../support/sample-code.ts'

const path = 'src/client.ts'
const words = [{ text: 'must never block', source: 'author' }]
const aboutConnect = { file: path, anchor: 'connect', constraints: words }
const edited = client.replace('KeepAlive(true)', 'KeepAlive(false)')

function constrained(files: Record<string, string> = { [path]: client }, region: object = {}): CheckRepo {
  const repo = CheckRepo.init()
  repo.annotated(files, [{ ...aboutConnect, ...region }])
  return repo
}

describe('constraint fires', () => {
  test('on the changed line, with the words of the author', async () => {
    const repo = constrained()
    const recorded = repo.head()
    const changed = repo.commit({ [path]: edited })
    const checked = await repo.check(['HEAD~1..HEAD'])
    expect(checked.findings.find(({ rule }) => rule === 'constraint')).toEqual({
      rule: 'constraint',
      severity: 'warning',
      file: path,
      line: 5,
      anchor: 'connect',
      commit: changed,
      message: "'connect' has a recorded constraint and changed; no annotation of this change speaks of it",
      constraints: [{ text: 'must never block', source: 'author', commit: recorded }],
    })
    expect(checked.status).toBe(0)
  })

  test('in the new lines, after others pushed the unit down', async () => {
    const repo = constrained()
    repo.commit({ [path]: `// one\n// two\n// three\n${edited}` })
    expect(places(await repo.check(['HEAD']), 'constraint')).toEqual([`${path}:8`])
  })

  test('under the new name of a renamed file', async () => {
    const repo = constrained()
    repo.commit({ [path]: null, 'lib/net.ts': edited })
    expect(places(await repo.check(['HEAD']), 'constraint')).toEqual(['lib/net.ts:5'])
  })

  test('on a unit that got another name', async () => {
    const repo = constrained()
    repo.commit({ [path]: client.replaceAll('connect(', 'dial(') })
    const { findings } = await repo.check(['HEAD'])
    expect(findings.find(({ rule }) => rule === 'constraint')).toMatchObject({ line: 3, anchor: 'dial' })
  })

  test('where the code stands that moved to another file', async () => {
    const repo = constrained(
      { 'src/a.ts': `${client}\n${retry}`, 'src/b.ts': client },
      {
        file: 'src/a.ts',
        anchor: 'retryWithBackoff',
      },
    )
    repo.commit({ 'src/a.ts': client, 'src/b.ts': `${client}\n${retry.replace('100', '250')}` })
    const { findings } = await repo.check(['HEAD'])
    expect(findings.filter(({ rule }) => rule === 'constraint')).toMatchObject([
      {
        file: 'src/b.ts',
        line: 25,
        anchor: 'retryWithBackoff',
        message: expect.stringContaining("moved to 'src/b.ts'"),
      },
    ])
  })

  test('where a deleted unit stood, and on a deleted file', async () => {
    const repo = constrained()
    const start = client.indexOf('export function connect')
    repo.commit({ [path]: client.slice(0, start) + client.slice(client.indexOf('export function close')) })
    expect(places(await repo.check(['HEAD']), 'constraint')).toEqual([`${path}:3`])
    repo.git('reset', '-q', '--hard', 'HEAD~1')
    repo.commit({ [path]: null, 'other.ts': 'export const other = 1\n' })
    const { findings } = await repo.check(['HEAD'])
    const [found] = findings.filter(({ rule }) => rule === 'constraint')
    expect(found).toMatchObject({ file: path, message: expect.stringContaining('is gone') })
    expect(found?.line).toBeUndefined()
  })

  test('on a class when one of its methods changes', async () => {
    const repo = constrained(undefined, { anchor: 'Pool' })
    repo.commit({ [path]: client.replace("'localhost'", "'127.0.0.1'") })
    expect(places(await repo.check(['HEAD']), 'constraint')).toEqual([`${path}:17`])
  })

  test('on lines without a unit, and on a file without an outline', async () => {
    const repo = constrained(
      { 'hosts.txt': 'one\ntwo\nthree\nfour\nfive\nsix\n' },
      {
        file: 'hosts.txt',
        ast_anchor: undefined,
        lines: { start: 2, end: 4 },
      },
    )
    repo.commit({ 'hosts.txt': 'zero\none\ntwo\nTHREE\nfour\nfive\nsix\n' })
    expect(places(await repo.check(['HEAD']), 'constraint')).toEqual(['hosts.txt:4'])
  })

  test('once for all constraints of a unit, as corrections left them', async () => {
    const repo = constrained(undefined, {
      constraints: [
        ...words,
        { text: 'wrong', source: 'inferred' },
        { text: 'keep the order', source: 'inferred' },
      ],
      corrections: [{ field: 'constraints', correction_type: 'remove', target_value: 'wrong' }],
    })
    repo.commit({ [path]: edited })
    const { findings } = await repo.check(['HEAD'])
    expect(
      findings.filter(({ rule }) => rule === 'constraint').map(({ constraints }) => constraints),
    ).toMatchObject([[{ text: 'must never block' }, { text: 'keep the order', source: 'inferred' }]])
  })
})

describe('constraint is silent', () => {
  const silent = async (repo: CheckRepo, range = 'HEAD') =>
    expect(places(await repo.check([range]), 'constraint')).toEqual([])

  test('when an annotation of the change speaks of the unit', async () => {
    const repo = constrained()
    repo.annotated({ [path]: edited }, [{ file: path, anchor: 'connect' }])
    await silent(repo)
  })

  test('when a later commit of the range does', async () => {
    const repo = constrained()
    repo.commit({ [path]: edited })
    repo.annotated({ 'README.md': '# client\n' }, [{ file: path, anchor: 'connect' }])
    await silent(repo, 'HEAD~2..HEAD')
  })

  test('when all that changed in a class was spoken of', async () => {
    const repo = constrained(undefined, { anchor: 'Pool' })
    repo.annotated({ [path]: client.replace("'localhost'", "'::1'") }, [{ file: path, anchor: 'Pool::take' }])
    await silent(repo)
  })

  test('when another unit changes, or only white space does', async () => {
    const repo = constrained()
    repo.commit({ [path]: client.replace('release', 'free') })
    await silent(repo)
    repo.commit({ [path]: client.replace('release', 'free').replaceAll('  ', '    ') })
    await silent(repo)
  })

  test('when units only change places', async () => {
    const repo = constrained()
    const start = client.indexOf('export function connect')
    const end = client.indexOf('export function close')
    const connect = client.slice(start, end)
    repo.commit({ [path]: `${client.slice(0, start)}${client.slice(end)}\n${connect}` })
    await silent(repo)
  })

  test('about units of excluded paths', async () => {
    const repo = constrained()
    repo.git('config', 'ultragit.exclude', 'src')
    repo.commit({ [path]: edited })
    await silent(repo)
  })
})
