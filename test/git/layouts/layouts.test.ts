import { describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid } from '../../../src/base/ids.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo, backends, expectSameAsGit, open, type Situation } from './same-as-git.ts'

const allowFile = ['-c', 'protocol.file.allow=always']

/** Each builds its situation anew. */
const layouts: Readonly<Record<string, () => Situation>> = {
  'a plain clone': () => ({ cwd: annotatedRepo().dir }),

  'a subdirectory': () => ({ cwd: join(annotatedRepo().dir, 'src') }),

  'the inside of the git directory': () => ({ cwd: join(annotatedRepo().dir, '.git/refs') }),

  'a linked worktree with its own branch': () => {
    const linked = join(tempFolder(), 'linked')
    annotatedRepo().git('worktree', 'add', '-q', '-b', 'side', linked, 'HEAD~1')
    new TempRepo(linked).commit({ 'src/a.ts': 'line 0\nin the worktree\n' })
    return { cwd: join(linked, 'src') }
  },

  'a worktree of a bare repository': () => {
    const bare = clone(annotatedRepo(), '--bare')
    const linked = join(tempFolder(), 'linked')
    bare.git('worktree', 'add', '-q', linked, 'main')
    return { cwd: linked }
  },

  'a submodule': () => {
    const outer = TempRepo.init()
    outer.git(...allowFile, 'submodule', '--quiet', 'add', annotatedRepo().dir, 'sub')
    outer.commit({})
    const sub = new TempRepo(join(outer.dir, 'sub'))
    sub.git('fetch', '-q', 'origin', '+refs/notes/*:refs/notes/*')
    return { cwd: join(sub.dir, 'src') }
  },

  'a bare repository': () => ({ cwd: clone(annotatedRepo(), '--bare').dir }),

  'a shallow clone': () => {
    const shallow = clone(annotatedRepo(), '--depth=2')
    expect(shallow.git('rev-parse', '--is-shallow-repository')).toBe('true')
    return { cwd: shallow.dir }
  },

  'a clone that shares objects': () => ({ cwd: clone(annotatedRepo(), '--shared').dir }),

  'a clone with a reference, of a clone that shares objects': () => {
    const first = clone(annotatedRepo(), '--shared')
    return { cwd: clone(first, '--shared', `--reference=${annotatedRepo().dir}`).dir }
  },

  'a separate git directory': () => ({
    cwd: annotatedRepo(`--separate-git-dir=${join(tempFolder(), 'elsewhere')}`).dir,
  }),

  'a .git file with a relative path': () => {
    const temp = annotatedRepo()
    renameSync(join(temp.dir, '.git'), join(temp.dir, 'real-git'))
    writeFileSync(join(temp.dir, '.git'), 'gitdir: ./real-git\n')
    return { cwd: join(temp.dir, 'src') }
  },

  'a .git that is a link': () => {
    const temp = annotatedRepo()
    const elsewhere = join(tempFolder(), 'linked-git')
    renameSync(join(temp.dir, '.git'), elsewhere)
    symlinkSync(elsewhere, join(temp.dir, '.git'))
    return { cwd: temp.dir }
  },

  'a link to the repository': () => {
    const link = join(tempFolder(), 'link')
    symlinkSync(annotatedRepo().dir, link)
    return { cwd: join(link, 'src') }
  },

  'core.worktree, absolute': () => {
    const temp = annotatedRepo()
    const tree = tempFolder()
    temp.git('config', 'core.worktree', tree)
    return { cwd: join(temp.dir, '.git'), oracle: temp.dir }
  },

  'core.worktree, relative, the git directory beside it': () => {
    const outer = tempFolder()
    const tree = join(outer, 'tree')
    mkdirSync(tree)
    renameSync(join(annotatedRepo().dir, '.git'), join(outer, 'store.git'))
    new TempRepo(join(outer, 'store.git')).git('config', 'core.worktree', '../tree')
    return { cwd: tree, env: { GIT_DIR: join(outer, 'store.git') }, oracle: join(outer, 'store.git') }
  },

  'GIT_DIR from elsewhere': () => {
    const { dir } = annotatedRepo()
    return { cwd: tempFolder(), env: { GIT_DIR: join(dir, '.git') }, oracle: dir }
  },

  'GIT_DIR, relative, with GIT_WORK_TREE': () => {
    const { dir } = annotatedRepo()
    return { cwd: join(dir, 'src'), env: { GIT_DIR: '../.git', GIT_WORK_TREE: '..' }, oracle: dir }
  },

  'GIT_WORK_TREE alone': () => {
    const { dir } = annotatedRepo()
    return { cwd: dir, env: { GIT_WORK_TREE: tempFolder() }, oracle: dir }
  },

  'GIT_CEILING_DIRECTORIES above the repository': () => {
    const { dir } = annotatedRepo()
    return { cwd: join(dir, 'src'), env: { GIT_CEILING_DIRECTORIES: `/nowhere:${join(dir, '..')}` } }
  },

  'a detached HEAD': () => {
    const temp = annotatedRepo()
    temp.git('checkout', '-q', '--detach', 'HEAD~1')
    return { cwd: temp.dir }
  },

  'packed refs, packs, a commit graph, a multi-pack index': () => {
    const temp = annotatedRepo()
    temp.git('gc', '-q')
    temp.git('commit-graph', 'write', '--reachable', '--changed-paths')
    temp.commit({ 'src/a.ts': 'line 0\nafter the gc\nline 2\n' })
    temp.git('repack', '-q', '-d', '--write-midx', '--write-bitmap-index', '-a')
    temp.commit({ 'src/a.ts': 'line 0\nafter the gc\nline 2\nagain\n' })
    return { cwd: temp.dir }
  },

  ...Object.fromEntries(
    ['spa ce', 'quo"te', "apo'strophe", 'new\nline', 'ends\n', 'ünï', 'a:b;c', '$(touch x)', '-dash'].map(
      (name) => [
        `a repository below ${JSON.stringify(name)}`,
        () => {
          const dir = join(tempFolder(), name)
          renameSync(annotatedRepo().dir, dir)
          return { cwd: join(dir, 'src') }
        },
      ],
    ),
  ),
}

