import { describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid, asRepoPath, type Oid } from '../../../src/base/ids.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo, type Backend, backends, file, open } from './same-as-git.ts'

/** How to break a repository so that it cannot be opened, and the error code that follows. */
const unopenable: Readonly<Record<string, { code: string | RegExp; build: () => string }>> = {
  'a folder without a repository': { code: 'not_a_repository', build: tempFolder },
  'an empty .git': {
    code: 'not_a_repository',
    build: () => {
      const dir = tempFolder()
      mkdirSync(join(dir, '.git'))
      return dir
    },
  },
  'garbage in HEAD': { code: 'not_a_repository', build: () => withFile('HEAD', 'garbage\n') },
  'an empty HEAD': { code: 'not_a_repository', build: () => withFile('HEAD', '') },
  'a .git file that points nowhere': {
    code: 'not_a_repository',
    build: () => {
      const dir = tempFolder()
      writeFileSync(join(dir, '.git'), 'gitdir: /no/such/place\n')
      return dir
    },
  },
  'a .git file that says nothing': {
    code: 'not_a_repository',
    build: () => {
      const dir = tempFolder()
      writeFileSync(join(dir, '.git'), 'hello\n')
      return dir
    },
  },
  'no object store': {
    code: 'not_a_repository',
    build: () => {
      const { dir } = annotatedRepo()
      rmSync(join(dir, '.git/objects'), { recursive: true })
      return dir
    },
  },
  'a format version from the future': {
    code: /./,
    build: () => withFile('config', '[core]\n\trepositoryformatversion = 99\n'),
  },
  'an extension nobody knows': {
    code: /./,
    build: () =>
      withFile('config', '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tteleport = true\n'),
  },
  'a malformed configuration': {
    code: /./,
    build: () => withFile('config', '[core]\n\tbare = false\n[bro ken\n'),
  },
  'a folder that does not exist': { code: 'not_a_repository', build: () => join(tempFolder(), 'gone') },
}

for (const backend of backends) {
  describe(`${backend} refuses in one clear line`, () => {
    for (const [name, { code, build }] of Object.entries(unopenable)) {
      test(name, async () => {
        const error = await failure(open(backend, { cwd: build() }).then((repo) => repo.head()))
        expect(error).toMatchObject({ name: 'UltragitError' })
        expect(error.code).toMatch(code)
        expect(error.message).toMatch(/^[^\n]{10,}$/)
      })
    }

    test('a malformed configuration, naming file and line', async () => {
      const error = await failure(
        open(backend, { cwd: withFile('config', '[core]\n\tbare = false\n[bro ken\n') }),
      )
      expect(error.message).toMatch(/line 3/)
      expect(error.message).toMatch(/config/)
    })

    test.skipIf(process.getuid?.() !== 0)('a .git it may not read', async () => {
      const { dir } = annotatedRepo()
      chmodSync(dir, 0o755)
      chmodSync(join(dir, '.git'), 0o000)
      const answer = await openAsNobody(backend, dir)
      expect(answer).toMatch(
        /^UltragitError git_failed: cannot read '[^'\n]+\/\.git[^'\n]*': permission denied\n$/,
      )
    })
  })

  describe(`${backend} in a damaged repository`, () => {
    test('a HEAD on a missing commit is told from one without commits', async () => {
      const missing = asOid('dead'.repeat(10))
      const { dir } = annotatedRepo()
      writeFileSync(join(dir, '.git/HEAD'), `${missing}\n`)
      const repo = await open(backend, { cwd: dir })
      expect(await repo.head()).toEqual({ ref: undefined, oid: missing })
      expect(await repo.resolve('HEAD')).toBeUndefined()
      await expectDamageHandled(repo, missing)
      writeFileSync(join(dir, '.git/HEAD'), 'ref: refs/heads/none\n')
      expect(await repo.head()).toEqual({ ref: 'refs/heads/none', oid: undefined })
      repo.close()
    })

    test('a branch on a missing commit, and one that holds garbage, end in one clear line or in nothing', async () => {
      const temp = annotatedRepo()
      const missing = asOid('dead'.repeat(10))
      writeFileSync(join(temp.dir, '.git/refs/heads/main'), `${missing}\n`)
      const repo = await open(backend, { cwd: temp.dir })
      expect((await repo.head()).oid).toBe(missing)
      expect(await repo.resolve('HEAD')).toBeUndefined()
      await expectDamageHandled(repo, missing)
      writeFileSync(join(temp.dir, '.git/refs/heads/main'), 'garbage\n')
      const head = await valueOrError(repo.head())
      expect(head === 'error' || head.oid === undefined).toBe(true)
      repo.close()
    })

    test('a truncated pack loses its objects, not the process', async () => {
      const temp = annotatedRepo()
      temp.git('gc', '-q')
      const packs = join(temp.dir, '.git/objects/pack')
      const head = asOid(temp.head())
      for (const name of readdirSync(packs).filter((each) => each.endsWith('.pack'))) {
        chmodSync(join(packs, name), 0o644)
        truncateSync(join(packs, name), 40)
      }
      const repo = await open(backend, { cwd: temp.dir })
      expect((await repo.head()).oid).toBe(head)
      await expectDamageHandled(repo, head)
      repo.close()
    }, 10_000)

    test('a loose object cut to nothing does not spoil its neighbours', async () => {
      const temp = annotatedRepo()
      const blob = asOid(temp.git('rev-parse', `HEAD:${file}`))
      const other = asOid(temp.git('rev-parse', 'HEAD:b.ts'))
      const place = join(temp.dir, '.git/objects', blob.slice(0, 2), blob.slice(2))
      chmodSync(place, 0o644)
      truncateSync(place, 0)
      const repo = await open(backend, { cwd: temp.dir })
      expect([undefined, 'error']).toContain(await valueOrError(repo.readBlob(blob) as Promise<undefined>))
      expect((await repo.readBlob(other))?.length).toBe(2)
      await expectDamageHandled(repo, asOid(temp.head()))
      repo.close()
    }, 10_000)

    test('a damaged index is one clear line', async () => {
      const temp = annotatedRepo()
      const future = readFileSync(join(temp.dir, '.git/index')).fill(99, 4, 8)
      for (const bytes of ['garbage', future]) {
        writeFileSync(join(temp.dir, '.git/index'), bytes)
        const repo = await open(backend, { cwd: temp.dir })
        const error = await failure(repo.indexEntry(asRepoPath(file)))
        expect(error).toMatchObject({ name: 'UltragitError' })
        repo.close()
      }
    })

    test('a notes ref that points to a blob, or to a commit that is gone, is one clear line', async () => {
      const temp = annotatedRepo()
      const repo = await open(backend, { cwd: temp.dir })
      for (const tip of [asOid('dead'.repeat(10)), asOid(temp.git('rev-parse', 'HEAD:b.ts'))]) {
        expect(await failure(repo.listNotes(tip))).toMatchObject({ name: 'UltragitError' })
      }
      repo.close()
    })
  })
}

