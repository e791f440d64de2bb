import { describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid, type Oid } from '../../../src/base/ids.ts'
import type { Repository } from '../../../src/git/repository.ts'
import type { NoteChange, RepositoryWriter } from '../../../src/git/repository-writer.ts'
import { Random } from '../../support/random.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import type { Open } from './histories.ts'
import { fanOuts, notesByGit, slashed, targets, writeTree } from './notes.ts'
import { gitLines } from './oracle.ts'

export function writerContract(open: Open): void {
  describe('native writeNotes', () => {
    test('starts a notes history', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [first = asOid('')] = commits
      const tip = await writer.writeNotes(undefined, [{ target: first, text: '{"ü":1}\n' }], 'first note')
      expect(temp.git('rev-list', '--count', tip)).toBe('1')
      expect(temp.git('log', '-1', '--format=%s|%cn', tip)).toBe('first note|Carl Committer')
      publish(temp, tip)
      expect(temp.git('notes', '--ref=ultragit', 'show', first)).toBe('{"ü":1}')
      repo.close()
    })

    test('moves no ref', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const before = temp.git('for-each-ref')
      await writer.writeNotes(undefined, [{ target: commits[0] as Oid, text: 'x\n' }], 'note')
      expect(temp.git('for-each-ref')).toBe(before)
      repo.close()
    })

    for (const [shape, fanOut] of Object.entries(fanOuts)) {
      for (const size of [0, 300]) {
        test(`adds, replaces and removes in one go on a ${shape} tree of ${size}, and git can go on from there`, async () => {
          const { temp, repo, writer, commits } = await someCommits(open)
          const all = [...commits, ...targets(size)]
          const files = new Map(
            size === 0 ? [] : all.slice(5).map((oid, at) => [fanOut(oid, at), `old ${at}\n`]),
          )
          const tip = size === 0 ? undefined : writeTree(temp, files)
          const changes = randomChanges(new Random(size), all)
          const written = await writer.writeNotes(tip, changes, 'changes')
          expectNotes(temp, written, tip, changes)
          expectOnePathEach(temp, written)
          expect(temp.git('rev-list', '--parents', '-1', written)).toBe(
            [written, ...(tip === undefined ? [] : [tip])].join(' '),
          )
          goOnWithGit(temp, written, commits)
          repo.close()
        })
      }
    }

    test('puts a commit that stood at two depths back on one path', async () => {
      const { temp, repo, writer } = await someCommits(open)
      const [one = asOid(''), two = asOid('')] = targets(2)
      const files = new Map(
        [one, two].flatMap(
          (oid) =>
            [
              [oid, 'flat\n'],
              [slashed(oid, 1), 'deep\n'],
            ] as const,
        ),
      )
      const tip = writeTree(temp, files)
      const changes = [
        { target: one, text: 'merged\n' },
        { target: two, text: undefined },
      ]
      const written = await writer.writeNotes(tip, changes, 'repair')
      const notes = new Map(notesByGit(temp, written).map(({ target, blobs }) => [target, blobs.length]))
      expect(notes.get(one)).toBe(1)
      expect(notes.has(two)).toBe(false)
      repo.close()
    })

    test('keeps files that are not notes', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [target = asOid('')] = commits
      const tip = writeTree(
        temp,
        new Map([
          ['README', 'about\n'],
          [`${target.slice(0, 2)}/README`, 'deep\n'],
        ]),
      )
      const written = await writer.writeNotes(tip, [{ target, text: 'note\n' }], 'beside')
      const paths = gitLines(temp.dir, ['ls-tree', '-r', '--name-only', written])
      expect(paths).toContain('README')
      expect(paths).toContain(`${target.slice(0, 2)}/README`)
      publish(temp, written)
      expect(temp.git('notes', '--ref=ultragit', 'show', target)).toBe('note')
      repo.close()
    })

    test('removing the last note, or one that is not there, leaves a valid tree', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [one = asOid(''), two = asOid('')] = commits
      const tip = await writer.writeNotes(undefined, [{ target: one, text: 'x\n' }], 'one')
      const emptied = await writer.writeNotes(
        tip,
        [
          { target: one, text: undefined },
          { target: two, text: undefined },
        ],
        'none',
      )
      expect(gitLines(temp.dir, ['ls-tree', '-r', emptied])).toEqual([])
      expectSound(temp)
      repo.close()
    })

    test('two writers from the same tip merge with git notes merge', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [one = asOid(''), two = asOid(''), three = asOid('')] = commits
      const base = await writer.writeNotes(undefined, [{ target: one, text: 'base\n' }], 'base')
      publish(temp, await writer.writeNotes(base, [{ target: two, text: 'ours\n' }], 'ours'))
      temp.git(
        'update-ref',
        'refs/notes/other',
        await writer.writeNotes(base, [{ target: three, text: 'theirs\n' }], 'theirs'),
      )
      temp.git('notes', '--ref=ultragit', 'merge', 'other')
      expect(gitLines(temp.dir, ['notes', '--ref=ultragit', 'list']).length).toBe(3)
      repo.close()
    })

    test('stays sound and quick at 20,000 notes', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const all = targets(20_000)
      const tip = writeTree(temp, new Map(all.map((oid, at) => [slashed(oid, 1), `note ${at}\n`])))
      const changes = randomChanges(new Random(1), [...commits, ...all.slice(0, 200)])
      const started = performance.now()
      const written = await writer.writeNotes(tip, changes, 'among many')
      expect(performance.now() - started).toBeLessThan(2000)
      expectNotes(temp, written, tip, changes)
      expectOnePathEach(temp, written)
      const bulk = await writer.writeNotes(
        undefined,
        all.map((target, at) => ({ target, text: `note ${at}\n` })),
        'import',
      )
      expect(notesByGit(temp, bulk)).toEqual(notesByGit(temp, tip))
      expectOnePathEach(temp, bulk)
      goOnWithGit(temp, bulk, commits)
      repo.close()
    }, 60_000)
  })

  describe('native updateRefs', () => {
    const ref = 'refs/notes/ultragit'
    const other = 'refs/notes/ultragit-other'

    test('creates, moves and deletes refs', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [one = asOid(''), two = asOid('')] = commits
      expect(await writer.updateRefs([{ ref, to: one, from: undefined }])).toBe('done')
      expect(
        await writer.updateRefs([
          { ref, to: two, from: one },
          { ref: other, to: one, from: undefined },
        ]),
      ).toBe('done')
      expect([temp.git('rev-parse', ref), temp.git('rev-parse', other)]).toEqual([two, one])
      expect(await writer.updateRefs([{ ref, to: undefined, from: two }])).toBe('done')
      expect(await repo.resolve(ref)).toBeUndefined()
      expect(await writer.updateRefs([])).toBe('done')
      repo.close()
    })

    test('does nothing at all when one ref is not where it was expected', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [one = asOid(''), two = asOid(''), three = asOid('')] = commits
      temp.git('update-ref', ref, one)
      const wrong: [string, Parameters<RepositoryWriter['updateRefs']>[0][number]][] = [
        ['moved since', { ref, to: three, from: two }],
        ['exists already', { ref, to: three, from: undefined }],
        ['exists no more', { ref: 'refs/notes/gone', to: three, from: one }],
        ['deleted since', { ref: 'refs/notes/gone', to: undefined, from: one }],
      ]
      for (const [name, update] of wrong) {
        const outcome = await writer.updateRefs([{ ref: other, to: two, from: undefined }, update])
        expect({ name, outcome }).toEqual({ name, outcome: 'moved' })
        expect(temp.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/notes')).toBe(
          `${ref} ${one}`,
        )
      }
      repo.close()
    })

    test('names the lock file when another process holds the ref', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [one = asOid('')] = commits
      temp.git('update-ref', 'refs/notes/x', one)
      const lock = join(temp.dir, '.git', `${ref}.lock`)
      writeFileSync(lock, '')
      const outcome = await writer.updateRefs([
        { ref: other, to: one, from: undefined },
        { ref, to: one, from: undefined },
      ])
      expect(outcome).toEqual({ lockedBy: lock })
      expect(temp.tryGit({}, 'rev-parse', '-q', '--verify', other).status).not.toBe(0)
      expect(existsSync(lock)).toBe(true)
      repo.close()
    })

    test('names the lock of packed-refs when a deletion needs it', async () => {
      const { temp, repo, writer, commits } = await someCommits(open)
      const [one = asOid('')] = commits
      temp.git('update-ref', ref, one)
      temp.git('pack-refs', '--all')
      const lock = join(temp.dir, '.git/packed-refs.lock')
      writeFileSync(lock, '')
      temp.git('config', 'core.packedRefsTimeout', '0')
      expect(await writer.updateRefs([{ ref, to: undefined, from: one }])).toEqual({ lockedBy: lock })
      repo.close()
    })

    test('of many writers at once exactly one wins', async () => {
      const { repo, writer, commits } = await someCommits(open)
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          writer.updateRefs([{ ref, to: commits[at % commits.length] as Oid, from: undefined }]),
        ),
      )
      expect(outcomes.filter((outcome) => outcome === 'done').length).toBe(1)
      repo.close()
    })

    test('refuses a ref name that is none', async () => {
      const { repo, writer, commits } = await someCommits(open)
      const [one = asOid('')] = commits
      for (const bad of ['refs/notes/a b', 'refs/notes/a\nb', 'refs/notes/..', ''])
        await expect(writer.updateRefs([{ ref: bad, to: one, from: undefined }])).rejects.toMatchObject({
          name: 'UltragitError',
        })
      repo.close()
    })
  })

  describe('native setConfig and unsetConfig', () => {
    test('write the local and the global configuration, and only those', async () => {
      const temp = TempRepo.init()
      const home = tempFolder()
      const global = join(home, '.gitconfig')
      writeFileSync(global, '[user]\n\tname = Someone\n')
      const repo = await open(temp.dir, { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: global })
      const writer = mustWrite(repo)
      await writer.setConfig('ultragit.language', 'ü "q" # ; \n two', 'local')
      await writer.setConfig('ultragit.Sub x.key', '-v', 'global')
      expect(temp.git('config', '--local', 'ultragit.language')).toBe('ü "q" # ; \n two')
      expect(temp.git('config', '--file', global, 'ultragit.Sub x.key')).toBe('-v')
      expect(temp.git('config', '--file', global, 'user.name')).toBe('Someone')
      const scopes = (await repo.config())
        .filter(({ key }) => key.startsWith('ultragit.'))
        .map(({ scope }) => scope)
      expect(scopes.sort()).toEqual(['global', 'local'])
      await writer.setConfig('ultragit.language', 'en', 'local')
      expect(temp.git('config', '--local', '--get-all', 'ultragit.language')).toBe('en')
      temp.git('config', '--local', '--add', 'ultragit.language', 'twice')
      await writer.unsetConfig('ultragit.language', 'local')
      await writer.unsetConfig('ultragit.language', 'local')
      await writer.unsetConfig('nothing.like.this', 'global')
      expect(temp.tryGit({}, 'config', '--local', 'ultragit.language').status).toBe(1)
      repo.close()
    })

    test('say what is wrong with a key', async () => {
      const repo = await open(TempRepo.init().dir)
      const writer = mustWrite(repo)
      for (const key of ['nodot', 'ultragit.bad key', '--global', ''])
        await expect(writer.setConfig(key, 'x', 'local')).rejects.toMatchObject({ name: 'UltragitError' })
      repo.close()
    })
  })
}

