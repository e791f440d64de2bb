import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid, asRepoPath } from '../../../src/base/ids.ts'
import { spawnCount } from '../../../src/git/native/run-git.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo, file, open } from './same-as-git.ts'

describe('a partial clone', () => {
  test('a missing blob is absent, and nothing is fetched for it', async () => {
    const { temp, canary } = partialClone()
    const repo = await open('native', { cwd: temp.dir })
    expect(repo.layout.partialClone).toBe(true)
    const head = asOid(temp.head())
    expect((await repo.head()).oid).toBe(head)
    const blob = (await repo.entryAt(head, asRepoPath(file)))?.oid
    if (blob === undefined) throw new Error('the tree is there, only its blobs are not')
    const before = spawnCount()
    expect(await repo.readBlob(blob)).toBeUndefined()
    expect(await repo.readBlob(blob, 10)).toBeUndefined()
    expect((await repo.readObjects([blob, head])).size).toBe(1)
    // git would die of each of these questions: thousands of missing notes would be thousands of processes.
    expect(spawnCount() - before).toBe(0)
    expect((await repo.listFiles(head)).length).toBe(2)
    const [notes] = await repo.listRefs('refs/notes/')
    if (notes === undefined) throw new Error('no notes ref')
    expect((await repo.listNotes(notes.oid)).length).toBe(2)
    expect(existsSync(canary)).toBe(false)
    repo.close()
  })

  test('what needs a missing blob fails in one line, and nothing is fetched for it', async () => {
    const { temp, canary } = partialClone()
    const head = asOid(temp.head())
    const repo = await open('native', { cwd: temp.dir })
    const needy = [
      repo.blame({ commit: head, path: asRepoPath(file) }),
      repo.patchIds([head]),
      repo.patchIdBetween(asOid(temp.git('rev-parse', 'HEAD~2')), head),
    ]
    for (const outcome of await Promise.allSettled(needy)) {
      if (outcome.status === 'fulfilled')
        throw new Error(`answered ${JSON.stringify(outcome.value)} without the blobs`)
      expect(outcome.reason).toMatchObject({ name: 'UltragitError', hint: 'git fetch --refetch --no-filter' })
      expect(String(outcome.reason.message)).not.toContain('\n')
    }
    await Promise.allSettled([
      repo.changesOf([head]),
      repo.renames(head, []),
      repo.stagedRenames(),
      repo.resolve('HEAD:x'),
    ])
    await Promise.allSettled([repo.readObjects([asOid('dead'.repeat(10))]), repo.resolve('dead'.repeat(10))])
    expect(existsSync(canary)).toBe(false)
    repo.close()
  })

  test('notes can be written although other notes are missing', async () => {
    const { temp, canary } = partialClone()
    const repo = await open('native', { cwd: temp.dir })
    const [tip] = await repo.listRefs('refs/notes/')
    const target = asOid(temp.git('rev-parse', 'HEAD~1'))
    const written = await repo.writer?.writeNotes(tip?.oid, [{ target, text: 'here\n' }], 'note')
    expect((await repo.listNotes(written as never)).length).toBe(3)
    expect(await repo.writer?.updateRefs([{ ref: 'refs/notes/ultragit', to: written, from: tip?.oid }])).toBe(
      'done',
    )
    expect(existsSync(canary)).toBe(false)
    repo.close()
  })

  test('the command of the hint brings what is missing', async () => {
    const { temp } = partialClone()
    temp.git('config', '--unset', 'remote.origin.uploadpack')
    temp.git('fetch', '-q', '--refetch', '--no-filter')
    const repo = await open('native', { cwd: temp.dir })
    const hunks = await repo.blame({ commit: asOid(temp.head()), path: asRepoPath(file) })
    expect(hunks.length).toBeGreaterThan(1)
    repo.close()
  })

  test('the same canary goes off when git itself reads the blob', () => {
    const { temp, canary } = partialClone()
    temp.tryGit({}, 'cat-file', 'blob', `HEAD:${file}`)
    expect(existsSync(canary)).toBe(true)
  })

  test('the embedded backend refuses it in one clear line', async () => {
    const { temp } = partialClone()
    await expect(open('embedded', { cwd: temp.dir })).rejects.toMatchObject({ name: 'UltragitError' })
    await expect(open('embedded', { cwd: temp.dir })).rejects.toThrow(/partial clone/)
  })
})

/** A clone without blobs, whose remote would run the canary. */
function partialClone(): { temp: TempRepo; canary: string } {
  const origin = annotatedRepo()
  origin.git('config', 'uploadpack.allowFilter', 'true')
  origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  const dir = join(tempFolder(), 'partial')
  origin.git('clone', '-q', '--filter=blob:none', '--no-checkout', `file://${origin.dir}`, dir)
  const temp = new TempRepo(dir)
  temp.git('fetch', '-q', '--filter=blob:none', 'origin', '+refs/notes/*:refs/notes/*')
  const canary = join(tempFolder(), 'canary')
  const script = join(tempFolder(), 'upload-pack')
  writeFileSync(script, `#!/bin/sh\ntouch '${canary}'\nexit 1\n`)
  chmodSync(script, 0o755)
  temp.git('config', 'remote.origin.uploadpack', script)
  rmSync(canary, { force: true })
  return { temp, canary }
}