for (const backend of backends) {
  describe(`${backend} answers as git does in`, () => {
    for (const [name, build] of Object.entries(layouts)) {
      test(name, async () => {
        await expectSameAsGit(backend, build())
      })
    }
  })

  describe(`${backend} layouts`, () => {
    test('a ceiling directory hides the repository above it, as for git', async () => {
      const { dir } = annotatedRepo()
      const situation = { cwd: join(dir, 'src'), env: { GIT_CEILING_DIRECTORIES: dir } }
      expect(new TempRepo(situation.cwd).tryGit({ env: situation.env }, 'rev-parse').status).not.toBe(0)
      await expect(open(backend, situation)).rejects.toMatchObject({ code: 'not_a_repository' })
      await expectSameAsGit(backend, { ...situation, cwd: dir })
    })

    test('a repository without a commit opens and is empty', async () => {
      const repo = await open(backend, { cwd: TempRepo.init().dir })
      expect(await repo.head()).toEqual({ ref: 'refs/heads/main', oid: undefined })
      expect([...(await repo.listRefs('refs/'))]).toEqual([])
      expect([...(await repo.stagedRenames())]).toEqual([])
      expect((await repo.config()).length).toBeGreaterThan(0)
      repo.close()
    })

    test('a shallow clone ends where its history ends', async () => {
      const shallow = clone(annotatedRepo(), '--depth=2')
      const repo = await open(backend, { cwd: shallow.dir })
      const walked: string[] = []
      for await (const batch of repo.history([asOid(shallow.head())]))
        walked.push(...batch.map(({ oid }) => oid))
      expect(walked).toEqual(shallow.git('rev-list', 'HEAD').split('\n'))
      expect(walked.length).toBe(2)
      const root = asOid(walked[1] ?? '')
      expect((await repo.changesOf([root])).get(root)?.map(({ status }) => status)).toEqual([
        'added',
        'added',
      ])
      repo.close()
    })
  })
}

describe('a sha256 repository', () => {
  test('works natively', () =>
    expectSameAsGit('native', { cwd: annotatedRepo('--object-format=sha256').dir }))

  test('takes notes natively', async () => {
    const temp = annotatedRepo('--object-format=sha256')
    const repo = await open('native', { cwd: temp.dir })
    const [tip] = await repo.listRefs('refs/notes/ultragit')
    const target = asOid(temp.head())
    const written = await repo.writer?.writeNotes(tip?.oid, [{ target, text: 'sha256\n' }], 'note')
    if (written === undefined) throw new Error('nothing was written')
    const outcome = await repo.writer?.updateRefs([
      { ref: 'refs/notes/ultragit', to: written, from: tip?.oid },
    ])
    expect(outcome).toBe('done')
    expect(temp.git('notes', '--ref=ultragit', 'show', target)).toBe('sha256')
    expect(temp.git('fsck', '--strict')).toBe('')
    repo.close()
  })

  test('is refused by the embedded backend in one clear line', async () => {
    const situation = { cwd: annotatedRepo('--object-format=sha256').dir }
    await expect(open('embedded', situation)).rejects.toMatchObject({ name: 'UltragitError' })
    await expect(open('embedded', situation)).rejects.toThrow(/sha256/)
  })
})

test('a repository with reftable refs is refused by the embedded backend in one clear line', async () => {
  const temp = annotatedRepo()
  temp.git('config', 'core.repositoryFormatVersion', '1')
  temp.git('config', 'extensions.refStorage', 'reftable')
  await expect(open('embedded', { cwd: temp.dir })).rejects.toMatchObject({ name: 'UltragitError' })
  await expect(open('embedded', { cwd: temp.dir })).rejects.toThrow(/reftable/)
})

/** A clone with the notes, through the file protocol where the options need it. */
function clone(temp: TempRepo, ...options: string[]): TempRepo {
  const dir = join(tempFolder(), 'clone')
  const from = options.some((option) => option.startsWith('--depth')) ? `file://${temp.dir}` : temp.dir
  temp.git('clone', '-q', ...options, from, dir)
  const cloned = new TempRepo(dir)
  cloned.git('fetch', '-q', from, '+refs/notes/*:refs/notes/*')
  return cloned
}