function mustWrite(repo: Repository): RepositoryWriter {
  if (repo.writer === undefined) throw new Error('no writer')
  return repo.writer
}

async function someCommits(open: Open) {
  const temp = TempRepo.init('--template=')
  const lines = Array.from(
    { length: 20 },
    (_, at) =>
      `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 0\nM 100644 inline a.ts\ndata 1\n${at % 10}\n`,
  )
  temp.gitWith({ input: `${lines.join('')}\n` }, 'fast-import', '--quiet')
  const repo = await open(temp.dir)
  const commits = gitLines(temp.dir, ['rev-list', 'main']).map(asOid)
  return { temp, repo, writer: mustWrite(repo), commits }
}

function randomChanges(random: Random, all: readonly Oid[]): NoteChange[] {
  const chosen = random.shuffle(all).slice(0, Math.min(60, all.length))
  return chosen.map((target, at) => ({ target, text: at % 4 === 3 ? undefined : `{"new":${at}}\n` }))
}

function expectNotes(
  temp: TempRepo,
  written: Oid,
  tip: Oid | undefined,
  changes: readonly NoteChange[],
): void {
  const expected = new Map(
    tip === undefined ? [] : notesByGit(temp, tip).map(({ target, blobs }) => [target, blobs.join()]),
  )
  for (const { target, text } of changes) {
    if (text === undefined) expected.delete(target)
    else expected.set(target, blobId(text))
  }
  const notes = new Map(notesByGit(temp, written).map(({ target, blobs }) => [target, blobs.join()]))
  expect([...notes].sort()).toEqual([...expected].sort())
}

