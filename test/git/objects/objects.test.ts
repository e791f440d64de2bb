import { describe, expect, test } from 'bun:test'
import { encodePath } from '../../../src/base/path-bytes.ts'
import { hashObject } from '../../../src/git/objects/hash-object.ts'
import { parseTree } from '../../../src/git/objects/parse-tree.ts'
import { unquotePath } from '../../../src/git/objects/unquote-path.ts'
import { TempRepo } from '../../support/temp-repo.ts'

describe('hashObject', () => {
  test.each(['sha1', 'sha256'] as const)('agrees with git in %s', (format) => {
    const repo = TempRepo.init(`--object-format=${format}`)
    for (const text of ['', 'hello\n', 'a\0b']) {
      const expected = repo.gitWith({ input: text }, 'hash-object', '--stdin')
      expect<string>(hashObject('blob', Buffer.from(text), format)).toBe(expected)
    }
  })
})

describe('parseTree', () => {
  test.each(['sha1', 'sha256'] as const)('reads what git wrote in %s', (format) => {
    const repo = TempRepo.init(`--object-format=${format}`)
    repo.commit({ 'a b.txt': '1', 'dir/x': '2', 'ä.txt': '3' })
    const raw = Bun.spawnSync(['git', 'cat-file', 'tree', 'HEAD^{tree}'], { cwd: repo.dir }).stdout
    const lines = parseTree(raw, format).map(
      (entry) => `${entry.mode.padStart(6, '0')} ${entry.oid} ${entry.name}`,
    )
    const expected = repo.git('-c', 'core.quotepath=false', 'ls-tree', 'HEAD').split('\n')
    expect(lines).toEqual(expected.map((line) => line.replace(/ \w+ (\w+)\t/, ' $1 ')))
  })

  test('refuses what is cut off, nameless or has no mode', () => {
    const whole = Buffer.concat([Buffer.from('100644 name\0'), Buffer.alloc(20, 7)])
    expect(parseTree(whole, 'sha1')).toHaveLength(1)
    for (let cut = 1; cut < whole.length; cut++) {
      expect(() => parseTree(whole.subarray(0, cut), 'sha1')).toThrow('corrupt tree')
    }
    const nameless = Buffer.concat([Buffer.from('100644 \0'), Buffer.alloc(20, 7)])
    expect(() => parseTree(nameless, 'sha1')).toThrow('corrupt tree')
    const modeless = Buffer.concat([Buffer.from('file name\0'), Buffer.alloc(20, 7)])
    expect(() => parseTree(modeless, 'sha1')).toThrow('corrupt tree')
  })
})

describe('unquotePath', () => {
  test('undoes what git quotes, for every byte a name can hold', () => {
    const repo = TempRepo.init()
    const blob = repo.gitWith({ input: '' }, 'hash-object', '-w', '--stdin')
    const names = Array.from({ length: 255 }, (_, at) => Buffer.from([0x78, at + 1, 0x79]))
    const usable = names.filter((name) => name[1] !== 0x2f)
    const input = Buffer.concat(
      usable.flatMap((name) => [Buffer.from(`100644 ${blob}\t`), name, Buffer.from([0])]),
    )
    repo.gitWith({ input }, 'update-index', '-z', '--index-info')
    const printed = repo.git('ls-files').split('\n')
    const read = printed.map((line) =>
      Buffer.from(encodePath(unquotePath(Buffer.from(line)))).toString('hex'),
    )
    expect(read.sort()).toEqual(usable.map((name) => name.toString('hex')).sort())
  })

  test('refuses broken quoting', () => {
    for (const text of ['"', '"a', '"\\"', '"\\8"', '"\\12"', '"\\q"']) {
      expect(() => unquotePath(Buffer.from(text))).toThrow('does not parse')
    }
  })
})
