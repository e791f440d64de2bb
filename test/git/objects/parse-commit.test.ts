import { describe, expect, test } from 'bun:test'
import { asOid } from '../../../src/base/ids.ts'
import { parseCommit } from '../../../src/git/objects/parse-commit.ts'

const oid = asOid('1'.repeat(40))
const tree = '2'.repeat(40)
const bytes = (text: string) => Buffer.from(text, 'latin1')
const commitWith = (author: string, rest = '') =>
  parseCommit(oid, bytes(`tree ${tree}\nauthor ${author}\ncommitter C <c@x> 5 +0000\n${rest}\nmessage\n`))

describe('parseCommit', () => {
  test('reads tree, parents, both signatures and the message', () => {
    const text = `tree ${tree}\nparent ${'3'.repeat(40)}\nparent ${'4'.repeat(40)}\nauthor Ada L <ada@x> 100 +0130\ncommitter C <c@x> 200 -0800\n\nsubject\n\nbody\n`
    expect(parseCommit(oid, bytes(text))).toEqual({
      oid,
      tree: asOid(tree),
      parents: [asOid('3'.repeat(40)), asOid('4'.repeat(40))],
      author: { name: 'Ada L', email: 'ada@x', seconds: 100, offset: 90 },
      committer: { name: 'C', email: 'c@x', seconds: 200, offset: -480 },
      message: 'subject\n\nbody\n',
    })
  })

  test('honours the encoding header', () => {
    const commit = commitWith('J\xf6rg <j@x> 1 +0000', 'encoding ISO-8859-1\n')
    expect(commit.author.name).toBe('Jörg')
  })

  test('replaces bytes that are not UTF-8 and survives an unknown encoding', () => {
    expect(commitWith('J\xf6rg <j@x> 1 +0000').author.name).toBe('J\ufffdrg')
    expect(commitWith('J\xf6rg <j@x> 1 +0000', 'encoding klingon\n').author.name).toBe('J\ufffdrg')
  })

  test('skips a signature with a fake header inside', () => {
    const commit = commitWith(
      'A <a@x> 1 +0000',
      `gpgsig -----BEGIN\n tree ${'9'.repeat(40)}\n author X <x@x> 9 +0000\n`,
    )
    expect(commit.tree).toBe(asOid(tree))
    expect(commit.author.name).toBe('A')
  })

  test('tolerates odd authors and dates', () => {
    expect(commitWith('nobody').author).toEqual({ name: 'nobody', email: '', seconds: 0, offset: 0 })
    expect(commitWith('<> 7 +0000').author).toEqual({ name: '', email: '', seconds: 7, offset: 0 })
    expect(commitWith('A <a@x>> 7 +0100').author).toEqual({ name: 'A', email: 'a@x', seconds: 7, offset: 60 })
    expect(commitWith('A <a@x> soon').author.seconds).toBe(0)
    expect(commitWith(`A <a@x> ${'9'.repeat(30)} +0000`).author.seconds).toBe(0)
    expect(commitWith('A <a@x> 7 +51800').author.offset).toBe(0)
  })

  test('refuses a commit without a tree', () => {
    expect(() => parseCommit(oid, bytes('author A <a> 1 +0000\n\nx'))).toThrow('names no tree')
  })

  test('reads a commit without a message', () => {
    expect(parseCommit(oid, bytes(`tree ${tree}\nauthor A <a> 1 +0000\n`)).message).toBe('')
  })
})