function blobId(text: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex')
}

function expectOnePathEach(temp: TempRepo, tip: Oid): void {
  const bare = gitLines(temp.dir, ['ls-tree', '-r', '--name-only', tip]).map((path) =>
    path.replaceAll('/', ''),
  )
  expect(new Set(bare).size).toBe(bare.length)
}

function publish(temp: TempRepo, tip: Oid): void {
  temp.git('update-ref', 'refs/notes/ultragit', tip)
}

function expectSound(temp: TempRepo): void {
  const run = temp.tryGit({}, 'fsck', '--strict', '--no-dangling')
  expect({ status: run.status, words: run.stdout + run.stderr }).toEqual({ status: 0, words: '' })
}

/** git's own commands work on what we wrote, and lose nothing. */
function goOnWithGit(temp: TempRepo, tip: Oid, commits: readonly Oid[]): void {
  publish(temp, tip)
  const [target = asOid(''), removed = asOid('')] = commits
  const listed = () =>
    gitLines(temp.dir, ['notes', '--ref=ultragit', 'list'])
      .map((line) => line.slice(41))
      .sort()
  const before = listed()
  expect(before).toEqual(notesByGit(temp, tip).map((note) => String(note.target)))
  temp.git('notes', '--ref=ultragit', 'add', '-f', '-m', 'by git', target)
  temp.git('notes', '--ref=ultragit', 'add', '-f', '-m', 'for a moment', removed)
  temp.git('notes', '--ref=ultragit', 'remove', removed)
  expect(temp.git('notes', '--ref=ultragit', 'show', target)).toBe('by git')
  expect(listed()).toEqual([...new Set([...before, target])].filter((oid) => oid !== removed).sort())
  expectSound(temp)
}
