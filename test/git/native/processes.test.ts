import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid, asRepoPath } from '../../../src/base/ids.ts'
import { discover } from '../../../src/git/discover.ts'
import { NativeRepository } from '../../../src/git/native/native-repository.ts'
import { spawnCount } from '../../../src/git/native/run-git.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo, file, open } from '../layouts/same-as-git.ts'

const path = asRepoPath(file)

describe('the processes of the native backend', () => {
  test('are one to open, and none for what the files or that one process tell', async () => {
    const temp = annotatedRepo()
    const head = asOid(temp.head())
    const before = spawnCount()
    const repo = await open('native', { cwd: temp.dir })
    expect(spawnCount() - before).toBe(1)
    expect(await askWarmQuestions(repo, head)).toEqual({
      head,
      config: 'main',
      index: file,
      blob: 'too_large',
    })
    expect(spawnCount() - before).toBe(1)
    repo.close()
  })

  test('are one more for staged renames, until HEAD or the index changes', async () => {
    const temp = annotatedRepo()
    const repo = await open('native', { cwd: temp.dir })
    const before = spawnCount()
    expect(await repo.stagedRenames()).toEqual([])
    expect(await repo.stagedRenames()).toEqual([])
    expect(spawnCount() - before).toBe(1)
    temp.git('mv', file, 'moved.ts')
    expect(await repo.stagedRenames()).toEqual([{ from: path, to: asRepoPath('moved.ts') }])
    temp.commit({})
    expect(await repo.stagedRenames()).toEqual([])
    expect(spawnCount() - before).toBe(3)
    repo.close()
  })

  test('read an index whose form only git knows', async () => {
    const split = annotatedRepo()
    split.git('update-index', '--split-index')
    const sha256 = annotatedRepo('--object-format=sha256')
    const elsewhere = annotatedRepo()
    const other = join(tempFolder(), 'index')
    elsewhere.gitWith({ env: { GIT_INDEX_FILE: other } }, 'read-tree', 'HEAD~1')
    for (const [temp, env] of [
      [split, {}],
      [sha256, {}],
      [elsewhere, { GIT_INDEX_FILE: other }],
    ] as const) {
      const repo = await open('native', { cwd: temp.dir, env })
      const listed = temp.gitWith({ env }, 'ls-files', '--stage', file).split(/\s/)
      const entry = await repo.indexEntry(path)
      expect([entry?.mode, entry?.oid as string]).toEqual([listed[0], listed[1]])
      repo.close()
    }
  })

  test('read a configuration whose includes only git can follow', async () => {
    const temp = annotatedRepo()
    const home = tempFolder()
    temp.git('config', 'remote.origin.url', 'https://example.com/x')
    writeFileSync(
      join(home, '.gitconfig'),
      '[includeIf "hasconfig:remote.*.url:https://example.com/**"]\n\tpath = more\n',
    )
    writeFileSync(join(home, 'more'), '[ultragit]\n\tnoteref = refs/notes/by-remote\n')
    const repo = await open('native', { cwd: temp.dir, env: { HOME: home, GIT_CONFIG_GLOBAL: undefined } })
    const noteref = (await repo.config()).find(({ key }) => key === 'ultragit.noteref')
    expect(noteref).toMatchObject({ value: 'refs/notes/by-remote', scope: 'global' })
    repo.close()
  })

  test('answer for refs when their files are not to be read', async () => {
    const temp = annotatedRepo()
    temp.git('branch', 'topic/deep')
    const { layout } = await discover(temp.dir, process.env)
    const program = Bun.which('git') ?? 'git'
    const git = { program, cwd: temp.dir, env: process.env }
    const byFiles = await NativeRepository.open(layout, git)
    const byGit = await NativeRepository.open({ ...layout, refFormat: 'reftable' }, git)
    for (const prefix of ['refs/', 'refs/heads/', 'refs/none/'])
      expect(await byGit.listRefs(prefix)).toEqual(await byFiles.listRefs(prefix))
    expect(await byGit.head()).toEqual(await byFiles.head())
    temp.git('checkout', '-q', '--detach', 'HEAD~1')
    expect(await byGit.head()).toEqual({ ref: undefined, oid: asOid(temp.head()) })
    byFiles.close()
    byGit.close()
  })

  test('do not outlive the repository', async () => {
    const temp = TempRepo.init()
    temp.commit({ 'a.ts': 'a\n' })
    const script = `
      const { openRepository } = await import(${JSON.stringify(join(import.meta.dir, '../../../src/git/open-repository.ts'))})
      const repo = await openRepository({ cwd: ${JSON.stringify(temp.dir)}, env: process.env, backend: 'native' })
      await repo.resolve('HEAD')`
    // Nobody closes it: the process ends all the same, and git with it.
    const run = Bun.spawnSync([process.execPath, '-e', script], { timeout: 10_000 })
    expect([run.exitCode, run.stderr.toString()]).toEqual([0, ''])
  })
})

async function askWarmQuestions(repo: Repository, head: ReturnType<typeof asOid>) {
  const branch = (await repo.head()).ref
  const resolved = await Promise.all(['HEAD', 'refs/heads/main', head].map((each) => repo.resolve(each)))
  expect(resolved).toEqual([head, head, head])
  const [notes] = await repo.listRefs('refs/notes/')
  if (notes === undefined) throw new Error('no notes')
  const [older] = (await repo.readCommits([notes.oid])).get(notes.oid)?.parents ?? []
  expect((await repo.diffNotes(older ?? notes.oid, notes.oid)).length).toBe(1)
  const entry = await repo.entryAt(head, path)
  if (entry === undefined) throw new Error('no entry')
  expect((await repo.changesAt([head], path)).get(head)?.after).toEqual(entry)
  expect((await repo.readBlob(entry.oid))?.length).toBeGreaterThan(10)
  expect((await repo.config()).find(({ key }) => key === 'core.bare')?.value).toBe('false')
  return {
    head: (await repo.head()).oid,
    config: branch?.replace('refs/heads/', ''),
    index: String((await repo.indexEntry(path))?.path),
    blob: await repo.readBlob(entry.oid, 3),
  }
}
