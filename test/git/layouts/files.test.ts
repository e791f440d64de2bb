import { describe, expect, test } from 'bun:test'
import { asOid, asRepoPath } from '../../../src/base/ids.ts'
import { decodePath } from '../../../src/base/path-bytes.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { linesOf } from '../contract/blame.ts'
import { gitBytes, gitLines, ownersByGit } from '../contract/oracle.ts'
import { backends, expectFile, open } from './same-as-git.ts'

const names = [
  ...[
    'spa ce.ts',
    ' lead',
    'trail ',
    'quo"te',
    "apo'strophe",
    'back\\slash',
    'new\nline',
    'ends\n',
    'tab\t',
    '\r',
  ],
  ...[
    'ünï',
    'u\u0308 NFD',
    '日本/語.ts',
    '😀',
    '-dash',
    '--all',
    ':(top)x',
    '[x]*?',
    'HEAD',
    '#',
    '~',
    '$(touch x)',
    '\x7f',
  ],
]

/** `bad<ff>.ts` and a path whose folder is latin-1: no UTF-8. */
const rawNames = ['bad\\377.ts', 'lat\\351in/f\\374r.ts', 'mixed-\\303\\274-\\374']

for (const backend of backends) {
  describe(`${backend} files`, () => {
    test('any name git can hold is found, read and blamed', async () => {
      const temp = TempRepo.init()
      temp.commit(Object.fromEntries(names.map((name) => [name, 'one\ntwo\n'])))
      temp.commit(Object.fromEntries(names.map((name) => [name, 'one\nchanged\n'])))
      const head = asOid(temp.head())
      const repo = await open(backend, { cwd: temp.dir })
      expect(new Set((await repo.listFiles(head)).map(({ path }) => String(path)))).toEqual(new Set(names))
      expect((await repo.changesOf([head])).get(head)?.length).toBe(names.length)
      for (const name of names) {
        await expectFile(repo, { dir: temp.dir, head, path: name })
        expect(await repo.lastChange(head, asRepoPath(name))).toBe(head)
        expect((await repo.indexEntry(asRepoPath(name)))?.path).toBe(asRepoPath(name))
      }
      repo.close()
    })

    test('names that are not UTF-8 survive, and their files are read and blamed', async () => {
      const temp = TempRepo.init()
      const commits = [1, 2].map((n) => {
        const files = rawNames.map((name) => `M 100644 inline "${name}"\ndata 10\none\nline ${n}\n`).join('')
        const from = n === 1 ? '' : 'from refs/heads/main^0\n'
        const input = `commit refs/heads/main\ncommitter C <c@d> ${n} +0000\ndata 0\n${from}${files}\n`
        temp.gitWith({ input }, 'fast-import', '--quiet')
        return asOid(temp.head())
      })
      const [first = asOid(''), head = asOid('')] = commits
      temp.git('read-tree', head)
      const repo = await open(backend, { cwd: temp.dir })
      const files = await repo.listFiles(head)
      expect(files.map(({ path }) => path)).toEqual(rawNames.map((name) => decodePath(unescaped(name))))
      for (const { path, oid } of files) {
        expect((await repo.entryAt(head, path))?.oid).toBe(oid)
        const owners = linesOf(await repo.blame({ commit: head, path }))
        expect(owners).toEqual([
          { commit: first, path, original: 1 },
          { commit: head, path, original: 2 },
        ])
        const bounded = await repo.blame({ commit: head, path, not: [first], ranges: [{ start: 1, end: 1 }] })
        expect(bounded.map(({ start, count, outside }) => ({ start, count, outside }))).toEqual([
          { start: 1, count: 1, outside: true },
        ])
        expect(await repo.lastChange(head, path)).toBe(head)
        expect((await repo.indexEntry(path))?.oid).toBe(oid)
      }
      expect((await repo.changesBetween(first, head)).map(({ path }) => path)).toEqual(
        files.map(({ path }) => path),
      )
      repo.close()
    })

    test('carriage returns belong to the line, and a missing final newline changes only the last', async () => {
      const temp = TempRepo.init()
      temp.write('.gitattributes', '*.ts -text\n')
      temp.commit({ 'a.ts': 'one\r\ntwo\r\nthree\r\n' })
      temp.commit({ 'a.ts': 'one\r\ntwo\nthree\r\n' })
      temp.commit({ 'a.ts': 'one\r\ntwo\nthree' })
      const repo = await open(backend, { cwd: temp.dir })
      await expectFile(repo, { dir: temp.dir, head: asOid(temp.head()), path: 'a.ts' })
      repo.close()
    })

    test('a file of 120,000 lines is blamed in seconds', async () => {
      const temp = TempRepo.init()
      const lines = Array.from({ length: 120_000 }, (_, at) => `const value${at} = ${at * 7}`)
      temp.commit({ 'long.ts': `${lines.join('\n')}\n` })
      lines[5] = 'changed'
      lines.splice(60_000, 100, ...Array.from({ length: 50 }, (_, at) => `replaced ${at}`))
      temp.commit({ 'long.ts': `${lines.join('\n')}\n` })
      lines.push('appended')
      temp.commit({ 'long.ts': `${lines.join('\n')}\n` })
      const head = asOid(temp.head())
      const repo = await open(backend, { cwd: temp.dir })
      const started = performance.now()
      const owners = linesOf(await repo.blame({ commit: head, path: asRepoPath('long.ts') }))
      expect(performance.now() - started).toBeLessThan(5000)
      const gits = ownersByGit(temp.dir, head, 'long.ts')
      expect(owners.length).toBe(gits.length)
      expect(owners.findIndex((owner, at) => !Bun.deepEquals(owner, gits[at]))).toBe(-1)
      repo.close()
    }, 20_000)

    test('a binary file is read byte for byte and blamed as git blames it', async () => {
      const temp = TempRepo.init()
      const bytes = Uint8Array.from({ length: 5000 }, (_, at) => (at * 31) % 256)
      temp.write('image.bin', bytes)
      temp.commit({})
      temp.write('image.bin', Buffer.concat([bytes, bytes.subarray(7, 900)]))
      temp.commit({})
      const head = asOid(temp.head())
      const repo = await open(backend, { cwd: temp.dir })
      await expectFile(repo, { dir: temp.dir, head, path: 'image.bin' })
      const patches = gitBytes(temp.dir, ['diff-tree', '-p', '-U0', '--full-index', 'HEAD'])
      const expected = temp.gitWith({ input: patches }, 'patch-id', '--stable').slice(0, 40)
      expect((await repo.patchIds([head])).get(head) ?? '').toBe(expected)
      repo.close()
    })

    test('an empty file has no owners', async () => {
      const temp = TempRepo.init()
      const head = asOid(temp.commit({ 'empty.ts': '' }))
      const repo = await open(backend, { cwd: temp.dir })
      expect([...(await repo.blame({ commit: head, path: asRepoPath('empty.ts') }))]).toEqual([])
      expect(gitLines(temp.dir, ['blame', 'HEAD', '--', 'empty.ts'])).toEqual([])
      repo.close()
    })
  })
}

function unescaped(name: string): Uint8Array {
  const latin1 = name.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  )
  return Buffer.from(latin1, 'latin1')
}
