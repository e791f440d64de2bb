import { beforeAll, describe, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { asOid, asRepoPath, type Oid, type RepoPath } from '../../../src/base/ids.ts'
import { encodePath } from '../../../src/base/path-bytes.ts'
import type { ObjectType, Repository, TreeEntry } from '../../../src/git/repository.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import type { Open } from './histories.ts'
import { gitBytes, gitLines, gitRecords, pathOf } from './oracle.ts'

export function objectsContract(open: Open): void {
  const missing = asOid('dead'.repeat(10))
  let temp: TempRepo
  let head: Oid

  beforeAll(() => {
    temp = objectsRepo()
    head = asOid(temp.head())
  })

  describe('readObjects', () => {
    test('gives the bytes of every object, packed as deltas or loose, whatever its type', async () => {
      const all = gitLines(temp.dir, [
        'cat-file',
        '--batch-all-objects',
        '--batch-check=%(objectname) %(objecttype)',
      ])
      const repo = await open(temp.dir)
      const read = await repo.readObjects(all.map((line) => asOid(line.slice(0, 40))))
      expect(new Set([...read.values()].map((object) => object.type))).toEqual(
        new Set<ObjectType>(['blob', 'commit', 'tag', 'tree']),
      )
      expect(read.size).toBe(all.length)
      expect(all.length).toBeGreaterThan(100)
      const hashes = new Map(
        [...read].map(([oid, object]) => [oid as string, hash(object.type, object.bytes)]),
      )
      expect(hashes).toEqual(new Map(all.map((line) => [line.slice(0, 40), line.slice(0, 40)])))
      expect(all.map((line) => `${line.slice(0, 40)} ${read.get(asOid(line.slice(0, 40)))?.type}`)).toEqual(
        all,
      )
      repo.close()
    })

    test('leaves out what is missing and takes an oid given twice', async () => {
      const repo = await open(temp.dir)
      const read = await repo.readObjects([missing, head, head, missing])
      expect([...read.keys()]).toEqual([head])
      expect((await repo.readObjects([])).size).toBe(0)
      expect((await repo.readObjects([missing])).size).toBe(0)
      repo.close()
    })

    test('keeps concurrent calls apart', async () => {
      const repo = await open(temp.dir)
      const oids = gitLines(temp.dir, ['rev-list', '--objects', '--no-object-names', 'HEAD']).map(asOid)
      const reads = await Promise.all(oids.map((oid) => repo.readObjects([oid])))
      expect(reads.map((read) => [...read.keys()])).toEqual(oids.map((oid) => [oid]))
      repo.close()
    })

    test('sees an object made after opening', async () => {
      const repo = await open(temp.dir)
      await repo.readObjects([head])
      const made = asOid(temp.gitWith({ input: `fresh ${repo.backend}` }, 'hash-object', '-w', '--stdin'))
      expect(Buffer.from((await repo.readObjects([made])).get(made)?.bytes ?? []).toString()).toBe(
        `fresh ${repo.backend}`,
      )
      repo.close()
    })

    test('gives up when the caller has', async () => {
      const repo = await open(temp.dir)
      expect(repo.readObjects([head], AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
      expect((await repo.readObjects([head])).size).toBe(1)
      repo.close()
    })
  })

  describe('readBlob', () => {
    test('gives a blob up to its limit and not beyond', async () => {
      const repo = await open(temp.dir)
      const blob = asOid(temp.git('rev-parse', 'HEAD:big.bin'))
      const bytes = gitBytes(temp.dir, ['cat-file', 'blob', blob])
      expect(Buffer.from((await repo.readBlob(blob)) as Uint8Array).equals(bytes)).toBe(true)
      expect(Buffer.from((await repo.readBlob(blob, bytes.length)) as Uint8Array).equals(bytes)).toBe(true)
      expect(await repo.readBlob(blob, bytes.length - 1)).toBe('too_large')
      expect(await repo.readBlob(blob, 0)).toBe('too_large')
      expect(await repo.readBlob(missing)).toBeUndefined()
      expect(await repo.readBlob(missing, 10)).toBeUndefined()
      repo.close()
    })

    test('gives an empty blob as no bytes', async () => {
      const repo = await open(temp.dir)
      const blob = asOid(temp.git('rev-parse', 'HEAD:empty'))
      expect((await repo.readBlob(blob))?.length).toBe(0)
      expect((await repo.readBlob(blob, 0))?.length).toBe(0)
      repo.close()
    })
  })

  describe('readCommits', () => {
    test('gives tree, parents, people and message as git log does', async () => {
      const repo = await open(temp.dir)
      const oids = gitLines(temp.dir, ['rev-list', '--all']).map(asOid)
      const read = await repo.readCommits([...oids, missing])
      expect(read.size).toBe(oids.length)
      const format = ['%H', '%T', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct'].join('%x01')
      for (const record of gitRecords(temp.dir, ['log', '--all', '-z', `--format=${format}`])) {
        const commit = read.get(asOid(record.slice(0, 40)))
        const people = [commit?.author, commit?.committer].flatMap((who) => [
          who?.name,
          who?.email,
          who?.seconds,
        ])
        expect([commit?.oid, commit?.tree, commit?.parents.join(' '), ...people].join('\x01')).toBe(
          Buffer.from(record, 'latin1').toString(),
        )
      }
      repo.close()
    })

    for (const odd of oddCommits) {
      test(`reads a commit with ${odd.name}`, async () => {
        const repo = await open(temp.dir)
        const oid = writeCommit(temp, odd.author, odd.rest)
        const commit = (await repo.readCommits([oid])).get(oid)
        expect(commit?.author).toEqual(odd.expected)
        expect(commit?.message).toBe(odd.message)
        repo.close()
      })
    }
  })

  describe('entryAt', () => {
    test('finds files, links, submodules and directories, and nothing where there is nothing', async () => {
      const repo = await open(temp.dir)
      for (const path of treePaths) {
        const line = gitRecords(temp.dir, ['ls-tree', '-z', '--', head, path])[0]
        const expected = line === undefined ? undefined : parseEntry(line)
        expect({ path, entry: await repo.entryAt(head, asRepoPath(path)) }).toEqual({ path, entry: expected })
      }
      repo.close()
    })

    test('finds nothing in a commit that is missing', async () => {
      const repo = await open(temp.dir)
      expect(await repo.entryAt(missing, asRepoPath('a.ts'))).toBeUndefined()
      repo.close()
    })
  })

  describe('changesAt', () => {
    test.each([3, 30])('gives for %i commits what ls-tree gives for each and its parent', async (count) => {
      const repo = await open(temp.dir)
      const oldest = gitLines(temp.dir, ['rev-list', '--reverse', head]).slice(0, count)
      const asked = oldest.map(asOid)
      for (const path of treePaths) {
        const changes = await repo.changesAt([missing, ...asked], asRepoPath(path))
        expect([path, changes.size, changes.has(missing)]).toEqual([path, asked.length, false])
        for (const commit of [asked[0] as Oid, asked.at(-2) as Oid, asked.at(-1) as Oid]) {
          const [, parent] = gitLines(temp.dir, ['rev-list', '--parents', '-1', commit])[0]?.split(' ') ?? []
          expect([path, changes.get(commit)]).toEqual([
            path,
            { before: entryIn(parent), after: entryIn(commit) },
          ])
        }
        function entryIn(commit: string | undefined): TreeEntry | undefined {
          if (commit === undefined) return undefined
          const [record] = gitRecords(temp.dir, ['ls-tree', '-z', '--', commit, path])
          return record === undefined ? undefined : parseEntry(record)
        }
      }
      repo.close()
    })

    test('agrees with entryAt at every commit, whatever bytes the path has', async () => {
      const odd = oddPathsRepo()
      const all = gitLines(odd.dir, ['rev-list', '--all']).map(asOid)
      const repo = await open(odd.dir)
      for (const path of oddPaths) await expectEntries(repo, all, path)
      repo.close()
    })

    test('takes the first parent of a merge, a file that became a folder, and one that went', async () => {
      const turns = TempRepo.init()
      turns.commit({ a: 'file\n', b: 'b\n' })
      turns.git('checkout', '-q', '-b', 'side')
      turns.commit({ b: 'side\n' })
      turns.git('checkout', '-q', 'main')
      turns.commit({ b: null, c: 'c\n' })
      turns.tryGit({}, 'merge', '-q', 'side')
      turns.commit({ b: 'both\n' })
      turns.commit({ a: null })
      turns.commit({ 'a/inner': 'now a folder\n' })
      for (let at = 0; at < 20; at++) turns.commit({ c: `${at}\n` })
      const repo = await open(turns.dir)
      const all = gitLines(turns.dir, ['rev-list', '--all']).map(asOid)
      for (const path of ['a', 'a/inner', 'b', 'c'].map(asRepoPath)) await expectEntries(repo, all, path)
      repo.close()
    })
  })

  describe('listFiles', () => {
    test('lists every file, sorted by bytes, as ls-tree -r does', async () => {
      const repo = await open(temp.dir)
      const expected = gitRecords(temp.dir, ['ls-tree', '-r', '-z', head]).map(parseEntry)
      expect([...(await repo.listFiles(head))]).toEqual(expected)
      expect(expected.length).toBeGreaterThan(10)
      repo.close()
    })

    test('lists the files under a directory, and none under a missing one', async () => {
      const repo = await open(temp.dir)
      for (const under of ['src', 'src/deep', 'src-more', 'we ird "dir"', 'nowhere']) {
        const expected = gitRecords(temp.dir, ['ls-tree', '-r', '-z', head, `${under}/`]).map(parseEntry)
        expect({ under, files: [...(await repo.listFiles(head, asRepoPath(under)))] }).toEqual({
          under,
          files: expected,
        })
      }
      repo.close()
    })
  })
}

const treePaths = [
  ...[
    'a.ts',
    'src',
    'src/deep',
    'src/deep/x.ts',
    'src-more/z.ts',
    'link',
    'sub',
    'run.sh',
    'empty',
    'ünï.ts',
  ],
  ...[
    'nope',
    'a.ts/below',
    'src/nope',
    'sub/inside',
    'we ird "dir"/tab\tfile',
    'we ird "dir"',
    'new\nline',
    'src.ts',
  ],
  ...[':(top)a.ts', '[x]*', '-dash', 'HEAD'],
]

function objectsRepo(): TempRepo {
  const temp = TempRepo.init()
  temp.commit({
    'a.ts': 'one\n',
    'src/deep/x.ts': 'x\n',
    'src/y.ts': 'y\n',
    'src-more/z.ts': 'z\n',
    'src.ts': 'between\n',
    'run.sh': '#!/bin/sh\n',
    empty: '',
    'ünï.ts': 'ü\n',
    'we ird "dir"/tab\tfile': 'w\n',
    'new\nline': 'n\n',
    '[x]*': 'glob\n',
    '-dash': 'dash\n',
  })
  temp.write('big.bin', Buffer.alloc(300_000, 'binary\0\xff'))
  symlinkSync('a.ts', join(temp.dir, 'link'))
  temp.git('update-index', '--chmod=+x', 'run.sh')
  temp.git('add', '-A')
  temp.git('update-index', '--add', '--cacheinfo', `160000,${'1234567890'.repeat(4)},sub`)
  temp.git('commit', '-q', '-m', 'special entries')
  for (let n = 0; n < 30; n++) {
    temp.write(
      'src/y.ts',
      Array.from({ length: 200 }, (_, line) => `line ${line === n ? 'x' : line}\n`).join(''),
    )
    temp.tick()
    temp.git('commit', '-q', '-m', `edit ${n}\n\nwith a body\n`, 'src/y.ts')
  }
  temp.git('tag', '-a', '-m', 'tagged', 'v1')
  temp.git('gc', '-q', '--prune=now')
  temp.git('checkout', '-q', '-b', 'side', 'HEAD~3')
  temp.git('commit', '-q', '--allow-empty', '-m', 'loose')
  temp.git('checkout', '-q', 'main')
  temp.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
  return temp
}

const oddPaths = ['new\nline/ends\n', 'bad\xff.ts', 'lat\xe9in/f\xfcr\n.ts', 'quo"te'].map(pathOf)

/** Every second of 20 commits has the odd paths. */
function oddPathsRepo(): TempRepo {
  const temp = TempRepo.init()
  const quoted = oddPaths.map((path) => {
    const bytes = Buffer.from(encodePath(path)).toString('latin1')
    return `"${bytes.replaceAll(/["\n\x80-\xff]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`
  })
  const commits = Array.from({ length: 20 }, (_, at) => {
    const files = quoted.map((path) =>
      at % 2 === 0 ? `M 100644 inline ${path}\ndata 2\n${at % 10}\n` : `D ${path}\n`,
    )
    return `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 0\n${files.join('')}\n`
  })
  temp.gitWith({ input: commits.join('') }, 'fast-import', '--quiet')
  return temp
}

function hash(type: ObjectType, bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
}

function parseEntry(record: string): TreeEntry {
  const [mode = '', , oid = ''] = record.slice(0, record.indexOf('\t')).split(' ')
  return {
    mode: mode.replace(/^0/, ''),
    oid: asOid(oid),
    path: pathOf(record.slice(record.indexOf('\t') + 1)),
  }
}

interface OddCommit {
  readonly name: string
  /** Bytes in latin1. */
  readonly author: string
  readonly rest: string
  readonly expected: { name: string; email: string; seconds: number; offset: number }
  readonly message: string
}

const plainPerson = { name: 'A', email: 'a@b', seconds: 100, offset: 0 }

const oddCommits: readonly OddCommit[] = [
  {
    name: 'a latin-1 encoding header',
    author: 'J\xf6rg <a@b> 100 +0000',
    rest: 'encoding ISO-8859-1\n\nGr\xfc\xdfe\n',
    expected: { ...plainPerson, name: 'Jörg' },
    message: 'Grüße\n',
  },
  {
    name: 'a Shift_JIS encoding header',
    author: 'A <a@b> 100 +0000',
    rest: 'encoding Shift_JIS\n\n\x93\xfa\x96\x7b\n',
    expected: plainPerson,
    message: '日本\n',
  },
  {
    name: 'an encoding nobody knows',
    author: 'A <a@b> 100 +0000',
    rest: 'encoding x-klingon\n\nplain\n',
    expected: plainPerson,
    message: 'plain\n',
  },
  {
    name: 'bytes that are not UTF-8 and no header',
    author: 'A <a@b> 100 +0000',
    rest: '\nbad \xff byte\n',
    expected: plainPerson,
    message: 'bad \ufffd byte\n',
  },
  {
    name: 'an offset west of UTC by half an hour',
    author: 'A <a@b> 100 -0730',
    rest: '\nm\n',
    expected: { ...plainPerson, offset: -450 },
    message: 'm\n',
  },
  {
    name: 'an empty name and an empty email',
    author: ' <> 100 +1245',
    rest: '\nm\n',
    expected: { name: '', email: '', seconds: 100, offset: 765 },
    message: 'm\n',
  },
  {
    name: 'a bracket in the name',
    author: 'A > B <a@b> 100 +0000',
    rest: '\nm\n',
    expected: { ...plainPerson, name: 'A > B' },
    message: 'm\n',
  },
  {
    name: 'a signature header over several lines and a message that looks like headers',
    author: 'A <a@b> 100 +0000',
    rest: 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n author Evil <e@vil> 1 +0000\n -----END PGP SIGNATURE-----\n\nparent x\n\ntree y\n',
    expected: plainPerson,
    message: 'parent x\n\ntree y\n',
  },
  {
    name: 'no message at all',
    author: 'A <a@b> 100 +0000',
    rest: '\n',
    expected: plainPerson,
    message: '',
  },
  {
    name: 'a message that starts with blank lines and has no final newline',
    author: 'A <a@b> 100 +0000',
    rest: '\n\n\nlate start',
    expected: plainPerson,
    message: '\n\nlate start',
  },
]

function writeCommit(temp: TempRepo, author: string, rest: string): Oid {
  const tree = temp.git('rev-parse', 'HEAD^{tree}')
  const text = `tree ${tree}\nauthor ${author}\ncommitter C <c@d> 5 +0000\n${rest}`
  const input = Buffer.from(text, 'latin1')
  return asOid(temp.gitWith({ input }, 'hash-object', '-t', 'commit', '-w', '--literally', '--stdin'))
}

/** What `changesAt` says of a path is what `entryAt` says of each commit and of its first parent. */
async function expectEntries(repo: Repository, commits: readonly Oid[], path: RepoPath): Promise<void> {
  const read = await repo.readCommits(commits)
  const changes = await repo.changesAt(commits, path)
  expect(changes.size).toBe(commits.length)
  for (const commit of commits) {
    const [parent] = read.get(commit)?.parents ?? []
    const before = parent === undefined ? undefined : await repo.entryAt(parent, path)
    const after = await repo.entryAt(commit, path)
    expect([path, changes.get(commit)]).toEqual([path, { before, after }])
  }
}
