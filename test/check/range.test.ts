/** What a check takes for "this change", and what it says when it cannot know. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { CheckRepo } from './support/check-repo.ts'

/** A clone of a repository whose `main` went on after `side` had left it. `side` has two commits. */
function cloned(...flags: string[]): { repo: CheckRepo; origin: CheckRepo; fork: string } {
  const origin = CheckRepo.init()
  origin.commit({ 'a.ts': '\n' }, 'begin')
  origin.commit({ 'a.ts': 'export const a = 0\n' }, 'go on')
  const fork = origin.commit({ 'a.ts': 'export const a = 1\n' }, 'fork')
  origin.git('checkout', '-q', '-b', 'side')
  origin.commit({ 'b.ts': 'export const b = 1\n' }, 'side one')
  origin.commit({ 'b.ts': 'export const b = 2\n' }, 'side two')
  origin.git('checkout', '-q', 'main')
  origin.commit({ 'c.ts': 'export const c = 1\n' }, 'main went on')
  const dir = join(tempFolder(), 'clone')
  origin.git('clone', '-q', ...flags, '-b', 'side', `file://${origin.dir}`, dir)
  return { repo: new CheckRepo(dir), origin, fork }
}

const both = ['side two', 'side one']

async function subjects(repo: CheckRepo, args: string[] = [], env: Record<string, string> = {}) {
  const { answer, error, status } = await repo.check(args, env)
  if (error !== undefined) return { status, ...error }
  return answer.commits.map(({ subject }) => subject)
}

describe('named by the user', () => {
  test('a range, with two dots or three, one end or both', async () => {
    const { repo, fork } = cloned()
    for (const range of ['origin/main..HEAD', 'origin/main...HEAD', 'origin/main..', `${fork}..side`])
      expect(await subjects(repo, [range])).toEqual(both)
    expect((await repo.check(['origin/main..'])).answer.query).toMatchObject({
      base: fork,
      head: repo.head(),
    })
  })

  test('one commit alone, a merge and a root among them', async () => {
    const { repo } = cloned()
    expect(await subjects(repo, ['HEAD~1'])).toEqual(['side one'])
    expect(await subjects(repo, ['HEAD~4'])).toEqual(['begin'])
    repo.git('merge', '-q', '--no-ff', '-m', 'merged', 'origin/main')
    expect(await subjects(repo, ['HEAD'])).toEqual(['merged'])
  })

  test('a base that is no ancestor: the merge base counts', async () => {
    const { repo, fork } = cloned()
    const { answer } = await repo.check(['--base', 'origin/main'])
    expect(answer.query).toEqual({
      range: 'origin/main...HEAD',
      base: fork,
      head: repo.head(),
      root: 'clone',
    })
    expect(answer.commits).toHaveLength(2)
  })

  test('a branch that took the base in has only its own commits', async () => {
    const { repo } = cloned()
    repo.git('merge', '-q', '--no-ff', '-m', 'merged', 'origin/main')
    const { answer } = await repo.check(['--base', 'origin/main'])
    expect(answer.commits.map(({ subject }) => subject)).toEqual(['merged', ...both])
    expect(answer.query.base).toBe(repo.git('rev-parse', 'origin/main'))
  })

  test('an empty range is clean and says so', async () => {
    const { repo } = cloned()
    const { answer, status } = await repo.check(['HEAD..HEAD'])
    expect(status).toBe(0)
    expect(answer).toMatchObject({ findings: [], notes: ['the range is empty: there is nothing to check'] })
  })
})

