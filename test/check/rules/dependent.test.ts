import { describe, expect, test } from 'bun:test'
import { CheckRepo } from '../support/check-repo.ts'
import { client } from '../support/sample-code.ts'

const path = 'src/client.ts'
const user = 'export function user() {\n  return connect(1)\n}\n'

function depending(dependency: object): CheckRepo {
  const repo = CheckRepo.init()
  repo.commit({ [path]: client })
  repo.annotated({ 'user.ts': user }, [
    { file: 'user.ts', anchor: 'user', semantic_dependencies: [dependency] },
  ])
  return repo
}

async function found(repo: CheckRepo, range = 'HEAD') {
  return (await repo.check([range])).findings.filter(({ rule }) => rule === 'dependent')
}

const onConnect = { file: path, anchor: 'connect', nature: 'returns within a second' }

describe('dependent fires', () => {
  test('on the changed line, naming who relies on it and for what', async () => {
    const repo = depending(onConnect)
    const declared = repo.head()
    repo.commit({ [path]: client.replace('true', 'false') })
    expect(await found(repo)).toMatchObject([
      {
        file: path,
        line: 5,
        anchor: 'connect',
        message: "'connect' changed; 'user' in 'user.ts' (returns within a second) relies on it",
        dependents: [
          { file: 'user.ts', anchor: 'user', nature: 'returns within a second', commit: declared },
        ],
      },
    ])
  })

  test('once for a dependency on the whole file, and in a renamed file', async () => {
    const repo = depending({ file: path })
    repo.commit({ [path]: null, 'lib/net.ts': client.replace('true', 'false').replace('release', 'free') })
    expect(await found(repo)).toMatchObject([{ file: 'lib/net.ts', line: 5 }])
  })

  test('on a unit that is gone', async () => {
    const repo = depending(onConnect)
    repo.commit({ [path]: client.slice(client.indexOf('export function close')) })
    expect(await found(repo)).toMatchObject([
      { file: path, line: 1, message: expect.stringContaining('is gone') },
    ])
  })

  test('when the assumption is as young as the range, but older than the change', async () => {
    const repo = depending(onConnect)
    repo.commit({ [path]: client.replace('true', 'false') })
    expect(await found(repo, 'HEAD~2..HEAD')).toHaveLength(1)
  })
})

describe('dependent is silent', () => {
  test('when another unit changes', async () => {
    const repo = depending(onConnect)
    repo.commit({ [path]: client.replace('release', 'free') })
    expect(await found(repo)).toEqual([])
  })

  test('when the assumption was declared about the code as it is now', async () => {
    const repo = CheckRepo.init()
    repo.commit({ [path]: client })
    repo.annotated({ [path]: client.replace('true', 'false'), 'user.ts': user }, [
      { file: 'user.ts', anchor: 'user', semantic_dependencies: [onConnect] },
    ])
    expect(await found(repo)).toEqual([])
  })

  test('when a unit declares something about itself, or the dependent is gone', async () => {
    const repo = CheckRepo.init()
    repo.annotated({ [path]: client }, [
      { file: path, anchor: 'connect', semantic_dependencies: [onConnect] },
    ])
    repo.commit({ [path]: client.replace('true', 'false') })
    expect(await found(repo)).toEqual([])
    const other = depending(onConnect)
    other.commit({ 'user.ts': null })
    other.commit({ [path]: client.replace('true', 'false') })
    expect(await found(other)).toEqual([])
  })
})