/** Every question ends, with an answer or with an UltragitError. */
async function expectDamageHandled(repo: Repository, commit: Oid): Promise<void> {
  const path = asRepoPath(file)
  await valueOrError(repo.readObjects([commit]))
  await valueOrError(repo.readCommits([commit]))
  await valueOrError(repo.entryAt(commit, path))
  await valueOrError(repo.listFiles(commit))
  await valueOrError(repo.blame({ commit, path }))
  await valueOrError(repo.lastChange(commit, path))
  await valueOrError(repo.renames(commit, []))
  await valueOrError(repo.changesOf([commit]))
  await valueOrError(repo.patchIds([commit]))
  await valueOrError(repo.mergeBase(commit, commit))
  await valueOrError(repo.stagedRenames())
  await valueOrError(Array.fromAsync(repo.history([commit])))
}

async function valueOrError<T>(asked: Promise<T>): Promise<T | 'error'> {
  try {
    return await asked
  } catch (error) {
    expect(error).toMatchObject({ name: 'UltragitError' })
    expect((error as Error).message).toMatch(/^[^\n]+$/)
    return 'error'
  }
}

async function failure(asked: Promise<unknown>): Promise<Error & { code: string }> {
  const outcome = await asked.then(
    (value) => ({ value }),
    (error) => ({ error }),
  )
  if ('error' in outcome) return outcome.error
  throw new Error(`answered ${JSON.stringify(outcome.value)}`)
}

function withFile(name: string, text: string): string {
  const { dir } = annotatedRepo()
  writeFileSync(join(dir, '.git', name), text)
  return dir
}

/** Root may read everything, so another user has to try. */
async function openAsNobody(backend: Backend, dir: string): Promise<string> {
  const script = `
    const { openRepository } = await import(${JSON.stringify(join(import.meta.dir, '../../../src/git/open-repository.ts'))})
    process.setgid(65534)
    process.setuid(65534)
    const opened = openRepository({ cwd: ${JSON.stringify(dir)}, env: process.env, backend: '${backend}' })
    console.log(await opened.then(() => 'opened', (error) => error.name + ' ' + error.code + ': ' + error.message))`
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: '/', env: process.env, stderr: 'pipe' })
  const [printed, words] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return printed + words
}