describe('by the variables of a CI', () => {
  const github = { GITHUB_ACTIONS: 'true' }
  const gitlab = { GITLAB_CI: 'true' }

  test('a pull request on GitHub, its branch checked out', async () => {
    const { repo } = cloned()
    expect(await subjects(repo, [], { ...github, GITHUB_BASE_REF: 'main' })).toEqual(both)
  })

  test('the merge commit GitHub makes of a pull request, with or without the branch of its base', async () => {
    const { repo } = cloned()
    const base = repo.git('rev-parse', 'origin/main')
    repo.git('checkout', '-q', '--detach', 'origin/main')
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge side into main', 'side')
    const env = {
      ...github,
      GITHUB_BASE_REF: 'main',
      GITHUB_REF: 'refs/pull/7/merge',
      GITHUB_SHA: repo.head(),
    }
    for (const ref of ['', 'refs/remotes/origin/main']) {
      if (ref !== '') repo.git('update-ref', '-d', ref)
      const { answer } = await repo.check([], env)
      expect(answer.query.base).toBe(base)
      expect(answer.commits.map(({ subject }) => subject)).toEqual(['Merge side into main', ...both])
    }
  })

  test('a push on GitHub: from what was there before, by variable or by the event', async () => {
    const { repo } = cloned()
    const before = repo.git('rev-parse', 'HEAD~1')
    expect(await subjects(repo, [], { ...github, GITHUB_EVENT_BEFORE: before })).toEqual(['side two'])
    const event = join(tempFolder(), 'event.json')
    await Bun.write(event, JSON.stringify({ before, repository: { default_branch: 'main' } }))
    expect(await subjects(repo, [], { ...github, GITHUB_EVENT_PATH: event })).toEqual(['side two'])
    await Bun.write(event, JSON.stringify({ before: '0'.repeat(40), repository: { default_branch: 'main' } }))
    expect(await subjects(repo, [], { ...github, GITHUB_EVENT_PATH: event })).toEqual(both)
    await Bun.write(event, JSON.stringify({ merge_group: { base_sha: repo.git('rev-parse', 'HEAD~2') } }))
    expect(await subjects(repo, [], { ...github, GITHUB_EVENT_PATH: event })).toEqual(both)
    await Bun.write(event, '{"before": 7, broken')
    expect(await subjects(repo, [], { ...github, GITHUB_EVENT_PATH: event })).toEqual(both)
  })

  test('a merge request on GitLab, of a branch and of a merged result', async () => {
    const { repo, fork } = cloned()
    expect(await subjects(repo, [], { ...gitlab, CI_MERGE_REQUEST_DIFF_BASE_SHA: fork })).toEqual(both)
    expect(await subjects(repo, [], { ...gitlab, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' })).toEqual(both)
    const target = repo.git('rev-parse', 'origin/main')
    repo.git('checkout', '-q', '--detach', 'origin/main')
    repo.git('merge', '-q', '--no-ff', '-m', 'result', 'side')
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: fork, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: target }
    expect(await subjects(repo, [], { ...gitlab, ...env })).toEqual(['result', ...both])
  })

  test('a push on GitLab, and a new branch there', async () => {
    const { repo } = cloned()
    const CI_COMMIT_BEFORE_SHA = repo.git('rev-parse', 'HEAD~1')
    expect(await subjects(repo, [], { ...gitlab, CI_COMMIT_BEFORE_SHA })).toEqual(['side two'])
    const fresh = { CI_COMMIT_BEFORE_SHA: '0'.repeat(40), CI_DEFAULT_BRANCH: 'main' }
    expect(await subjects(repo, [], { ...gitlab, ...fresh })).toEqual(both)
  })

  test('a pull request on Buildkite', async () => {
    const { repo } = cloned()
    const env = { BUILDKITE: 'true', BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main' }
    expect(await subjects(repo, [], env)).toEqual(both)
  })

  test('outside CI it is origin/HEAD, and a variable without its CI counts for nothing', async () => {
    const { repo } = cloned()
    expect(await subjects(repo)).toEqual(both)
    expect(await subjects(repo, [], { GITHUB_BASE_REF: 'nowhere' })).toEqual(both)
  })
})

describe('what cannot be known is said', () => {
  test('no base: exit 2, naming --base', async () => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.ts': 'a\n' })
    expect(await subjects(repo)).toMatchObject({ status: 2, hint: expect.stringContaining('--base') })
  })

  test.each([
    [['--base', 'nope'], "the base 'nope' names no commit here"],
    [['nope..HEAD'], "'nope' names no commit here"],
    [['HEAD..nope'], "'nope' names no commit here"],
    [['nope'], "'nope' names no commit here"],
    [['HEAD~1..HEAD', '--base', 'HEAD'], "a range and '--base' cannot be given together"],
    [['--base', '--upload-pack=x'], "the base '--upload-pack=x' names no commit here"],
  ])('%p', async (args, message) => {
    const { repo } = cloned()
    expect(await subjects(repo, args)).toMatchObject({ status: 2, code: 'usage', message })
  })

  test('a base branch that was not fetched: the command that brings it', async () => {
    const { repo } = cloned('--single-branch')
    expect(await subjects(repo, [], { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' })).toMatchObject({
      status: 2,
      message: "the base 'origin/main' (GITHUB_BASE_REF) is not in this clone",
      hint: 'git fetch origin +refs/heads/main:refs/remotes/origin/main, or name another with --base',
    })
    repo.git('fetch', '-q', 'origin', '+refs/heads/main:refs/remotes/origin/main')
    expect(await subjects(repo, [], { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' })).toEqual(both)
  })

  test('no merge base', async () => {
    const { repo } = cloned()
    repo.git('checkout', '-q', '--orphan', 'island')
    repo.commit({ 'island.ts': 'export const i = 1\n' })
    expect(await subjects(repo, ['--base', 'origin/main'])).toMatchObject({
      status: 2,
      message: "no merge base: 'origin/main...HEAD' names two histories with nothing in common",
    })
  })

  test('a shallow clone that ends before the base: how deep to fetch, and then it works', async () => {
    for (const depth of ['1', '2']) {
      const { repo } = cloned('--no-single-branch', `--depth=${depth}`)
      const env = { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' }
      expect(await subjects(repo, [], env)).toMatchObject({
        status: 4,
        message: expect.stringContaining('too shallow'),
        hint: 'git fetch --unshallow origin, or set fetch-depth: 0 for actions/checkout in GitHub Actions',
      })
      repo.git('fetch', '-q', '--unshallow', 'origin')
      expect(await subjects(repo, [], env)).toEqual(both)
    }
  })

  test('a shallow clone that is deep enough works', async () => {
    const { repo } = cloned('--no-single-branch', '--depth=3')
    expect(await subjects(repo, ['--base', 'origin/main'])).toEqual(both)
    expect(await subjects(repo, ['HEAD~3'])).toMatchObject({ status: 4 })
  })

  test('notes that were not fetched: the exact command, which then works', async () => {
    const { repo, origin } = cloned()
    origin.annotate(origin.git('rev-parse', 'side'), [])
    origin.annotate(origin.git('rev-parse', 'side~1'), [])
    const bare = await repo.check()
    expect(bare.answer.stats).toMatchObject({ annotated: 0 })
    const [warning = ''] = bare.answer.warnings ?? []
    const command = /(git fetch origin '[^']*')/.exec(warning)?.[1] ?? ''
    expect(warning).toContain("'refs/notes/ultragit' is not in this clone")
    expect(bare.stderr).toContain(command)
    expect(Bun.spawnSync(['sh', '-c', command], { cwd: repo.dir, env: process.env }).exitCode).toBe(0)
    expect(await repo.check()).toMatchObject({ findings: [], answer: { stats: { annotated: 2 } } })
  })

  test('no commit at all, and no repository', async () => {
    expect(await subjects(CheckRepo.init())).toMatchObject({ status: 2, message: 'there is no commit yet' })
    expect(await subjects(new CheckRepo(tempFolder()))).toMatchObject({ status: 3 })
  })
})

describe('commits as they come', () => {
  test('a message that is not UTF-8', async () => {
    const repo = CheckRepo.init()
    const base = repo.commit({ 'a.ts': 'a\n' })
    repo.commit({ 'a.ts': 'b\n' })
    // `git commit` would take it for latin1 and convert it.
    const commit = (message: string) => {
      const head = `tree ${repo.git('rev-parse', 'HEAD^{tree}')}\nparent ${base}\n`
      const person = 'A <a@b.c> 1700000000 +0000'
      const text = `${head}author ${person}\ncommitter ${person}\n\n${message}`
      return repo.gitWith(
        { input: Buffer.from(text, 'latin1') },
        'hash-object',
        '-t',
        'commit',
        '-w',
        '--stdin',
      )
    }
    const skipped = commit('caf\xe9 \xff\n\nUltragit-Skip: caf\xe9\n')
    expect((await repo.check([`${base}..${skipped}`])).findings).toEqual([])
    const { findings, answer } = await repo.check([`${base}..${commit('caf\xe9 \xff\n')}`])
    expect(findings).toMatchObject([
      { rule: 'missing', message: expect.stringContaining('caf\ufffd \ufffd') },
    ])
    expect(answer.commits).toMatchObject([{ subject: 'caf\ufffd \ufffd' }])
  })

  test('trailers are what git says they are', async () => {
    const { skipReason } = await import('../../src/check/skip-reason.ts')
    const repo = TempRepo.init()
    const messages = [
      'title\n\nUltragit-Skip: one',
      'title\n\nbody\n\nUltragit-Skip: one\nSigned-off-by: A <a@b>',
      'title\n\nultragit-skip:   spaced  ',
      'title\n\nUltragit-Skip : with a space',
      'title\nUltragit-Skip: still the title',
      'Ultragit-Skip: only a title',
      'title\n\nUltragit-Skip: first\nUltragit-Skip: second',
      'title\n\nsome text\nUltragit-Skip: not all are trailers',
      'title\n\nsome text\nUltragit-Skip: signed\nSigned-off-by: A <a@b>',
      'title\n\none\ntwo\nthree\nfour\nfive\nsix\nseven\nUltragit-Skip: few\nSigned-off-by: A <a@b>',
      'title\n\nUltragit-Skip: folded\n  over two lines',
      'title\n\nUltragit-Skip:\n',
      'title\n\nUltragit-Skip: above\n\nmore text',
      'title\n\nUltragit-Skip: picked\n(cherry picked from commit 0123)',
      'title\n\nNot-Ultragit-Skip: other',
    ]
    for (const message of messages) {
      repo.gitWith({ input: message }, 'commit', '-q', '--allow-empty', '--cleanup=verbatim', '-F', '-')
      const format = '%(trailers:key=Ultragit-Skip,valueonly,unfold,separator=%x00)'
      const expected = repo.git('log', '-1', `--format=${format}`).split('\0').at(-1)?.trim() ?? ''
      expect(`${message} → ${skipReason(message) ?? ''}`).toBe(`${message} → ${expected}`)
    }
  })
})
