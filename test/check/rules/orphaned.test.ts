import { describe, expect, test } from 'bun:test'
import { CheckRepo } from '../support/check-repo.ts'
import { client, retry } from '../support/sample-code.ts'

async function found(repo: CheckRepo, range: string) {
  return (await repo.check([range])).findings.filter(({ rule }) => rule === 'orphaned')
}

/** main with a file, and a branch that adds an annotated function to it. */
function branched(): { repo: CheckRepo; annotated: string } {
  const repo = CheckRepo.init()
  repo.commit({ 'src/client.ts': client, 'a.txt': 'a\n' })
  repo.git('checkout', '-q', '-b', 'side')
  const annotated = repo.annotated({ 'src/client.ts': `${client}\n${retry}` }, [
    { file: 'src/client.ts', anchor: 'retryWithBackoff' },
  ])
  return { repo, annotated }
}

describe('orphaned', () => {
  test('fires on the same change under another id', async () => {
    const { repo, annotated } = branched()
    repo.git('commit', '-q', '--amend', '-m', 'reworded')
    const amended = repo.head()
    expect(await found(repo, 'main..HEAD')).toEqual([
      {
        rule: 'orphaned',
        severity: 'warning',
        file: 'src/client.ts',
        line: 24,
        commit: amended,
        message: `the annotation on ${annotated.slice(0, 12)} lost its commit; ${amended.slice(0, 12)} is the same change: ultragit repair`,
      },
    ])
  })

  test('fires on a squashed branch whose code stands', async () => {
    const { repo, annotated } = branched()
    repo.commit({ 'b.txt': 'b\n' })
    repo.git('checkout', '-q', 'main')
    repo.commit({ 'a.txt': 'aa\n' })
    repo.git('merge', '-q', '--squash', 'side')
    repo.commit({}, 'squashed')
    repo.git('branch', '-q', '-D', 'side')
    expect(await found(repo, 'HEAD')).toMatchObject([
      {
        file: 'src/client.ts',
        line: 25,
        anchor: 'retryWithBackoff',
        commit: repo.head(),
        message: `the annotation on ${annotated.slice(0, 12)} lost its commit; 'retryWithBackoff' still stands here: ultragit repair`,
      },
    ])
  })

  test('is silent about unmerged branches and about annotations that were taken over', async () => {
    const { repo, annotated } = branched()
    repo.git('checkout', '-q', 'main')
    repo.commit({ 'src/client.ts': client.replace('true', 'false') })
    expect(await found(repo, 'HEAD')).toEqual([])
    repo.git('checkout', '-q', 'side')
    repo.git('commit', '-q', '--amend', '-m', 'reworded')
    repo.git('notes', '--ref=ultragit', 'copy', annotated, 'HEAD')
    expect(await found(repo, 'main..HEAD')).toEqual([])
  })

  test('is silent about lost work that stands nowhere', async () => {
    const { repo } = branched()
    repo.git('checkout', '-q', 'main')
    repo.git('branch', '-q', '-D', 'side')
    repo.commit({ 'src/client.ts': client.replace('true', 'false') })
    expect(await found(repo, 'HEAD')).toEqual([])
  })
})
