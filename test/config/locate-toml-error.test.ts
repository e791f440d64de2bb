import { describe, expect, test } from 'bun:test'
import { locateTomlError } from '../../src/config/locate-toml-error.ts'

describe('the place of a mistake in TOML', () => {
  test.each([
    ['a value is missing', 'a = 1\nb = \nc = 2\n', 2, 3],
    ['two statements on a line', 'a = 1\nb = 2 c = 3\n', 2, 7],
    ['no key', '\n\n= 3\n', 3, 1],
    ['an open table header', 'a = 1\n[read\nb = 2\n', 2, 6],
    ['an array that never ends', 'a = 1\n\nb = [1,\n2\n', 3, 1],
    ['a text that never ends', 'a = 1\n  b = "x\nc = 2\n', 2, 3],
    ['a mistake after a long array', 'a = [\n  1,\n  2,\n]\nb = ?\n', 5, 5],
    ['a mistake inside an array', 'a = [\n  1,\n  ?,\n]\nb = 2\n', 3, 3],
    ['a key defined twice', 'a = 1\n# remark\nb = 2\na = 3\nc = 4\n', 4, 1],
    ['a table defined twice', '[a]\nb = 1\n[c]\n[a]\n', 4, 1],
  ])('%s', (_name, text, line, column) => {
    expect(locateTomlError(text)).toMatchObject({ line, column })
  })

  test('good TOML has none', () =>
    expect(locateTomlError('a = """\nx\n"""\n[b]\nc = [\n1,\n]\n')).toBeUndefined())

  test('a long file is searched about as fast as it is read', () => {
    const good = Array.from({ length: 4000 }, (_, at) => `[t${at}]\nk = 1\n`).join('')
    const begun = performance.now()
    expect(locateTomlError(`= 1\n${good}`)).toMatchObject({ line: 1 })
    expect(locateTomlError(`${good}x = [\n${'1,\n'.repeat(4000)}`)).toMatchObject({ line: 8001 })
    expect(locateTomlError(`${good}[t0]\n`)).toMatchObject({ line: 8001 })
    expect(performance.now() - begun).toBeLessThan(3000)
  })

  test('nesting without end is a mistake like any other', () =>
    expect(locateTomlError(`a = 1\nb = ${'['.repeat(100_000)}`)).toMatchObject({ line: 2 }))
})
