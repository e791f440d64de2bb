/** The rules about what annotations of the range point to: anchor, dangling. */
import { describe, expect, test } from 'bun:test'
import { CheckRepo } from '../support/check-repo.ts'
import { client } from '../support/sample-code.ts'

const path = 'src/client.ts'

async function found(repo: CheckRepo, rule: string, range = 'HEAD') {
  return (await repo.check([range])).findings.filter((one) => one.rule === rule)
}

describe('anchor', () => {
  test('fires on a unit that does not exist, and names the nearest', async () => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.txt': 'a\n' })
    const oid = repo.annotated({ [path]: client }, [{ file: path, anchor: 'conect' }])
    expect(await found(repo, 'anchor')).toMatchObject([
      {
        severity: 'warning',
        file: path,
        commit: oid,
        anchor: 'conect',
        message: `'conect' does not exist in '${path}' at ${oid.slice(0, 12)}, which annotates it; nearest: connect`,
      },
    ])
  })

  test('fires on a file that does not exist', async () => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.txt': 'a\n' })
    const oid = repo.annotated({ [path]: client }, [{ file: 'src/server.ts' }])
    expect(await found(repo, 'anchor')).toMatchObject([
      {
        file: path,
        line: 1,
        message: `'src/server.ts' does not exist at ${oid.slice(0, 12)}, which annotates it`,
      },
    ])
  })

  test('is silent about what existed at the commit and is gone since, and where no outline can tell', async () => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.txt': 'a\n' })
    repo.annotated({ [path]: client, 'hosts.txt': 'one\n' }, [
      { file: path, anchor: 'Pool.take' },
      { file: path, anchor: 'close()' },
      { file: 'hosts.txt', anchor: 'Bump version' },
    ])
    repo.annotated({ [path]: client.replaceAll('close', 'shut') }, [{ file: path, anchor: 'shut' }])
    expect(await found(repo, 'anchor', 'HEAD~2..HEAD')).toEqual([])
  })
})

describe('dangling', () => {
  test('fires on dependencies and related annotations that point nowhere', async () => {
    const repo = CheckRepo.init()
    const plain = repo.commit({ 'a.txt': 'a\n' })
    const first = repo.annotated({ [path]: client }, [{ file: path, anchor: 'close' }])
    repo.annotated({ 'b.ts': 'export function b() {\n  return 1\n}\n' }, [
      {
        file: 'b.ts',
        anchor: 'b',
        semantic_dependencies: [{ file: 'src/gone.ts' }, { file: path, anchor: 'reconnect' }],
        related_annotations: [
          { commit: plain },
          { commit: first, anchor: 'connect' },
          { commit: '0123456789abcdef0123456789abcdef01234567' },
        ],
      },
    ])
    expect(
      (await found(repo, 'dangling')).map(({ file, line, message }) => [`${file}:${line}`, message]),
    ).toEqual([
      ['b.ts:1', "the dependency on 'reconnect' in 'src/client.ts' points to nothing there"],
      ['b.ts:1', "the dependency on 'src/gone.ts' points to no file"],
      ['b.ts:1', "the related annotation on '0123456789abcdef0123456789abcdef01234567' does not exist"],
      ['b.ts:1', `the related annotation on '${first}' says nothing about 'connect'`],
      ['b.ts:1', `the related annotation on '${plain}' does not exist`],
    ])
  })

  test('is silent about what is there, under a later name too', async () => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.txt': 'a\n' })
    const first = repo.annotated({ [path]: client }, [{ file: path, anchor: 'close' }])
    repo.annotated({ 'b.ts': 'export function b() {\n  return 1\n}\n' }, [
      {
        file: 'b.ts',
        anchor: 'b',
        semantic_dependencies: [
          { file: path, anchor: 'Pool::take' },
          { file: path },
          { file: 'a.txt', anchor: 'x' },
        ],
        related_annotations: [{ commit: first.slice(0, 10), anchor: 'close' }, { commit: first }],
      },
    ])
    repo.annotated({ [path]: null, 'lib/net.ts': client }, [{ file: 'lib/net.ts' }])
    expect(await found(repo, 'dangling', 'HEAD~2..HEAD')).toEqual([])
  })
})
