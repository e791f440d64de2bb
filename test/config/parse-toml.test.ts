import { describe, expect, test } from 'bun:test'
import { messageOf, UltragitError } from '../../src/base/errors.ts'
import { parseToml } from '../../src/config/parse-toml.ts'

const file = '.ultragit-config.toml'
function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

const parse = (text: string) => Object.fromEntries(parseToml(text, file))

describe('the file of the repository', () => {
  test('every form of a good file', () => {
    expect(parse('')).toEqual({})
    expect(parse('noteref = "team"\n[read]\nmax_regions = 5\n[check]\nmissing = "error"\n')).toEqual({
      noteref: 'refs/notes/team',
      maxRegions: 5,
      'check.missing': 'error',
    })
    expect(parse('scope.include = ["src/**", "lib/{a,b}"]')).toEqual({
      include: ['src/**', 'lib/{a,b}'],
    })
    expect(parse('scope.exclude = "dist/**, *.min.js"')).toEqual({ exclude: ['dist/**', '*.min.js'] })
    expect(parse('scope.exclude = []')).toEqual({ exclude: [] })
    expect(parse('[read]\n[scope]\n')).toEqual({})
  })

  test.each([
    ['noteref = ', ':1:9: '],
    ['[read]\nmax_region = 5', ":2:1: unknown key 'read.max_region'; did you mean 'read.max_regions'?"],
    ['[raed]', ":1:1: unknown key 'raed'"],
    ['[check]\nmising = "error"', ":2:1: unknown key 'check.mising'; did you mean 'check.missing'?"],
    ['git = "native"', ":1:1: 'git' is never taken from a file of the repository"],
    ['[read]\nmax_regions = 0', ":2:1: 'read.max_regions' must be a whole number above 0"],
    ['[read]\nmax_regions = true', ":2:1: 'read.max_regions' must be a whole number above 0"],
    ['[read]\nmax_regions = [5]', ":2:1: 'read.max_regions' must be a whole number above 0"],
    ['noteref = "refs/heads/main"', ":1:1: 'noteref' must be a ref under refs/notes/"],
    ['noteref = "../../heads/main"', ":1:1: 'noteref' must be a ref under refs/notes/"],
    ['scope.include = [1979-05-27]', "'scope.include' must be globs"],
    ['scope.include = ["a", ["b"]]', "'scope.include' must be globs"],
    ['[check]\nmissing = "fatal"', ":2:1: 'check.missing' must be off, warning or error"],
    ['[[scope]]\ninclude = "a"', "unknown key 'scope'"],
    ['__proto__ = 1', "unknown key '__proto__'"],
    ['constructor.prototype = 1', "unknown key 'constructor.prototype'"],
  ])('%j is refused', (text, words) => {
    const error = thrownBy(() => parse(text))
    expect(error).toBeInstanceOf(UltragitError)
    expect(error).toHaveProperty('code', 'config_invalid')
    expect(messageOf(error)).toStartWith(file + (words.startsWith(':') ? words : ''))
    expect(messageOf(error)).toContain(words)
  })

  test('a key nested beyond reason is unknown, not a crash', () =>
    expect(() => parse(`${'a.'.repeat(2000)}b = 1`)).toThrow("unknown key 'a.a.a.a'"))
})
